/**
 * What is to be done next for a sale: a pure decision over what the journal holds and what this run remembers. The
 * runner carries it out, records what came of it, and asks again.
 */
import type { Sale, SeenPayment } from '../../shared/sale.ts'

/** What a run remembers of a sale besides the journal. Gone with a restart, and nothing is lost by that. */
export type Memory = {
  /** Not before this time (monotonic ms): a backoff or the pace of polling. */
  readonly notBefore: number
  /** A person asked to look now. */
  readonly urgent: boolean
}

export const NO_MEMORY: Memory = { notBefore: 0, urgent: false }

export type Step =
  /** Nothing, until something happens to the sale. */
  | { readonly do: 'rest' }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'ask for invoice again' }
  | { readonly do: 'create invoice' }
  | { readonly do: 'look up invoice' }
  | { readonly do: 'withdraw charge' }
  | { readonly do: 'check payment'; readonly urgent: boolean }
  | { readonly do: 'cancel invoice' }
  /** The answer to the cancellation was lost: a check, then a get, tell which it was. */
  | { readonly do: 'find out about cancellation' }
  | { readonly do: 'ask for cancellation again' }
  | { readonly do: 'create e-receipt'; readonly paymentId: string }
  | { readonly do: 'queue receipt' }

/** How often a number must be absent from the list, and how long apart, before it is created again: the lost request may still be on its way. */
const ABSENT_TIMES = 2

/** Steps that a backoff never holds up: the person asked for them just now, or they ask nothing of the service. */
const AT_ONCE: ReadonlySet<Step['do']> = new Set([
  'rest',
  'create invoice',
  'cancel invoice',
  'withdraw charge',
  'queue receipt',
])

export function nextStep(
  sale: Sale,
  memory: Memory,
  now: { readonly wall: number; readonly monotonic: number },
): Step {
  const step = wanted(sale, memory, now.wall)
  return AT_ONCE.has(step.do) || memory.urgent || memory.notBefore <= now.monotonic
    ? step
    : { do: 'wait', until: memory.notBefore }
}

function wanted(sale: Sale, memory: Memory, wall: number): Step {
  const { state } = sale
  switch (state.name) {
    case 'open':
    case 'receipt-owed':
    case 'completed':
      return { do: 'rest' }
    case 'invoicing':
      return afterCharge(state)
    case 'awaiting-payment':
    case 'partly-paid':
      return { do: 'check payment', urgent: memory.urgent }
    case 'cancelling':
      if (state.step === 'requested') return { do: 'cancel invoice' }
      return { do: state.step === 'unknown' ? 'find out about cancellation' : 'ask for cancellation again' }
    case 'cancelled':
      if (state.invoice === null) return { do: 'rest' }
      return wall < state.watchUntil ? { do: 'check payment', urgent: memory.urgent } : { do: 'rest' }
    case 'paid-late':
      return { do: 'rest' }
    case 'receipting': {
      const owed = state.ereceipts.find((one) => one.step === 'due' || one.step === 'requested')
      if (owed) return { do: 'create e-receipt', paymentId: owed.paymentId }
      return { do: state.print.step === 'not yet' ? 'queue receipt' : 'rest' }
    }
  }
}

function afterCharge({ step, withdrawing }: Extract<Sale['state'], { name: 'invoicing' }>): Step {
  switch (step.name) {
    case 'requested':
      return { do: 'create invoice' }
    case 'waiting':
      return { do: withdrawing ? 'withdraw charge' : 'ask for invoice again' }
    case 'unknown':
      if (step.absentTimes < ABSENT_TIMES) return { do: 'look up invoice' }
      return { do: withdrawing ? 'withdraw charge' : 'ask for invoice again' }
  }
}

/** Whether the runner still has something to do for it, now or later: such sales are taken up again after a restart. */
export function isDue(sale: Sale): boolean {
  const { state } = sale
  switch (state.name) {
    case 'open':
    case 'receipt-owed':
    case 'completed':
    case 'paid-late':
      return false
    case 'cancelled':
      return state.invoice !== null && state.watchUntil > state.at
    default:
      return true
  }
}

/** Ms until the next check: quick while the payer stands there, ever slower with the age of the QR. */
export function checkPause(sale: Sale, wall: number): number {
  const { state } = sale
  if (state.name === 'cancelled')
    return pauseByAge(
      wall - state.at,
      [
        [600_000, 15_000],
        [3_600_000, 60_000],
      ],
      600_000,
    )
  const shownAt = 'shownAt' in state && state.shownAt !== null ? state.shownAt : sale.openedAt
  return pauseByAge(
    wall - shownAt,
    [
      [120_000, 1_500],
      [600_000, 4_000],
      [3_600_000, 15_000],
    ],
    60_000,
  )
}

function pauseByAge(
  age: number,
  steps: readonly (readonly [upTo: number, pause: number])[],
  after: number,
): number {
  return steps.find(([upTo]) => age < upTo)?.[1] ?? after
}

/** The payments that an e-receipt must be issued for: each PAID one, once. */
export const payableReceipts = (payments: readonly SeenPayment[], ereceipts: boolean): string[] =>
  ereceipts ? payments.filter((payment) => payment.status === 'PAID').map((payment) => payment.paymentId) : []
