import { type AttentionCause, REMEDIES_OF, type Remedy } from '../../shared/attention.ts'
import { type Money, money, NO_MONEY } from '../../shared/money.ts'
import { waitsForPerson } from '../../shared/return.ts'
import type { Sale, SaleEvent, SeenPayment } from '../../shared/sale.ts'
import type { NewAttention } from '../journal/index.ts'
import { isOfReturn } from './evolve-return.ts'
import type { Sold } from './evolve-sold.ts'
import { cashSum, missingOf, takenSum } from './payments.ts'

const point = (cause: AttentionCause, amount: Money): NewAttention => ({ cause, failure: null, amount })

/** What of the latest events must be put before a person (law 9). */
export function attentionFor(before: Sale | null, sale: Sale, events: readonly SaleEvent[]): NewAttention[] {
  const ofReturns = events.some(ofReturn) ? [...returnWaits(sale), ...afterSale(before, sale)] : []
  return [...ofReturns, ...events.flatMap((event) => pointOf(event, before, sale))]
}

function pointOf(event: SaleEvent, before: Sale | null, sale: Sale): NewAttention[] {
  switch (event.kind) {
    case 'paid-late':
      return lateMoney(sale)
    case 'paid':
      return 'surplus' in sale.state && sale.state.surplus > 0 ? [point('surplus', sale.state.surplus)] : []
    case 'payments-seen':
      return afterSale(before, sale)
    case 'invoice-cancelled':
      return cashHeld(sale)
    case 'ereceipt-refused':
      return event.failure.name === 'GIVEN_UP'
        ? []
        : [{ cause: 'ereceipt-refused', failure: event.failure, amount: null }]
    default:
      return []
  }
}

const ofReturn = (event: SaleEvent): boolean =>
  isOfReturn(event) || (event.kind === 'work-given-up' && (event.work === 'void' || event.work === 'refund'))

/** A return that does not go on before a person has decided. */
function returnWaits(sale: Sale): NewAttention[] {
  const now = waitsForPerson(sale)
  return now === null ? [] : [{ cause: 'return-waits', failure: now.failure, amount: now.amount }]
}

/** What came late and is still the payer's. */
function lateMoney({ state }: Sale): NewAttention[] {
  if (state.name !== 'paid-late' || state.paid <= state.givenBack) return []
  return [point('late-money', money(state.paid - state.givenBack))]
}

/** A sale that was cancelled keeps no payer's cash. */
function cashHeld({ state }: Sale): NewAttention[] {
  if (state.name !== 'cancelled' && state.name !== 'paid-late') return []
  const held = cashSum(state.cash)
  return held > NO_MONEY ? [point('cash-held', held)] : []
}

/** Money that came, or went back, after the sale was sold. */
function afterSale(before: Sale | null, sale: Sale): NewAttention[] {
  if (before === null || !isSold(before.state) || !isSold(sale.state)) return []
  const [was, now] = [before.state, sale.state]
  const more = now.surplus - was.surplus
  if (more > 0) return [point(now.retiring === null ? 'surplus' : 'paid-twice', money(more))]
  const less = Math.min(was.paid, was.total) - Math.min(now.paid, now.total)
  return less > 0 ? [point('refunded-elsewhere', money(less))] : []
}

const isSold = (state: Sale['state']): state is Sold => 'paidAt' in state

/** What the latest events have settled by themselves. */
export function settledBy(sale: Sale, events: readonly SaleEvent[]): AttentionCause[] {
  const { state } = sale
  const causes: AttentionCause[] = []
  const happened = (kind: SaleEvent['kind']) => events.some((event) => event.kind === kind)
  if (state.name === 'completed') causes.push('ereceipt-refused', 'receipt-unprintable')
  if (happened('receipt-retried')) causes.push('ereceipt-refused')
  // It came out, or it is known again why it did not.
  if (happened('receipt-printed') || happened('receipt-delayed') || happened('work-given-up'))
    causes.push('receipt-unprintable')
  // A new sum of late money takes the place of the one before.
  if (happened('paid') || happened('paid-late')) causes.push('late-money')
  // What it waits for after them is put up anew.
  if (events.some(ofReturn)) causes.push('return-waits')
  if (happened('paid')) causes.push('cash-held')
  if (happened('cash-returned') && 'cash' in state && state.cash.length === 0) causes.push('cash-held')
  if (happened('payments-seen') && isSold(state) && state.surplus === NO_MONEY)
    causes.push('surplus', 'paid-twice')
  if (happened('payments-seen') && state.name === 'paid-late' && state.paid === NO_MONEY)
    causes.push('late-money')
  return causes
}

/** The ways out of a cause that fit the sale as it is now. */
export function remediesFor(cause: AttentionCause, sale: Sale): readonly Remedy[] {
  return REMEDIES_OF[cause].filter((remedy) => fits(remedy, sale))
}

function fits(remedy: Remedy, { state }: Sale): boolean {
  switch (remedy) {
    case 'sold':
      return state.name === 'paid-late' && isWhole(state) && missingIn(state) === NO_MONEY
    case 'sold-with-cash':
      return state.name === 'paid-late' && isWhole(state) && missingIn(state) > NO_MONEY
    case 'came-out':
      return state.name === 'receipting'
    case 'tried-again':
      return state.name === 'receipt-owed' || state.name === 'receipting'
    default:
      return true
  }
}

/** Nothing of it was given back: a sale whose money went back is rung up anew, not sold for what is left. */
const isWhole = (state: Extract<Sale['state'], { name: 'paid-late' }>): boolean =>
  state.givenBack === NO_MONEY

/** What cash must still come for a sale that was paid late in part. */
export const missingIn = (state: Extract<Sale['state'], { name: 'paid-late' }>): Money =>
  missingOf(state.total, takenSum(state.cash, state.payments as readonly SeenPayment[]))
