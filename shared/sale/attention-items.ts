/** What of a sale waits for a person (law 9), and the resolutions. Derived from the sale: no amount is stored twice. */

import { type Failure, failure } from '../failure.ts'
import { type Money, money, NO_MONEY, sumMoney, sumOf } from '../money/money.ts'
import { lacksTaxCode } from '../shop/lacks-tax-code.ts'
import { isNeeded } from './apply-to-receipts.ts'
import { type AttentionCause, RESOLUTIONS_OF, type Resolution } from './attention.ts'
import {
  contradictionOf,
  maybeOurs,
  missingOf,
  notRefunded,
  owedToPayers,
  paymentOf,
  receivedFor,
  shortOf,
  takenAgainOf,
  tenderSum,
} from './money-of-sale.ts'
import {
  moneyReturnedOf,
  openReturn,
  returnedForLostMoney,
  returnedTooMuch,
  voidsAreSettled,
  waitsForPerson,
} from './return.ts'
import { leftToReturn, refundedElsewhereOf } from './return-plan.ts'
import { partsRefundedElsewhere } from './return-steps.ts'
import {
  type EReceipt,
  nameOf,
  type Payment,
  type PaymentShare,
  type Sale,
  type SaleInvoice,
} from './sale.ts'
import { chargeOf, issuedIdOf, isVoidOf, mayStand, totalOf } from './status.ts'
import { cameBy, canStillBePaid } from './steps.ts'

/** At most one of each cause, with the amount as it is now. */
export type Attention = {
  readonly cause: AttentionCause
  readonly amount: Money | null
  readonly failure: Failure | null
  readonly at: number
}

export const attentionOf = (sale: Sale): readonly Attention[] => [
  // The money of a guest sale is a matter of the till that made it, but for a return.
  ...(sale.origin ? [] : ofMoney(sale)),
  ...returnedTwice(sale),
  ...cartAtTwoTills(sale),
  ...returnWaits(sale),
  ...sale.notices.map(({ cause, amount }) => ({ cause, amount, failure: null, at: sale.openedAt })),
]

const ofMoney = (sale: Sale): readonly Attention[] => [
  ...moneyApart(sale),
  ...tendersHeld(sale),
  ...receiptsRefused(sale),
  ...codesRefused(sale),
  ...receiptsStanding(sale),
  ...invoicesLeftOpen(sale),
  ...paymentsUnclear(sale),
]

const item = (cause: AttentionCause, at: number, more: Partial<Attention> = {}): Attention => ({
  cause,
  amount: null,
  failure: null,
  at,
  ...more,
})

/** The payments that a cause is about, with amounts: money that is the payer's, or that went back elsewhere. */
export function owedBy(sale: Sale, cause: AttentionCause): readonly PaymentShare[] {
  const isNeeded = ({ paymentId }: PaymentShare): boolean => {
    const invoiceNo = paymentOf(sale, paymentId)?.invoiceNo
    return sale.invoices.find(({ no }) => no === invoiceNo)?.wanted ?? true
  }
  const owed = owedToPayers(sale)
  switch (cause) {
    // Money of a sale that is still being paid needs no decision.
    case 'late-money':
      return sale.soldAt === null && (sale.endedAt !== null || chargeOf(sale) === null) ? owed : []
    case 'surplus':
      return sale.soldAt === null ? [] : owed.filter(isNeeded)
    case 'paid-twice':
      return sale.soldAt === null ? [] : owed.filter((share) => !isNeeded(share))
    case 'refund-not-done':
      return notRefunded(sale)
    case 'refunded-elsewhere':
      return shortOf(sale).flatMap(({ paymentId, amount }) => besides(amount, paymentId, sale))
    default:
      return []
  }
}

/** The amount less what parts of an open return already account for: that money needs no decision. */
function besides(amount: Money, paymentId: string, sale: Sale): readonly PaymentShare[] {
  const parts = openReturn(sale)?.parts.filter((part) => part.paymentId === paymentId) ?? []
  const left = money(amount - sumMoney(parts.map((part) => refundedElsewhereOf(sale, part))))
  return left > 0 ? [{ paymentId, amount: left }] : []
}

/** Items about money. Each one dates from the last time that one of its payments came or went back. */
const moneyApart = (sale: Sale): readonly Attention[] =>
  (['late-money', 'surplus', 'paid-twice', 'refunded-elsewhere', 'refund-not-done'] as const).flatMap(
    (cause) => {
      const shares = owedBy(sale, cause)
      const isOwed = cause !== 'refunded-elsewhere' && cause !== 'refund-not-done'
      const times = shares.flatMap(({ paymentId }) => {
        const payment = paymentOf(sale, paymentId)
        return (isOwed ? payment?.cameAt : (payment?.contradicted?.at ?? payment?.wentBackAt)) ?? []
      })
      return shares.length === 0
        ? []
        : [item(cause, Math.max(...times, sale.openedAt), { amount: sumOf(shares) })]
    },
  )

