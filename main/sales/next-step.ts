/**
 * What is to be done next for a sale: a pure decision over what the journal holds and what this run remembers. The
 * runner carries it out, records what came of it, and asks again.
 */
import type { Retiring, Sale, SaleState, SeenPayment } from '../../shared/sale.ts'
import { FIRST_POLL_MS } from '../../shared/settings.ts'
import { ABSENT_TIMES } from './evolve-sold.ts'
import { type ReturnStep, returnStep } from './return-steps.ts'

/** What a run remembers of a sale besides the journal. Gone with a restart, and nothing is lost by that. */
export type Memory = {
  /** Not before this time (monotonic ms): a backoff or the pace of polling. */
  readonly notBefore: number
  /** A person asked to look now. */
  readonly urgent: boolean
  /** Tries in a row that did not get through: work that waits side by side takes turns by it. */
  readonly tries: number
}

export const NO_MEMORY: Memory = { notBefore: 0, urgent: false, tries: 0 }

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
  | ReturnStep

/** Steps that a backoff never holds up: the person asked for them just now, or they ask nothing of the service. */
const AT_ONCE: ReadonlySet<Step['do']> = new Set([
  'rest',
  'create invoice',
  'cancel invoice',
  'withdraw charge',
  'queue receipt',
  'complete return',
])

export function nextStep(sale: Sale, memory: Memory, now: { readonly monotonic: number }): Step {
  const step = wanted(sale, memory)
  return AT_ONCE.has(step.do) || memory.urgent || memory.notBefore <= now.monotonic
    ? step
    : { do: 'wait', until: memory.notBefore }
}

const REST: Step = { do: 'rest' }

function wanted(sale: Sale, memory: Memory): Step {
  const { state } = sale
  switch (state.name) {
    case 'open':
    case 'parked':
      return REST
    case 'invoicing':
      return unlessHeld(sale, afterCharge(state))
    case 'awaiting-payment':
    case 'partly-paid':
      return { do: 'check payment', urgent: memory.urgent }
    case 'cancelling':
      if (state.step === 'requested') return { do: 'cancel invoice' }
      if (state.step === 'unknown') return { do: 'find out about cancellation' }
      return sale.held ? { do: 'check payment', urgent: memory.urgent } : { do: 'ask for cancellation again' }
    case 'cancelled':
    case 'paid-late':
      return watching(state, memory)
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return afterSale(sale, state, memory)
  }
}

/** What is asked for again and again can be held; what is out already is found out about all the same. */
const HELD: ReadonlySet<Step['do']> = new Set(['ask for invoice again', 'create e-receipt', 'queue receipt'])
const unlessHeld = (sale: Sale, step: Step): Step => (sale.held && HELD.has(step.do) ? REST : step)

/** A person who wants to look may, however long ago it was. */
const watching = (state: { readonly invoice: unknown; readonly watchUntil: number }, memory: Memory): Step =>
  state.invoice !== null && (state.watchUntil > 0 || memory.urgent)
    ? { do: 'check payment', urgent: memory.urgent }
    : REST

type Sold = Extract<SaleState, { name: 'receipting' | 'receipt-owed' | 'completed' }>

/** What is printed at once; then what is asked of the service, by turns where one does not get through; then the watch. */
function afterSale(sale: Sale, state: Sold, memory: Memory): Step {
  const works = [
    unlessHeld(sale, afterPayment(state)),
    returnStep(sale) ?? REST,
    sale.held && state.retiring?.step === 'due' ? REST : retiring(state.retiring),
  ].filter((step) => step.do !== 'rest')
  const paper = works.find((step) => step.do === 'queue receipt' || step.do === 'complete return')
  return paper ?? works[memory.tries % works.length] ?? watching(state, memory)
}

function afterPayment(state: Sold): Step {
  const owed = state.ereceipts.find((one) => one.step === 'due' || one.step === 'requested')
  if (owed) return { do: 'create e-receipt', paymentId: owed.paymentId }
  return state.print.step === 'not yet' ? { do: 'queue receipt' } : REST
}

function retiring(now: Retiring | null): Step {
  switch (now?.step) {
    case 'unknown':
      return { do: 'look up invoice' }
    case 'due':
      return { do: 'ask for cancellation again' }
    case 'requested':
      return { do: 'cancel invoice' }
    case 'cancel-unknown':
      return { do: 'find out about cancellation' }
    default:
      return REST
  }
}

function afterCharge({ step, withdrawing }: Extract<SaleState, { name: 'invoicing' }>): Step {
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
    case 'parked':
      return false
    case 'cancelled':
    case 'paid-late':
      return state.invoice !== null && state.watchUntil > 0
    case 'receipting':
      return true
    case 'receipt-owed':
    case 'completed':
      return (
        retiring(state.retiring).do !== 'rest' ||
        goesOnReturning(sale) ||
        (state.invoice !== null && state.watchUntil > 0)
      )
    default:
      return true
  }
}

/** Whether a return of it is not waiting for a person; one that is held goes on once it is let go. */
const goesOnReturning = (sale: Sale): boolean => returnStep({ ...sale, held: false }) !== null

/** Whether nothing is left to do for it but to look at its invoice from time to time. */
export function isOnlyWatched(sale: Sale): boolean {
  const { state } = sale
  switch (state.name) {
    case 'cancelled':
    case 'paid-late':
      return true
    case 'receipt-owed':
    case 'completed':
      return retiring(state.retiring).do === 'rest' && !goesOnReturning(sale)
    default:
      return false
  }
}

/** Ms until the next check, `freshMs` at first: quick while the payer stands there, ever slower with the age of the QR. */
export function checkPause(sale: Sale, wall: number, freshMs = FIRST_POLL_MS): number {
  const { state } = sale
  switch (state.name) {
    // A payer who had the QR on the phone may still press the button: about 30 looks in a day, most of them in the first hour.
    case 'cancelled':
      return within(15_000, (wall - state.at) / 4, HOUR)
    case 'paid-late':
      return within(60_000, (wall - state.foundAt) / 2, 2 * HOUR)
    // About ten looks in a day: for money above what was due, or a refund made elsewhere.
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return state.retiring === null
        ? within(60_000, wall - state.paidAt, 4 * HOUR)
        : within(15_000, (wall - state.paidAt) / 4, HOUR)
    default: {
      const shownAt = 'shownAt' in state && state.shownAt !== null ? state.shownAt : sale.openedAt
      return pauseByAge(
        wall - shownAt,
        [
          [120_000, freshMs],
          [600_000, Math.max(4_000, 2 * freshMs)],
          [HOUR, Math.max(15_000, 3 * freshMs)],
        ],
        60_000,
      )
    }
  }
}

const HOUR = 3_600_000

const within = (least: number, pause: number, most: number): number => Math.min(most, Math.max(least, pause))

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
