/** The approval or the answer that a command waits for: `call` asks for it, the panel over the rooms answers. */
import { createStore } from 'zustand/vanilla'
import type { Failure, FailureName } from '../../../shared/failure.ts'
import { PERMISSIONS, type Permission } from '../../../shared/shop/staff.ts'
import { closePopovers, pressedAfter } from '../../kit/index.ts'

export type AskedApproval = Asked & { readonly command: string; readonly permission: Permission }

/**
 * A question to the cashier: about goods with an age or a ban (docs/decisions/sale-bans.md), about so many pieces
 * (docs/decisions/quantities.md), or which of several products a code means (docs/decisions/scanning.md).
 */
export type AskedRule = Asked & { readonly rule: Failure }

type Asked = {
  readonly request: unknown
  /** The element that gets the focus back. */
  readonly focused: Element | null
  /** In ms of `performance.now()`. */
  readonly shownAt: number
  /** False: no. The choice among several is a text. Once the question is closed, this does nothing. */
  readonly answer: (given: Answer) => void
  /** The same for a press or a key. One that began before the question could be seen does not answer it. */
  readonly press: (given: Answer) => void
}

type Answer = boolean | string

export const approvalAsked = createStore<{ readonly asked: AskedApproval | AskedRule | null }>(() => ({
  asked: null,
}))

/** Returns false at once if the refusal names no known permission. */
export async function askApproval(
  command: string,
  request: unknown,
  permission: string | null,
): Promise<boolean> {
  if (permission === null || !isPermission(permission)) return false
  return (await asked({ command, permission }, request)) !== false
}

const asked = (
  what: Omit<AskedApproval, keyof Asked> | Omit<AskedRule, keyof Asked>,
  request: unknown,
): Promise<Answer> =>
  new Promise((resolve) => {
    closePopovers() // an open menu would take the presses
    const shownAt = performance.now()
    const answer = (given: Answer) => {
      if (approvalAsked.getState().asked !== mine) return
      approvalAsked.setState({ asked: null })
      resolve(given)
    }
    const press = (given: Answer) => {
      if (pressedAfter(shownAt)) answer(given)
    }
    const mine = { ...what, request, focused: document.activeElement, shownAt, answer, press }
    approvalAsked.setState({ asked: mine })
  })

/** The request with the cashier's answer added; null if the refusal is no question, or the answer was no. */
export async function askRule<Request>(request: Request, rule: Failure): Promise<Request | null> {
  const answerOf = ANSWERS[rule.name]
  if (answerOf === undefined) return null
  const given = await asked({ rule }, request)
  return given === false ? null : { ...request, ...answerOf(rule, given) }
}

/** Whether the refusal is a question to the cashier. */
export const isQuestion = ({ name }: Failure): boolean => ANSWERS[name] !== undefined

const ANSWERS: { readonly [Name in FailureName]?: (rule: Failure, given: Answer) => object } = {
  AGE_UNCONFIRMED: ({ detail }) => ({ ofAge: Number(detail) }),
  SALE_BANNED: () => ({ despiteBan: true }),
  QUANTITY_UNCONFIRMED: ({ detail }) => ({ many: Number(detail) }),
  CODE_OF_SEVERAL: (_rule, chosen) => ({ chosen }),
}

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)
