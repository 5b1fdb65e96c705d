/** The events of a return, and what they do to the sale's e-receipts. */
import { failure } from '../failure.ts'
import { type Money, money, sumOf } from '../money/money.ts'
import { isNeeded, withReceipt } from './apply-to-receipts.ts'
import { lostBefore } from './money-of-sale.ts'
import { unfit } from './refuse.ts'
import {
  canCancelReturn,
  canGoWithoutVoid,
  isSettled,
  isVoidAlone,
  mayBeDone,
  type RefundStep,
  type Return,
  type ReturnPart,
  type ReturnVoid,
  type VoidStep,
  voidsAreSettled,
} from './return.ts'
import type { EReceipt, QueuedWork, ReturnEvent, Sale, SaleEvent } from './sale.ts'
import { issuedIdOf, nothingLeft } from './status.ts'

/** Null where the event is not of a return. */
export function applyToReturns(sale: Sale, at: number, event: SaleEvent): Sale | null {
  const returns = applyToList(sale, at, event)
  if (returns === null) return null
  const monitoredUntil = ('monitorUntil' in event && event.monitorUntil) || sale.monitoredUntil
  const after = { ...sale, returns, monitoredUntil, receiver: receiverAfter(sale, event) }
  return { ...after, ereceipts: applyToEReceipts(after, event), payments: applyToPayments(after, event) }
}

/** All e-receipts for the old receiver are void now. */
function receiverAfter({ returns, receiver }: Sale, event: SaleEvent): Sale['receiver'] {
  if (event.kind !== 'return-completed') return receiver
  return returns.find(({ id }) => id === event.returnId)?.receiver ?? receiver
}

function applyToList(sale: Sale, at: number, event: SaleEvent): readonly Return[] | null {
  if (event.kind === 'work-given-up') return givenUp(sale, event.work)
  if (!isOfReturn(event)) return null
  if (sale.soldAt === null) return unfit(event.kind, 'unsold')
  if (event.kind === 'return-opened') {
    const { kind: _kind, returnId, ...plan } = event
    const unpaid = money(sumOf(plan.lines) - plan.amount)
    const goodsForLost = unpaid > 0 ? { goodsForLost: lostBefore(unpaid, sale) } : {}
    const began = { id: returnId, openedAt: at, state: 'open', endedAt: null, slips: [] } as const
    const opened: Return = { ...plan, ...goodsForLost, ...began }
    return sale.returns.some(({ state }) => state === 'open')
      ? unfit(event.kind, 'a return is open')
      : [...sale.returns, opened]
  }
  return changed(sale, event.returnId, event.kind, (one) => after(one, at, event))
}

const isOfReturn = (event: SaleEvent): event is ReturnEvent => 'returnId' in event

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
  if (event.kind === 'void-slip-queued')
    return one.state === 'open' ? unfit(event.kind, one.state) : { ...one, slips: [event.jobId] }
  if (one.state !== 'open') return unfit(event.kind, one.state)
  if ('paymentId' in event) return withVoid(one, event.paymentId, (had) => applyToVoid(one, had, event))
  if ('partId' in event)
    return voidsAreSettled(one)
      ? withPart(one, event.partId, (had) => applyToParts(had, event))
      : unfit(event.kind, 'its e-receipts stand')
  switch (event.kind) {
    case 'return-retried':
      return retried(one)
    case 'return-completed':
      if (!isSettled(one)) return unfit(event.kind, 'not settled')
      return { ...one, state: 'completed', endedAt: at, slips: event.jobId ? [event.jobId] : [] }
    case 'return-cancelled':
      if (!canCancelReturn(one)) return unfit(event.kind, 'money moved')
      return { ...one, state: 'cancelled', endedAt: at }
  }
}

type OfVoid = Extract<Later, { readonly paymentId: string }>

function applyToVoid(one: Return, had: ReturnVoid, event: OfVoid): VoidStep {
  const { step } = had
  if (event.kind === 'ereceipt-void-skipped')
    return canGoWithoutVoid(one, had) ? skipped(had) : unfit(event.kind, step.name)
  if (step.name !== 'due' && step.name !== 'requested') return unfit(event.kind, step.name)
  const { maybeDone } = step
  switch (event.kind) {
    case 'ereceipt-void-requested':
      return { name: 'requested', maybeDone }
    case 'ereceipt-voided':
      return { name: 'voided', maybeDone }
    case 'ereceipt-void-delayed':
      return { name: 'due', failure: event.failure, maybeDone: maybeDone || event.lost }
    case 'ereceipt-void-refused':
      return { name: 'refused', failure: event.failure, maybeDone: maybeDone || event.lost }
  }
}

