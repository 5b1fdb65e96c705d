/**
 * Plans a return before anything is sent (docs/decisions/refund-or-cancel.md). Pure.
 *
 *     1. the service refunds card payments that are no larger than what goes back, the largest first
 *     2. what was paid in cash goes back in cash
 *     3. the shop repays the rest itself, bank transfers first
 *     4. before all that, e-receipts of payments that are given back whole are voided
 *
 * A payment above what goes back is never refunded: the service refunds whole payments only
 * (docs/payment-service.md#cancel-or-refund-a-payment), and nobody gets back more than the goods were sold for.
 */

import { refuse } from '../failure.ts'
import { type CashRounding, handedIn, roundedCash } from '../money/cash-rounding.ts'
import { type Money, money, NO_MONEY, sumMoney, sumOf } from '../money/money.ts'
import { isPartOfPiece, type Quantity } from '../money/quantity.ts'
import { shopDay } from '../shop/shop-day.ts'
import { keptTenders, lostOf, maybeOurs, paymentOf, tenderSum, writtenOffOf } from './money-of-sale.ts'
import {
  type ByHandCause,
  isBack,
  type LeftOfLine,
  leftOf,
  moneyReturnedOf,
  openReturn,
  type RepaymentWay,
  type ReturnLine,
  type ReturnPart,
  type ReturnPlan,
  type ReturnVoid,
  type Reversal,
  returnsThatCount,
} from './return.ts'
import { type EReceipt, type Payment, type Sale, TENDER_KINDS, type TenderKind } from './sale.ts'
import { isAwaited, issuedIdOf } from './status.ts'

/** The quantity of each line to return; null returns everything that is left of the sale. */
export type WantedBack = readonly { readonly lineId: string; readonly quantity: Quantity }[] | null

export type PlanChoice = {
  /** How the shop repays what was not paid in cash. */
  readonly way: RepaymentWay
  readonly now: number
  readonly cashRounding?: CashRounding
}

/** Throws a named refusal where the sale or the quantities cannot be returned. */
export function planReturn(sale: Sale, wanted: WantedBack, choice: PlanChoice): ReturnPlan {
  if (sale.soldAt === null) return refuse('SALE_NOT_SOLD')
  if (openReturn(sale)) return refuse('RETURN_OPEN')
  const isAwaiting = sale.ereceipts.some(isAwaited)
  if (isAwaiting && !sale.restWaits) return refuse('RETURN_TOO_SOON')
  const left = leftOf(sale)
  const lines = linesOf(left, wanted)
  const worth = sumMoney(lines.map((line) => line.amount))
  // Goods may come back without money if their money was refunded elsewhere before.
  if (lines.every(({ quantity }) => quantity === 0)) return refuse('RETURN_EMPTY')
  const whole = left.every(
    ({ line, quantity }) => (lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0) === quantity,
  )
  // The e-receipt of a part of a cart is not requested yet; it would be for all goods.
  if (isAwaiting && !whole) return refuse('RETURN_TOO_SOON')
  const parts = partsOf(sale, sale.soldAt, { due: dueFor(sale, worth), choice })
  const gone = (one: EReceipt): boolean => whole || isMoneyReturned(sale, parts, one.paymentId)
  const ereceipts = sale.ereceipts.filter((one) => one.step !== 'voided' && !isAwaited(one))
  return {
    lines,
    whole,
    amount: sumMoney(parts.map((part) => part.amount)),
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
    // What is left of an older sale may itself be a part of a piece.
    if (quantity < had.quantity && isPartOfPiece(quantity, had.line.product.unit))
      return refuse('QUANTITY_NOT_WHOLE')
    return { lineId, quantity, amount: amountOf(had, quantity) }
  })
}

/**
 * How much of a part somebody else already refunded: the amount that went back, that nobody decided about, and that the
 * payment's account no longer covers. Where the answer to our refund was lost, only the full amount of the part counts.
 */
