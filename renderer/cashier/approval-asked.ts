/** An act that waits for one who may do it: asked for by `call`, answered by the approval panel. */
import { createStore } from 'zustand/vanilla'
import type { CashierVerb } from '../../shared/ipc/index.ts'
import { PERMISSIONS, type Permission } from '../../shared/staff.ts'

export type AskedApproval = {
  readonly verb: CashierVerb
  readonly request: unknown
  readonly permission: Permission
  /** What had the keyboard, and gets it back. */
  readonly focused: Element | null
  readonly answer: (given: boolean) => void
}

export const approvalAsked = createStore<{ readonly asked: AskedApproval | null }>(() => ({ asked: null }))

/** One at a time: a second act while the first is asked about is simply refused. */
export function askApproval(
  verb: CashierVerb,
  request: unknown,
  permission: string | null,
): Promise<boolean> {
  if (permission === null || !isPermission(permission) || approvalAsked.getState().asked !== null)
    return Promise.resolve(false)
  return new Promise((resolve) => {
    const answer = (given: boolean) => {
      approvalAsked.setState({ asked: null })
      resolve(given)
    }
    const focused = document.activeElement
    approvalAsked.setState({ asked: { verb, request, permission, focused, answer } })
  })
}

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)