/** Cash and other tenders that a cancelled sale still holds: they must go back to the payer. */
function tendersHeld(sale: Sale): readonly Attention[] {
  const held = tenderSum(sale)
  return sale.endedAt !== null && held > NO_MONEY ? [item('cash-held', sale.endedAt, { amount: held })] : []
}

/**
 * One item for all refused e-receipts of the sale, because all are tried again together. It has the reason that a person
 * must decide about, if there is one.
 */
function receiptsRefused(sale: Sale): readonly Attention[] {
  const refused = sale.ereceipts.filter((one) => one.step === 'refused')
  const told = refused.find(({ failure: why }) => why.name !== 'EBARIMT_NOT_REGISTERED') ?? refused[0]
  return told !== undefined && refused.some(({ seen }) => !seen)
    ? [item('ereceipt-refused', told.at, { failure: told.failure })]
    : []
}

function codesRefused({ terms, soldAt, payments, decisions, lines }: Sale): readonly Attention[] {
  const isSeen = decisions.some(({ cause }) => cause === 'tax-code-refused')
  if (terms?.codesRefused !== true || soldAt === null || payments.length === 0 || isSeen) return []
  const lacking = lines.filter(({ product }) => lacksTaxCode(product))
  const names = (lacking.length > 0 ? lacking : lines).map(nameOf).join(', ')
  return [item('tax-code-refused', soldAt, { failure: failure('TAX_CODE_REFUSED', names) })]
}

/** Active e-receipts whose money went back. One whose money waits for a decision belongs to that item. */
function receiptsStanding(sale: Sale): readonly Attention[] {
  const told = new Set(shortOf(sale).map(({ paymentId }) => paymentId))
  return voidable(sale).some((paymentId) => !told.has(paymentId))
    ? [item('ereceipt-stands', sale.soldAt ?? sale.openedAt)]
    : []
}

function invoicesLeftOpen(sale: Sale): readonly Attention[] {
  const open = sale.invoices.find(
    (one) => one.step.name === 'left-open' && !one.step.seen && canStillBePaid(sale, one),
  )
  if (open?.step.name !== 'left-open') return []
  const { step } = open
  const amount = open.amount === null ? null : money(open.amount - cameBy(sale, open))
  return [item('invoice-left-open', open.shownAt ?? sale.openedAt, { amount, failure: step.failure })]
}

function paymentsUnclear(sale: Sale): readonly Attention[] {
  const unclear = unclearPayments(sale)
  const isNoticed = sale.notices.some(({ cause }) => cause === 'payment-unclear')
  return unclear.length === 0 || isNoticed
    ? []
    : [item('payment-unclear', sale.soldAt ?? sale.endedAt ?? sale.openedAt)]
}

export function unclearPayments(sale: Sale): readonly string[] {
  const seen = new Set(
    sale.decisions
      .filter(({ cause }) => cause === 'payment-unclear')
      .flatMap(({ shares }) => shares.map(({ paymentId }) => paymentId)),
  )
  return sale.payments
    .filter((payment) => contradictionOf(payment) === undefined)
    .filter(({ status, currency }) => status === 'unknown' || (currency !== undefined && status === 'PAID'))
    .flatMap(({ paymentId }) => (seen.has(paymentId) ? [] : [paymentId]))
}

/** A sale whose cart another till continued too. A cart at the counter says so itself. */
function cartAtTwoTills({ soldAt, movedTo, decisions, notices }: Sale): readonly Attention[] {
  const isTold = [...decisions, ...notices].some(({ cause }) => cause === 'cart-at-two-tills')
  return soldAt === null || movedTo === undefined || isTold ? [] : [item('cart-at-two-tills', soldAt)]
}

/** Goods that came back more often than they were sold, with what was paid back too much. Two tills did not know of each other. */
function returnedTwice(sale: Sale): readonly Attention[] {
  const excess = returnedTooMuch(sale)
  const isSeen = sale.decisions.some(({ cause }) => cause === 'returned-twice')
  if (excess.length === 0 || isSeen) return []
  const amount = excess.reduce((sum, line) => sum - Math.min(0, line.amount), 0)
  const at = Math.max(...sale.returns.map(({ openedAt }) => openedAt))
  return [item('returned-twice', at, { amount: money(amount) })]
}

/** An open return that continues only after a person's decision. */
function returnWaits(sale: Sale): readonly Attention[] {
  const one = openReturn(sale)
  const waits = waitsForPerson(sale)
  if (one === null || waits === null) return []
  return one.receiver === undefined
    ? [item('return-waits', one.openedAt, waits)]
    : [item('correction-waits', one.openedAt, { failure: waits.failure })]
}