export function refundedElsewhereOf(sale: Sale, part: ReturnPart, ours = maybeOurs): Money {
  const payment = paymentOf(sale, part.paymentId)
  if (payment === undefined || part.step.name === 'requested' || isBack(part)) return NO_MONEY
  const due = { ...part, step: { name: 'due' } } as ReturnPart
  const returns = sale.returns.map((one) =>
    one.parts.includes(part) ? { ...one, parts: one.parts.map((had) => (had === part ? due : had)) } : one,
  )
  const before = { ...sale, returns }
  const gone = Math.min(part.amount, lostOf(before, payment, ours), -leftToReturn(before, payment, ours))
  return gone <= 0 || (part.step.name === 'unknown' && gone < part.amount) ? NO_MONEY : money(gone)
}

/**
 * The price of a returned quantity, counted from the line's beginning, so that several returns add up to exactly what
 * was paid for the line, with discounts and rounding to whole tugriks.
 */
function amountOf({ line, quantity: left, amount }: LeftOfLine, back: Quantity): Money {
  if (back === left) return amount
  const before = line.quantity - left
  const worth = (BigInt(line.amount) * BigInt(before + back)) / (BigInt(line.quantity) * 100n)
  return money(Math.max(0, Math.min(amount, Number(worth) * 100 - (line.amount - amount))))
}

type Had = { readonly payment: Payment; readonly left: Money }
type Wanted = {
  readonly from: { readonly paymentId: string } | { readonly tender: TenderKind }
  readonly amount: Money
  readonly why: ByHandCause | 'refund'
}

function partsOf(
  sale: Sale,
  soldAt: number,
  { due, choice }: { readonly due: Money; readonly choice: PlanChoice },
): readonly ReturnPart[] {
  const paid: readonly Had[] = sale.payments
    .map((payment) => ({ payment, left: leftToReturn(sale, payment) }))
    .filter(({ left }) => left > 0)
  const wanted: Wanted[] = []
  let rest: number = due
  const take = (from: Wanted['from'], most: number, why: Wanted['why']): void => {
    const taken = money(Math.min(rest, most))
    if (taken <= 0) return
    wanted.push({ from, amount: taken, why })
    rest -= taken
  }
  const cards = paid.filter(isRefundable).sort((one, other) => other.left - one.left)
  for (const { payment, left } of cards) if (left <= rest) take(payment, left, 'refund')
  for (const tender of TENDER_KINDS)
    take({ tender }, leftOfTender(sale, tender), tender === 'cash' ? 'cash' : 'tender')
  const isTaken = ({ payment }: Had): boolean =>
    wanted.some(({ from }) => 'paymentId' in from && from.paymentId === payment.paymentId)
  for (const { payment, left } of paid.filter((one) => !isTaken(one)).sort(transfersFirst))
    take(payment, left, payment.type === 'CARD' ? 'part' : 'bank-transfer')
  if (rest > 0) return refuse('RETURN_NO_MONEY')
  return wanted.map((one, index) => partOf(one, String(index + 1), { sale, soldAt, choice }))
}

/**
 * The money to give back for returned goods, never more than the shop holds for the sale. Where the shop holds less
 * than the price of the goods that are left, the difference went back elsewhere, so the first returned goods bring no
 * money.
 */
function dueFor(sale: Sale, worth: Money): Money {
  const goods = sumMoney(leftOf(sale).map(({ amount }) => amount))
  const held = sumMoney([
    ...TENDER_KINDS.map((tender) => leftOfTender(sale, tender)),
    ...sale.payments.map((payment) => leftToReturn(sale, payment)),
  ])
  const unpaid = Math.max(0, goods - held)
  return money(Math.max(0, worth - unpaid))
}

const leftOfTender = (sale: Sale, tender: TenderKind): Money =>
  money(tenderSum(sale, tender) - moneyReturnedOf(sale, { tender }))

