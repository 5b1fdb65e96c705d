/** What the events of a return add up to. Its sale's state tells no more of them than its e-receipts and what was paid. */
import { failure } from '../../shared/failure.ts'
import {
  canCallOff,
  canGoWithoutVoid,
  isSettled,
  type RefundStep,
  type Return,
  type ReturnPart,
  type ReturnVoid,
  type VoidStep,
  voidsAreSettled,
} from '../../shared/return.ts'
import type { QueuedWork, ReturnEvent, Sale, SaleEvent, SaleState, SeenPayment } from '../../shared/sale.ts'
import { unfit } from './event-does-not-fit.ts'
import { rearranged, type Sold } from './evolve-sold.ts'
import { surplusOf, takenSum } from './payments.ts'

/** Null where the event is none of a return. */
export function returnsAfter(sale: Sale, at: number, event: SaleEvent): readonly Return[] | null {
  if (event.kind === 'work-given-up') return givenUp(sale, event.work)
  if (!isOfReturn(event)) return null
  if (!('paidAt' in sale.state)) return unfit(event.kind, sale.state.name)
  if (event.kind === 'return-opened') {
    const { kind: _kind, returnId, ...plan } = event
    const opened: Return = { ...plan, id: returnId, openedAt: at, state: 'open', endedAt: null, slips: [] }
    return sale.returns.some(({ state }) => state === 'open')
      ? unfit(event.kind, 'a return is open')
      : [...sale.returns, opened]
  }
  return changed(sale, event.returnId, event.kind, (one) => after(one, at, event))
}

const OF_RETURN: ReadonlySet<string> = new Set<ReturnEvent['kind']>([
  'return-opened',
  'ereceipt-void-requested',
  'ereceipt-voided',
  'ereceipt-void-delayed',
  'ereceipt-void-refused',
  'ereceipt-void-skipped',
  'refund-requested',
  'refunded',
  'refund-delayed',
  'refund-unknown',
  'refund-not-found',
  'refund-refused',
  'return-retried',
  'repayment-chosen',
  'repaid',
  'return-completed',
  'return-called-off',
  'slip-copied',
])
export const isOfReturn = (event: SaleEvent): event is ReturnEvent => OF_RETURN.has(event.kind)

function changed(
  { returns }: Sale,
  returnId: string,
  kind: string,
  change: (one: Return) => Return,
): readonly Return[] {
  if (!returns.some(({ id }) => id === returnId)) return unfit(kind, 'no such return')
  return returns.map((one) => (one.id === returnId ? change(one) : one))
}

type Later = Exclude<ReturnEvent, { kind: 'return-opened' }>

function after(one: Return, at: number, event: Later): Return {
  if (event.kind === 'slip-copied') {
    if (one.state === 'open' || one.slips.length === 0) return unfit(event.kind, one.state)
    return { ...one, slips: [...one.slips, event.jobId] }
  }
  if (one.state !== 'open') return unfit(event.kind, one.state)
  switch (event.kind) {
    case 'ereceipt-void-requested':
    case 'ereceipt-voided':
    case 'ereceipt-void-delayed':
    case 'ereceipt-void-refused':
    case 'ereceipt-void-skipped':
      return withVoid(one, event.paymentId, (had) => voidAfter(had, event))
    case 'refund-requested':
    case 'refunded':
    case 'refund-delayed':
    case 'refund-unknown':
    case 'refund-not-found':
    case 'refund-refused':
    case 'repayment-chosen':
    case 'repaid':
      if (!voidsAreSettled(one)) return unfit(event.kind, 'its e-receipts stand')
      return withPart(one, event.partId, (had) => partAfter(had, event))
    case 'return-retried':
      return retried(one)
    case 'return-completed':
      if (!isSettled(one)) return unfit(event.kind, 'not settled')
      return { ...one, state: 'completed', endedAt: at, slips: [event.jobId] }
    case 'return-called-off':
      if (!canCallOff(one)) return unfit(event.kind, 'money moved')
      return { ...one, state: 'called-off', endedAt: at, slips: event.jobId ? [event.jobId] : [] }
  }
}