/** The resolutions of a cause that fit the sale as it is now. */
export const resolutionsFor = (cause: AttentionCause, sale: Sale): readonly Resolution[] =>
  RESOLUTIONS_OF[cause].filter((resolution) => fits(resolution, cause, sale))

function fits(resolution: Resolution, cause: AttentionCause, sale: Sale): boolean {
  switch (resolution) {
    case 'sold':
      return sale.endedAt !== null && isWhole(sale) && missingIn(sale) === NO_MONEY
    case 'sold-with-cash':
      return sale.endedAt !== null && isWhole(sale) && missingIn(sale) > NO_MONEY
    // An open return takes account of the money only after its e-receipts were voided (law 6).
    case 'goods-returned': {
      const isVoided = voidsAreSettled(openReturn(sale) ?? { voids: [] })
      return sale.soldAt !== null && (isVoided || partsRefundedElsewhere(sale).length === 0)
    }
    case 'collected-again':
      return sale.soldAt !== null
    case 'own-transfer':
      return owedBy(sale, cause).every(({ paymentId, amount }) => {
        const payment = paymentOf(sale, paymentId)
        return payment !== undefined && maybeOurs(sale, payment) >= amount
      })
    // Coins are whole tugriks.
    case 'repaid-cash':
      return sumOf(owedBy(sale, cause)) % 100 === 0
    case 'void-ereceipt':
      return voidableFor(cause, sale).length > 0
    case 'kept':
      return cause !== 'late-money'
    case 'tried-again':
      return cause !== 'invoice-left-open' || sale.invoices.some((one) => isCancellable(sale, one))
    default:
      return true
  }
}

/** The service cancels no invoice that has a payment, even if only a part was paid. */
const isCancellable = ({ payments }: Sale, { no, step }: SaleInvoice): boolean =>
  step.name === 'left-open' &&
  !payments.some(({ invoiceNo, status }) => invoiceNo === no && status === 'PAID')

/** Whether the shop repaid nothing. A sale whose money was repaid is rung up again instead of sold for the rest. */
const isWhole = ({ decisions }: Sale): boolean =>
  decisions.every(({ resolution }) => resolution !== 'repaid-cash' && resolution !== 'repaid-transfer')

/** The part of the total that no payment or tender covers yet. */
export const missingIn = (sale: Sale): Money => missingOf(totalOf(sale.lines), receivedFor(sale))

/** The payments whose e-receipt a void resolves; for `ereceipt-refused` those with an e-receipt of wrong content. */
export const voidableFor = (cause: AttentionCause, sale: Sale): readonly string[] =>
  cause === 'ereceipt-refused' ? invalid(sale) : voidable(sale)

const invalid = (sale: Sale): readonly string[] =>
  openReturn(sale)
    ? []
    : sale.ereceipts
        .filter((one) => one.step === 'refused' && one.failure.name === 'ERECEIPT_NOT_ACTIVE')
        .filter((one) => isNeeded(sale, one))
        .map(({ paymentId }) => paymentId)

/** Payments that went back whole, whose e-receipt may be active and was not left active by a person. */
export const voidable = (sale: Sale): readonly string[] =>
  openReturn(sale)
    ? []
    : sale.ereceipts
        .filter(mayStand)
        .filter((one) => {
          const payment = paymentOf(sale, one.paymentId)
          const settledIt = payment !== undefined && payment.counted > 0
          return settledIt && leftToReturn(sale, payment) <= NO_MONEY && !isLeft(sale, one, payment)
        })
        .map(({ paymentId }) => paymentId)

/** A manager saw the item or skipped the void, or the money for the kept goods was collected again. */
const isLeft = (sale: Sale, one: EReceipt, { paymentId, counted }: Payment): boolean =>
  sale.returns
    .filter(({ state }) => state === 'completed')
    .flatMap(({ voids }) => voids)
    .some(
      (had) =>
        had.step.name === 'skipped' &&
        isVoidOf(had, one) &&
        (had.no !== undefined || had.printedId === issuedIdOf(one)),
    ) ||
  isTakenAgain(sale, paymentId, counted) ||
  sale.decisions.some(
    ({ cause, shares }) =>
      cause === 'ereceipt-stands' && shares.some((share) => share.paymentId === paymentId),
  )

function isTakenAgain(sale: Sale, paymentId: string, counted: Money): boolean {
  const again = takenAgainOf(sale, paymentId)
  const cameBack = returnedForLostMoney(sale, paymentId) + moneyReturnedOf(sale, { paymentId })
  return again > NO_MONEY && again + cameBack >= counted
}