/** How much of a payment counts for the sale and did not go back; negative where more went back than counted. */
export const leftToReturn = (sale: Sale, payment: Payment, ours = maybeOurs): Money =>
  money(
    payment.counted -
      writtenOffOf(sale, payment.paymentId) -
      lostOf(sale, payment, ours) -
      moneyReturnedOf(sale, payment),
  )

/** A card payment that counts in full for the sale and of which nothing went back. */
const isRefundable = ({ payment, left }: Had): boolean => payment.type === 'CARD' && left === payment.came

/** Transfers before cards: a card payment of which nothing was repaid can still be refunded whole later. */
const transfersFirst = (one: Had, other: Had): number =>
  Number(one.payment.type === 'CARD') - Number(other.payment.type === 'CARD') || other.left - one.left

/**
 * Cash is given back rounded, too. It is counted from the first return, so that all together give back exactly the cash
 * that was paid: never more, whatever the steps are.
 */
function roundingOf(sale: Sale, amount: Money, cashRounding: CashRounding = 'none') {
  const tenders = keptTenders(sale).filter(({ kind }) => kind === 'cash')
  const before = returnsThatCount(sale)
    .flatMap(({ parts }) => parts)
    .filter(({ paymentId, tender = 'cash' }) => paymentId === null && tender === 'cash')
  const goods = sumMoney([...before.map((part) => part.amount), amount])
  const [paid, given] = [handedIn(tenders), handedIn(before)]
  const all = goods === sumOf(tenders) ? paid : Math.min(roundedCash(goods, cashRounding), paid)
  const rounding = money(Math.max(0, all - given) - amount)
  return rounding === 0 ? {} : { rounding }
}

/** On the day of the payment the card booking is cancelled; later the money is refunded. */
const reversalOn = (paidAt: number, now: number): Reversal =>
  shopDay(paidAt) === shopDay(now) ? 'cancel' : 'refund'

function partOf(
  { from, amount, why }: Wanted,
  id: string,
  { sale, soldAt, choice }: { readonly sale: Sale; readonly soldAt: number; readonly choice: PlanChoice },
): ReturnPart {
  const step = { name: 'due' } as const
  if ('tender' in from) {
    const { tender } = from
    const own = tender === 'cash' ? roundingOf(sale, amount, choice.cashRounding) : { tender }
    return {
      id,
      paymentId: null,
      ...own,
      amount,
      by: 'hand',
      way: tender,
      why: why === 'cash' ? why : 'tender',
      step,
    }
  }
  const { paymentId } = from
  if (why !== 'refund') return { id, paymentId, amount, by: 'hand', way: choice.way, why, step }
  const operation = reversalOn(paymentOf(sale, paymentId)?.cameAt ?? soldAt, choice.now)
  return { id, paymentId, amount, by: 'refund', operation, step: { name: 'due', failure: null } }
}

/** Whether these parts give back all that is left of a payment. */
function isMoneyReturned(sale: Sale, parts: readonly ReturnPart[], paymentId: string): boolean {
  const payment = paymentOf(sale, paymentId)
  const back = sumMoney(parts.filter((part) => part.paymentId === paymentId).map(({ amount }) => amount))
  return payment !== undefined && back > 0 && leftToReturn(sale, payment) <= back
}

/** A refused e-receipt is voided too, because a lost request may have issued it. */
const voidOf = (one: EReceipt): ReturnVoid => ({
  paymentId: one.paymentId,
  printedId: issuedIdOf(one),
  ...(one.last ? { no: one.last.no } : {}),
  step: { name: 'due', failure: null, maybeDone: false },
})

/** Only voids e-receipts: their money went back elsewhere, and a person decides about the goods separately. */
export const planVoid = (sale: Sale, paymentIds: readonly string[]): ReturnPlan => ({
  lines: [],
  whole: false,
  amount: NO_MONEY,
  voids: sale.ereceipts.filter(({ paymentId }) => paymentIds.includes(paymentId)).map(voidOf),
  parts: [],
  standing: [],
})