const skipped = (had: ReturnVoid): VoidStep => ({ name: 'skipped', maybeDone: mayBeDone(had) })

type OfPart = Extract<Later, { readonly partId: string }>

const applyToParts = (had: ReturnPart, event: OfPart): readonly ReturnPart[] =>
  event.kind === 'refunded' && event.amount !== undefined
    ? settledElsewhere(had, event.how, event.amount)
    : [applyToPart(had, event)]

/**
 * Splits a part of which somebody refunded an amount elsewhere: that amount counts as refunded, and the shop repays the
 * rest itself, because the service refunds whole payments only.
 */
function settledElsewhere(
  had: ReturnPart,
  how: Extract<RefundStep, { name: 'refunded' }>['how'],
  amount: Money,
): readonly ReturnPart[] {
  const { id, paymentId, step } = had
  if (paymentId === null || step.name === 'refunded' || step.name === 'repaid' || amount > had.amount)
    return unfit('refunded', step.name)
  const gone: ReturnPart = {
    id,
    paymentId,
    amount,
    by: 'refund',
    operation: how === 'cancelled' ? 'cancel' : 'refund',
    step: { name: 'refunded', how },
    ...(step.name === 'unknown' || step.name === 'requested' ? {} : { elsewhere: true }),
  }
  if (amount === had.amount) return [gone]
  const rest = { id: `${id}-rest`, paymentId, amount: money(had.amount - amount) }
  const { way, why } = had.by === 'hand' ? had : ({ way: 'transfer', why: 'part' } as const)
  return [gone, { ...rest, by: 'hand', way, why, step: { name: 'due' } }]
}

function applyToPart(had: ReturnPart, event: OfPart): ReturnPart {
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
  return refundInstead({ ...had, step: applyToRefund(had.step, event) })
}

type RefundPart = Extract<ReturnPart, { by: 'refund' }>

/** A refusal of a cancellation with an unlisted code may mean that it is too late: a refund is requested instead. */
function refundInstead(part: RefundPart): RefundPart {
  const { step, operation } = part
  return step.name === 'refused' && operation === 'cancel' && step.failure.name === 'REQUEST_REFUSED'
    ? { ...part, operation: 'refund', step: { name: 'due', failure: step.failure } }
    : part
}

/**
 * How many times, with pauses between, a payment must still be paid after a lost answer before the refund is requested
 * again: the lost request may still arrive.
 */
const STILL_PAID_TIMES = 2

function applyToRefund(
  step: RefundStep,
  event: Exclude<OfPart, { kind: 'repaid' | 'repayment-chosen' | 'refund-requested' }>,
): RefundStep {
  switch (event.kind) {
    case 'refunded':
      return { name: 'refunded', how: event.how }
    case 'refund-delayed':
      return { name: 'due', failure: event.failure }
    case 'refund-unknown':
      return {
        name: 'unknown',
        failure: event.failure,
        stillPaidTimes: 0,
        refused: event.refused ?? (step.name === 'unknown' && step.refused),
        unclear: event.unclear ?? false,
      }
    case 'refund-not-found': {
      if (step.name !== 'unknown') return unfit(event.kind, step.name)
      const stillPaidTimes = step.stillPaidTimes + 1
      if (stillPaidTimes < STILL_PAID_TIMES) return { ...step, stillPaidTimes }
      return { name: step.refused ? 'refused' : 'due', failure: step.failure }
    }
    case 'refund-refused':
      return { name: 'refused', failure: event.failure }
  }
}

