/** Plans and starts returns, and records a person's decisions about them. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { failure, refuse } from '../../shared/failure.ts'
import { handed, handedIn } from '../../shared/money/cash-rounding.ts'
import { type Money, NO_MONEY } from '../../shared/money/money.ts'
import { planCorrection, receiverChange } from '../../shared/sale/receiver-change.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import {
  canCancelReturn,
  canGoWithoutVoid,
  isUnclear,
  moneyBackOf,
  openReturn,
  type RepaymentWay,
  type Return,
  type ReturnOrdered,
  type ReturnPlan,
  type ReturnStepAction,
  voidsAreSettled,
} from '../../shared/sale/return.ts'
import { planReturn, type WantedBack } from '../../shared/sale/return-plan.ts'
import { slipOf } from '../../shared/sale/return-steps.ts'
import type { Receiver, ReturnEvent, Sale } from '../../shared/sale/sale.ts'
import { mayChangeReceiver } from '../../shared/sale/status.ts'
import { type CartParts, registerOf, typedReceiver } from './cart.ts'
import type { MoneyParts } from './drawer.ts'
import { otherParts, partsBefore } from './parking.ts'

export type Returns = {
  /** The dry run of a return. */
  readonly plan: (saleId: string, wanted: WantedBack, way: RepaymentWay) => ReturnPlan
  /** `amount` is the amount to pay back that the person was shown. Returns the return's id. */
  readonly start: (saleId: string, wanted: WantedBack, order: ReturnOrder) => string
  /**
   * Voids the e-receipts of the sale and of the paid parts of its cart, to issue them again for this receiver: null is an
   * individual. Parts without one get the receiver at once. Returns the register number in its normal form.
   */
  readonly correctReceiver: (saleId: string, register: string | null, order: Corrected) => string | null
  /** The sales whose e-receipts `correctReceiver` voids. */
  readonly toCorrect: (saleId: string) => readonly string[]
  readonly settleStep: (saleId: string, returnId: string, action: ReturnStepAction) => void
  /** Prints its slip again, as a copy. */
  readonly copySlip: (saleId: string, returnId: string) => void
}

type Corrected = Pick<ReturnOrdered, 'by' | 'approvedBy'>

type ReturnOrder = ReturnOrdered & {
  /** The cash is not handed out, because it pays for other goods (exchange.ts). */
  readonly exchange?: boolean
  readonly way: RepaymentWay
  readonly amount: Money
}

export function createReturns(parts: MoneyParts & Pick<CartParts, 'journal'>): Returns {
  const { journal, store, clock } = parts

  const plan = (sale: Sale, wanted: WantedBack, way: RepaymentWay): ReturnPlan =>
    planReturn(sale, wanted, { way, now: clock.now(), cashRounding: parts.settings().cashRounding })

  /** Records events. Where cash is repaid, the same commit opens the drawer. */
  const record = (saleId: string, events: readonly ReturnEvent[], of: Pick<ReturnPlan, 'parts'>): void => {
    const repaid = events.filter((event) => event.kind === 'repaid')
    if (repaid.length > 0) parts.mayTakeMoney()
    const inCash = repaid.filter(({ how }) => how === 'cash').map(({ partId }) => partId)
    const out = handedIn(of.parts.filter(({ id }) => inCash.includes(id)))
    store.append(saleId, events, { newJobs: inCash.length > 0 ? parts.cashMoves(out) : [] })
  }

  /** The parts of the cart up to this sale, in the order of their QRs. */
  const partsOf = (saleId: string): readonly Sale[] => {
    const sale = saleNamed(journal.sales, saleId)
    return [...partsBefore(sale, journal.sales), sale]
  }
  const isIssued = (sale: Sale): boolean => receiverChange(sale) === 'correct'

  return {
    plan: (saleId, wanted, way) => plan(saleNamed(journal.sales, saleId), wanted, way),
    start: (saleId, wanted, { way, amount, reason, by, approvedBy, exchange = false }) => {
      parts.mayTakeMoney()
      const sale = saleNamed(journal.sales, saleId)
      const planned = plan(sale, wanted, way)
      if (reason.trim() === '') refuse('REASON_MISSING')
      if (moneyBackOf(planned) !== amount) refuse('AMOUNT_CHANGED')
      const returnId = randomUUID()
      const where = sale.origin ? { till: parts.settings().terminalCode } : {}
      record(
        saleId,
        [
          { kind: 'return-opened', returnId, reason: reason.trim(), by, approvedBy, ...where, ...planned },
          ...(exchange && paysForGoods(planned) ? [] : atOnce(returnId, planned)),
        ],
        planned,
      )
      return returnId
    },
    correctReceiver: (saleId, typed, order) => {
      const receiver = typedReceiver(typed)
      const sale = saleNamed(journal.sales, saleId)
      const cart = partsOf(saleId)
      if (cart.some(openReturn)) refuse('RETURN_OPEN')
      if (receiverChange(sale, cart.slice(0, -1)) !== 'correct') refuse('NOT_NOW')
      const events = [
        ...cart.filter(isIssued),
        ...[sale, ...otherParts(journal, sale)].filter(mayChangeReceiver),
      ]
        .filter((one) => !isDeepStrictEqual(one.receiver, receiver))
        .map((one) => ({
          id: one.id,
          event: isIssued(one)
            ? correction(one, receiver, order)
            : ({ kind: 'receiver-set', receiver } as const),
        }))
      for (const { id, event } of events) store.append(id, [event])
      return registerOf(receiver)
    },
    toCorrect: (saleId) =>
      partsOf(saleId)
        .filter(isIssued)
        .map(({ id }) => id),
    settleStep: (saleId, returnId, action) => {
      const sale = saleNamed(journal.sales, saleId)
      const one = sale.returns.find(({ id }) => id === returnId) ?? refuse('NOT_FOUND')
      const events = eventsOfAction(one, action)
      if (events.length > 0) record(saleId, events, one)
    },
    copySlip: (saleId, returnId) => {
      const one = saleNamed(journal.sales, saleId).returns.find(({ id }) => id === returnId)
      const kind = one && slipOf(one)
      if (!one?.slips.length || !kind) return refuse('NOT_NOW')
      const jobId = randomUUID()
      store.append(saleId, [{ kind: 'slip-copied', returnId, jobId }], { newJobs: [{ id: jobId, kind }] })
    },
  }
}

