/**
 * What a return would do, decided before anything is sent (docs/decisions/refund-or-cancel.md). Pure.
 *
 *     1. card payments that fit whole into what goes back are refunded by the service, the largest first
 *     2. what was paid in cash goes back in cash
 *     3. the rest is the shop's own repayment, of bank transfers first
 *     4. e-receipts of payments that are then given back whole are voided before any of it
 *
 * A payment above what goes back is never refunded: the interface refunds whole payments (section 4.3), and nobody gets
 * back more than the goods were sold for.
 */
import { type Money, money, NO_MONEY, sumMoney } from '../../shared/money.ts'
import type { Quantity } from '../../shared/quantity.ts'
import {
  type ByHandCause,
  givenBackOf,
  type LeftOfLine,
  leftOf,
  openReturn,
  type RepaymentWay,
  type ReturnLine,
  type ReturnPart,
  type ReturnPlan,
  type ReturnVoid,
  type Reversal,
} from '../../shared/return.ts'
import type { EReceipt, Sale, SeenPayment } from '../../shared/sale.ts'
import { shopDay } from '../../shared/shop-day.ts'
import type { Sold } from './evolve-sold.ts'
import { cashSum } from './payments.ts'
import { refuse } from './refuse.ts'

/** So much of a line; null is all that the customer still has of the sale. */
export type WantedBack = readonly { readonly lineId: string; readonly quantity: Quantity }[] | null

export type PlanChoice = {
  /** How the shop repays what was not paid in cash. */
  readonly way: RepaymentWay
  readonly now: number
}

/** Throws a named refusal where nothing can be returned so. */
export function planReturn(sale: Sale, wanted: WantedBack, choice: PlanChoice): ReturnPlan {
  const { state } = sale
  if (!('paidAt' in state)) return refuse('SALE_NOT_SOLD')
  if (openReturn(sale)) return refuse('RETURN_OPEN')
  if (state.ereceipts.some(({ step }) => step === 'due' || step === 'requested'))
    return refuse('RETURN_TOO_SOON')
  const left = leftOf(sale)
  const lines = linesOf(left, wanted)
  const amount = sumMoney(lines.map((line) => line.amount))
  if (amount === NO_MONEY) return refuse('RETURN_EMPTY')
  const whole = left.every(
    ({ line, quantity }) => (lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0) === quantity,
  )
  const parts = partsOf(sale, state, amount, choice)
  const gone = (one: EReceipt): boolean => whole || isGivenBack(sale, state, parts, one.paymentId)
  const ereceipts = state.ereceipts.filter(({ step }) => step !== 'voided')
  return {
    lines,
    whole,
    amount,
    voids: ereceipts.filter(gone).map(voidOf),
    parts,
    standing: ereceipts.flatMap((one) =>
      one.step === 'issued' && !gone(one) && parts.some(({ paymentId }) => paymentId === one.paymentId)
        ? [{ paymentId: one.paymentId, printedId: one.printedId }]
        : [],
    ),
  }
}

function linesOf(left: readonly LeftOfLine[], wanted: WantedBack): readonly ReturnLine[] {
  if (wanted === null)
    return left
      .filter(({ quantity }) => quantity > 0)
      .map(({ line, quantity, amount }) => ({ lineId: line.id, quantity, amount }))
  if (new Set(wanted.map(({ lineId }) => lineId)).size !== wanted.length) return refuse('INPUT_INVALID')
  return wanted.map(({ lineId, quantity }) => {
    const had = left.find(({ line }) => line.id === lineId)
    if (!had || quantity > had.quantity) return refuse('RETURN_TOO_MUCH')
    return { lineId, quantity, amount: amountOf(had, quantity) }
  })
}

/**
 * What so much of a line is worth: counted from the line's beginning, so that returns one by one add up to just what was
 * paid for it, discounts and all, whatever is lost by rounding to whole tugriks on the way.
 */