const retried = (one: Return): Return => ({
  ...one,
  voids: one.voids.map((had) =>
    had.step.name === 'refused'
      ? { ...had, step: { name: 'due', failure: null, maybeDone: had.step.maybeDone } }
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

const withPart = (one: Return, partId: string, change: (had: ReturnPart) => readonly ReturnPart[]): Return =>
  one.parts.some(({ id }) => id === partId)
    ? { ...one, parts: one.parts.flatMap((had) => (had.id === partId ? change(had) : had)) }
    : unfit('money back', 'no such part')

/** Applies the decision of a manager not to wait: the e-receipt stays active, or the shop repays the money itself. */
function givenUp({ returns }: Sale, work: QueuedWork): readonly Return[] | null {
  if (work !== 'void' && work !== 'refund') return null
  return returns.map((one) => (one.state === 'open' ? withoutService(one, work) : one))
}

const withoutService = (one: Return, work: 'void' | 'refund'): Return =>
  work === 'void'
    ? { ...one, voids: one.voids.map((had) => (isDue(had) ? { ...had, step: skipped(had) } : had)) }
    : { ...one, parts: one.parts.map((had) => (isDue(had) && had.by === 'refund' ? givenUpPart(had) : had)) }

const isDue = ({ step }: ReturnVoid | ReturnPart): boolean => step.name === 'due'

const givenUpPart = (had: RefundPart): ReturnPart => ({
  ...had,
  step: { name: 'refused', failure: failure('GIVEN_UP') },
})

/** Sets the payment's status to the one that the next check will list. */
function applyToPayments({ returns, payments }: Sale, event: SaleEvent): Sale['payments'] {
  if (event.kind !== 'refunded' || event.amount !== undefined) return payments
  const one = returns.find(({ id }) => id === event.returnId)
  const part = one?.parts.find(({ id }) => id === event.partId)
  const status = event.how === 'cancelled' ? 'CANCELLED' : 'REFUNDED'
  return payments.map((payment) => (payment.paymentId === part?.paymentId ? { ...payment, status } : payment))
}

function applyToEReceipts(sale: Sale, event: SaleEvent): Sale['ereceipts'] {
  switch (event.kind) {
    case 'ereceipt-voided':
      return withReceipt(sale, event, (had) => (had.last?.ids ? voided(had) : had))
    // The last e-receipt is void now. Where only the e-receipt was wrong and goods stay sold, a new one is due.
    case 'return-completed':
      return changedBy(
        sale,
        event,
        ({ step }) => step.name === 'voided',
        (had, one) => (isIssuedAnew(sale, event) ? dueAgain(sale, voided(had), one) : voided(had)),
      )
    // The goods stay sold: e-receipts that were voided for the return, or may have been, are issued again.
    case 'return-cancelled':
      return changedBy(
        sale,
        event,
        () => true,
        (had, one) => dueAgain(sale, had, one),
      )
    default:
      return sale.ereceipts
  }
}

const isIssuedAnew = (sale: Sale, { returnId }: { readonly returnId: string }): boolean =>
  !nothingLeft(sale) && sale.returns.some((one) => one.id === returnId && isVoidAlone(one))

function changedBy(
  { returns, ereceipts }: Sale,
  { returnId }: { readonly returnId: string },
  isMeant: (one: ReturnVoid) => boolean,
  change: (had: EReceipt, one: ReturnVoid) => EReceipt,
): Sale['ereceipts'] {
  const voids = returns.find(({ id }) => id === returnId)?.voids.filter(isMeant) ?? []
  return ereceipts.map((had) => {
    const one = voids.find(({ paymentId }) => paymentId === had.paymentId)
    return one ? change(had, one) : had
  })
}

const voidOf = ({ paymentId, last }: EReceipt) =>
  last ? { paymentId, last: { no: last.no, ids: null } } : { paymentId }

const voided = (had: EReceipt): EReceipt =>
  had.step === 'voided' ? had : { ...voidOf(had), step: 'voided', printedId: issuedIdOf(had) }

/** Makes an e-receipt due again after its void or a lost void, if it had been issued and is needed. */
function dueAgain(sale: Sale, had: EReceipt, one: ReturnVoid): EReceipt {
  const { paymentId, last, step } = had
  const maybeDone = mayBeDone(one)
  if (!(step === 'voided' || (last?.ids && maybeDone)) || !isNeeded(sale, had)) return had
  return {
    paymentId,
    ...(last ? { last: { ...last, unsettled: maybeDone || last.unsettled === true } } : {}),
    step: 'due',
    failure: null,
  }
}