type OfVoid = Extract<Later, { readonly paymentId: string }>

function voidAfter(had: ReturnVoid, event: OfVoid): VoidStep {
  const { step } = had
  const perhaps = 'perhaps' in step && step.perhaps
  const open = step.name === 'due' || step.name === 'requested'
  switch (event.kind) {
    case 'ereceipt-void-requested':
      return open ? { name: 'requested', perhaps } : unfit(event.kind, step.name)
    case 'ereceipt-voided':
      return open ? { name: 'voided' } : unfit(event.kind, step.name)
    case 'ereceipt-void-delayed':
      return open
        ? { name: 'due', failure: event.failure, perhaps: perhaps || event.lost }
        : unfit(event.kind, step.name)
    case 'ereceipt-void-refused':
      return open ? { name: 'refused', failure: event.failure, perhaps } : unfit(event.kind, step.name)
    case 'ereceipt-void-skipped':
      return canGoWithoutVoid(had) ? { name: 'skipped' } : unfit(event.kind, step.name)
  }
}

type OfPart = Extract<Later, { readonly partId: string }>

function partAfter(had: ReturnPart, event: OfPart): ReturnPart {
  if (event.kind === 'repaid') {
    if (had.by !== 'hand' || had.step.name !== 'due') return unfit(event.kind, had.step.name)
    return { ...had, step: { name: 'repaid', how: event.how, note: event.note } }
  }
  if (had.by !== 'refund') return unfit(event.kind, 'by hand')
  if (event.kind === 'repayment-chosen') {
    if (had.step.name !== 'refused') return unfit(event.kind, had.step.name)
    const { id, paymentId, amount } = had
    return { id, paymentId, amount, by: 'hand', way: event.way, why: 'refused', step: { name: 'due' } }
  }
  if (had.step.name === 'refunded' || had.step.name === 'refused') return unfit(event.kind, had.step.name)
  if (event.kind === 'refund-requested')
    return { ...had, operation: event.operation, step: { name: 'requested' } }
  // A cancellation that is refused without a word of the contract may be too late for the card's bank: a refund is not.
  if (
    event.kind === 'refund-refused' &&
    had.operation === 'cancel' &&
    event.failure.name === 'REQUEST_REFUSED'
  )
    return { ...had, operation: 'refund', step: { name: 'due', failure: event.failure } }
  return { ...had, step: refundAfter(had.step, event) }
}

/** How often a payment must be found paid after a lost answer, and how long apart, before it is asked for again: the lost request may still be on its way. */
const STILL_PAID_TIMES = 2

function refundAfter(
  step: RefundStep,
  event: Exclude<OfPart, { kind: 'repaid' | 'repayment-chosen' | 'refund-requested' }>,
): RefundStep {
  switch (event.kind) {
    case 'refunded':
      return { name: 'refunded', how: event.how }
    case 'refund-delayed':
      return { name: 'due', failure: event.failure }
    case 'refund-unknown':
      return { name: 'unknown', failure: event.failure, stillPaidTimes: 0 }
    case 'refund-not-found': {
      if (step.name !== 'unknown') return unfit(event.kind, step.name)
      const stillPaidTimes = step.stillPaidTimes + 1
      return stillPaidTimes < STILL_PAID_TIMES
        ? { ...step, stillPaidTimes }
        : { name: 'due', failure: step.failure }
    }
    case 'refund-refused':
      return { name: 'refused', failure: event.failure }
  }
}

const retried = (one: Return): Return => ({
  ...one,
  voids: one.voids.map((had) =>
    had.step.name === 'refused'
      ? { ...had, step: { name: 'due', failure: null, perhaps: had.step.perhaps } }
      : had,
  ),
  parts: one.parts.map((had) =>
    had.by === 'refund' && had.step.name === 'refused'
      ? { ...had, step: { name: 'due', failure: null } }
      : had,
  ),
})

const withVoid = (one: Return, paymentId: string, change: (had: ReturnVoid) => VoidStep): Return =>
  one.voids.some((had) => had.paymentId === paymentId)
    ? {
        ...one,
        voids: one.voids.map((had) => (had.paymentId === paymentId ? { ...had, step: change(had) } : had)),
      }
    : unfit('void', 'no such e-receipt')

