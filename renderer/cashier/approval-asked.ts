/** The approval that a command waits for: `call` asks for it, the approval panel answers. */
import { createStore } from 'zustand/vanilla'
import { PERMISSIONS, type Permission } from '../../shared/staff.ts'
import type { CommandName } from './call.ts'

export type AskedApproval = {
  readonly command: CommandName
  readonly request: unknown
  readonly permission: Permission
  /** The element that gets the focus back. */
  readonly focused: Element | null
  readonly answer: (given: boolean) => void
}

export const approvalAsked = createStore<{ readonly asked: AskedApproval | null }>(() => ({ asked: null }))

/** Returns false at once if another approval is open, or if the refusal names no known permission. */
export function askApproval(
  command: CommandName,
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
    approvalAsked.setState({ asked: { command, request, permission, focused, answer } })
  })
}

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)