function amountOf({ line, quantity: left, amount }: LeftOfLine, back: Quantity): Money {
  if (back === left) return amount
  const before = line.quantity - left
  const worth = (BigInt(line.amount) * BigInt(before + back)) / (BigInt(line.quantity) * 100n)
  return money(Math.max(0, Math.min(amount, Number(worth) * 100 - (line.amount - amount))))
}

type Had = { readonly payment: SeenPayment; readonly left: Money }
type Wanted = {
  readonly paymentId: string | null
  readonly amount: Money
  readonly why: ByHandCause | 'refund'
}

function partsOf(sale: Sale, state: Sold, amount: Money, choice: PlanChoice): readonly ReturnPart[] {
  const paid: readonly Had[] = state.payments
    .filter(({ status }) => status === 'PAID')
    .map((payment) => ({ payment, left: money(payment.amount - givenBackOf(sale, payment.paymentId)) }))
    .filter(({ left }) => left > 0)
  const wanted: Wanted[] = []
  let rest: number = amount
  const take = (paymentId: string | null, most: number, why: Wanted['why']): void => {
    const taken = money(Math.min(rest, most))
    if (taken <= 0) return
    wanted.push({ paymentId, amount: taken, why })
    rest -= taken
  }
  const cards = paid.filter(isRefundable).sort((one, other) => other.left - one.left)
  for (const { payment, left } of cards) if (left <= rest) take(payment.paymentId, left, 'refund')
  take(null, cashSum(state.cash) - givenBackOf(sale, null), 'cash')
  const others = paid.filter(({ payment }) => !wanted.some((one) => one.paymentId === payment.paymentId))
  for (const { payment, left } of [...others].sort(transfersFirst))
    take(payment.paymentId, left, payment.type === 'CARD' ? 'part' : 'bank-transfer')
  if (rest > 0) return refuse('RETURN_NO_MONEY')
  const operation = reversalOn(state.paidAt, choice.now)
  return wanted.map((one, index) => partOf(one, String(index + 1), operation, choice.way))
}

/** Whole, and of a card: nothing of it was given back by hand. */
const isRefundable = ({ payment, left }: Had): boolean => payment.type === 'CARD' && left === payment.amount

/** Transfers before cards, for a card of which nothing was given back can be refunded whole another day. */
const transfersFirst = (one: Had, other: Had): number =>
  Number(one.payment.type === 'CARD') - Number(other.payment.type === 'CARD') || other.left - one.left

/** On the day of the payment the card's booking is taken back; later the money is sent back. */
const reversalOn = (paidAt: number, now: number): Reversal =>
  shopDay(paidAt) === shopDay(now) ? 'cancel' : 'refund'

function partOf(
  { paymentId, amount, why }: Wanted,
  id: string,
  operation: Reversal,
  way: RepaymentWay,
): ReturnPart {
  if (why === 'refund' && paymentId !== null)
    return { id, paymentId, amount, by: 'refund', operation, step: { name: 'due', failure: null } }
  return {
    id,
    paymentId,
    amount,
    by: 'hand',
    way: paymentId === null ? 'cash' : way,
    why: why === 'refund' ? 'part' : why,
    step: { name: 'due' },
  }
}

/** Whether all of a payment is with the payer again after it. */
function isGivenBack(sale: Sale, state: Sold, parts: readonly ReturnPart[], paymentId: string): boolean {
  const payment = state.payments.find((one) => one.paymentId === paymentId)
  const back = sumMoney(parts.filter((part) => part.paymentId === paymentId).map(({ amount }) => amount))
  return payment !== undefined && back > 0 && givenBackOf(sale, paymentId) + back >= payment.amount
}

/** One that was refused is voided too, to be sure: it may have been issued and its answer lost. */
const voidOf = (one: EReceipt): ReturnVoid => ({
  paymentId: one.paymentId,
  printedId: one.step === 'issued' ? one.printedId : null,
  step: { name: 'due', failure: null, perhaps: false },
})