const withPart = (one: Return, partId: string, change: (had: ReturnPart) => ReturnPart): Return =>
  one.parts.some(({ id }) => id === partId)
    ? { ...one, parts: one.parts.map((had) => (had.id === partId ? change(had) : had)) }
    : unfit('money back', 'no such part')

/** A manager will not wait: the e-receipt stands, or the shop gives the money back itself. */
function givenUp({ returns }: Sale, work: QueuedWork): readonly Return[] | null {
  if (work !== 'void' && work !== 'refund') return null
  return returns.map((one) => {
    if (one.state !== 'open') return one
    if (work === 'void')
      return {
        ...one,
        voids: one.voids.map((had) =>
          had.step.name === 'due' ? { ...had, step: { name: 'skipped' as const } } : had,
        ),
      }
    return {
      ...one,
      parts: one.parts.map((had) =>
        had.by === 'refund' && had.step.name === 'due'
          ? { ...had, step: { name: 'refused' as const, failure: failure('GIVEN_UP') } }
          : had,
      ),
    }
  })
}

/** What a return's event does to the state of its sale. */
export function stateWithReturn(sale: Sale, at: number, event: SaleEvent): SaleState {
  const { state } = sale
  if (!('paidAt' in state)) return state
  if (event.kind === 'ereceipt-voided') {
    const { paymentId } = event
    const void_ = sale.returns.flatMap(({ voids }) => voids).find((one) => one.paymentId === paymentId)
    return rearranged(state, at, (had) =>
      had.paymentId === paymentId ? { step: 'voided', paymentId, printedId: void_?.printedId ?? null } : had,
    )
  }
  if (event.kind === 'refunded') return withMoneyGone(sale, state, event)
  if (event.kind === 'return-called-off') return reissued(sale, state, at, event.returnId)
  return state
}

/** As the next check will find it. */
function withMoneyGone(
  { returns }: Sale,
  state: Sold,
  { returnId, partId, how }: Extract<ReturnEvent, { kind: 'refunded' }>,
): SaleState {
  const part = returns.find(({ id }) => id === returnId)?.parts.find(({ id }) => id === partId)
  const status = how === 'cancelled' ? 'CANCELLED' : 'REFUNDED'
  return {
    ...state,
    payments: state.payments.map((one) => (one.paymentId === part?.paymentId ? { ...one, status } : one)),
  }
}

/** The goods stay sold: what was voided for them, or perhaps was, is issued anew. */
function reissued({ returns }: Sale, state: Sold, at: number, returnId: string): SaleState {
  const one = returns.find(({ id }) => id === returnId)
  const again = new Set(
    (one?.voids ?? [])
      .filter(({ step }) => step.name === 'voided' || ('perhaps' in step && step.perhaps))
      .map(({ paymentId }) => paymentId),
  )
  if (again.size === 0) return state
  return rearranged(
    state,
    at,
    (had) => (again.has(had.paymentId) ? { step: 'due', paymentId: had.paymentId, failure: null } : had),
    { step: 'not yet' },
  )
}

/**
 * What came in for a sold sale: what a return of ours gave back of it came in all the same, and is no surprise when a
 * check finds it gone. What went back otherwise did not.
 */
export function recounted(state: SaleState, returns: readonly Return[]): SaleState {
  if (!('paidAt' in state)) return state
  const ours = new Set(
    returns
      .filter((one) => one.state !== 'called-off')
      .flatMap(({ parts }) => parts)
      .filter((part) => part.by === 'refund' && part.step.name !== 'refused')
      .map(({ paymentId }) => paymentId),
  )
  const came = (payment: SeenPayment): SeenPayment =>
    ours.has(payment.paymentId) && (payment.status === 'REFUNDED' || payment.status === 'CANCELLED')
      ? { ...payment, status: 'PAID' }
      : payment
  const paid = takenSum(state.cash, state.payments.map(came))
  return paid === state.paid ? state : { ...state, paid, surplus: surplusOf(paid, state.total) }
}