const CORRECTED_REASON = 'Баримт авагчийг засав'

/** Voids the e-receipts for the old receiver. */
export const correction = (sale: Sale, receiver: Receiver, order: Corrected): ReturnEvent => ({
  kind: 'return-opened',
  returnId: randomUUID(),
  reason: CORRECTED_REASON,
  ...order,
  receiver,
  ...planCorrection(sale),
})

/** Whether cash is left for an exchange: it may round to zero. */
const paysForGoods = ({ parts }: ReturnPlan): boolean => parts.some((part) => handed(part) > NO_MONEY)

/** If only cash goes back and no e-receipt must be voided first, the cash is repaid as the return is opened. */
function atOnce(returnId: string, { voids, parts }: ReturnPlan): ReturnEvent[] {
  const cashAlone = voids.length === 0 && parts.every((part) => part.by === 'hand' && part.way === 'cash')
  if (!cashAlone) return []
  return parts.map((part) => ({ kind: 'repaid', returnId, partId: part.id, how: 'cash', note: '' }))
}

/** The events of a person's action. Empty for a double tap. */
export function eventsOfAction(one: Return, action: ReturnStepAction): ReturnEvent[] {
  const returnId = one.id
  switch (action.do) {
    case 'repaid':
      return repaid(one, action)
    case 'try-again': {
      const refused = [...one.voids, ...one.parts].some(({ step }) => step.name === 'refused')
      return refused && one.state === 'open' ? [{ kind: 'return-retried', returnId }] : []
    }
    case 'without-void': {
      const had = one.voids.find(({ paymentId }) => paymentId === action.paymentId)
      if (had?.step.name === 'skipped') return []
      if (one.state !== 'open' || !had || !canGoWithoutVoid(one, had)) return refuse('NOT_NOW')
      return [{ kind: 'ereceipt-void-skipped', returnId, paymentId: action.paymentId }]
    }
    case 'by-hand': {
      const part = one.parts.find(({ id }) => id === action.partId)
      if (part?.by === 'hand') return []
      if (one.state !== 'open' || part?.step.name !== 'refused') return refuse('NOT_NOW')
      return [{ kind: 'repayment-chosen', returnId, partId: action.partId, way: action.way }]
    }
    case 'found-out': {
      const { partId } = action
      const part = one.parts.find(({ id }) => id === partId)
      if (one.state !== 'open' || part === undefined || !isUnclear(part)) return refuse('NOT_NOW')
      return action.refunded
        ? [{ kind: 'refunded', returnId, partId, how: 'told' }]
        : [{ kind: 'refund-refused', returnId, partId, failure: failure('TOLD_NOT_REFUNDED') }]
    }
    case 'cancel':
      if (one.state === 'cancelled') return []
      return canCancelReturn(one) ? [{ kind: 'return-cancelled', returnId }] : refuse('RETURN_NOT_CANCELLED')
  }
}

function repaid(
  one: Return,
  { partId, how, note }: Extract<ReturnStepAction, { do: 'repaid' }>,
): ReturnEvent[] {
  const part = one.parts.find(({ id }) => id === partId)
  if (part?.by !== 'hand') return refuse('NOT_NOW')
  if (part.step.name === 'repaid') return []
  if (one.state !== 'open' || !voidsAreSettled(one)) return refuse('NOT_NOW')
  return [{ kind: 'repaid', returnId: one.id, partId, how, note: note.trim() }]
}
