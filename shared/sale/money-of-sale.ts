/**
 * The accounts of a sale's money, derived from its stored facts. The balance of a payment:
 *
 *     came − went back elsewhere − repaid by hand − kept − counted for the sale + written off = balance
 *
 * A positive balance belongs to the payer, or is an advance of a sale that is still being paid. A negative balance is
 * missing: money that the sale counts went back. Refunds of our own returns do not change a balance, because the
 * payment stays counted and the return records them.
 */

import { type Money, money, NO_MONEY, sumMoney, sumOf } from '../money/money.ts'
import type { Resolution } from './attention.ts'
import { isRefunded, refundsOf, returnedForLostMoney, transferredOf } from './return.ts'
import type { Payment, PaymentShare, Sale, TakenTender, TenderKind } from './sale.ts'

/** The facts that the accounts are derived from. */
export type Accounts = Pick<Sale, 'payments' | 'decisions' | 'returns'>
type WithTenders = Accounts & Pick<Sale, 'tenders'>

export const paymentOf = (sale: Pick<Sale, 'payments'>, paymentId: string | null): Payment | undefined =>
  sale.payments.find((payment) => payment.paymentId === paymentId)

/**
 * The amount of a payment that went back without us. Our refunds with an unknown outcome, and transfers that a person
 * identified as the shop's own, count as ours.
 */
export const wentElsewhere = (sale: Accounts, payment: Payment): Money => {
  const { paymentId } = payment
  const ours = sumOf(refundsOf(sale, paymentId)) - handedOut(sale, paymentId)
  return money(Math.max(0, wentBackOf(payment) - ours - decided(sale, paymentId, ['own-transfer'])))
}

/** A list of the service may lag, so a contradiction is believed only after this many checks in a row. */
export const BELIEVED_CHECKS = 5

/** The service's status that contradicts the account of a payment, once it is believed. */
export const contradictionOf = ({ contradicted }: Payment): Payment['contradicted'] =>
  contradicted && contradicted.checks >= BELIEVED_CHECKS ? contradicted : undefined

/** The amount that went back. A payment with a believed contradiction other than PAID counts as gone completely. */
const wentBackOf = (payment: Payment): Money => {
  const said = contradictionOf(payment)
  return said && said.status !== 'PAID' ? payment.came : payment.wentBack
}

const REPAID: readonly Resolution[] = ['repaid-cash', 'repaid-transfer']
const WRITTEN_OFF: readonly Resolution[] = ['collected-again', 'written-off']

const decided = (sale: Accounts, paymentId: string, resolutions: readonly Resolution[]): Money =>
  sharesIn(
    sale.decisions.filter(({ resolution }) => resolutions.includes(resolution)),
    paymentId,
  )

const sharesIn = (decisions: Accounts['decisions'], paymentId: string): Money =>
  sumOf(decisions.flatMap(({ shares }) => shares).filter((share) => share.paymentId === paymentId))

/** The amount that the shop repaid by hand because the service had accepted a refund and did not do it. */
const handedOut = (sale: Accounts, paymentId: string): Money =>
  sharesIn(
    sale.decisions.filter(
      ({ cause, resolution }) => cause === 'refund-not-done' && REPAID.includes(resolution),
    ),
    paymentId,
  )

/**
 * The amount that went back and may be one of the shop's own transfers, which the service lists later. A person decides
 * whether it is. Each transfer can explain its amount only once.
 */
export const maybeOurs = (sale: Accounts, payment: Payment): Money => {
  const { paymentId } = payment
  const transferred = transferredOf(sale, paymentId) + decided(sale, paymentId, ['repaid-transfer'])
  const open = transferred - decided(sale, paymentId, ['own-transfer'])
  return money(Math.max(0, Math.min(open, wentElsewhere(sale, payment))))
}

/** The amount of a payment that is lost and settled: goods came back for it, or a person decided about it. */
export const writtenOffOf = (sale: Accounts, paymentId: string): Money =>
  money(decided(sale, paymentId, WRITTEN_OFF) + returnedForLostMoney(sale, paymentId))

/** The amount that went back elsewhere and was taken again at the counter. */
export const takenAgainOf = (sale: Accounts, paymentId: string): Money =>
  decided(sale, paymentId, ['collected-again'])

/** The amount of a payment that the shop holds, whoever it belongs to. */
export function heldOf(sale: Accounts, payment: Payment): Money {
  const { came, paymentId } = payment
  const repaid = decided(sale, paymentId, REPAID) - handedOut(sale, paymentId)
  return money(came - wentElsewhere(sale, payment) - repaid)
}

/** Positive: the payer's money. Negative: missing money. */
export const balanceOf = (sale: Accounts, payment: Payment): Money =>
  money(
    heldOf(sale, payment) -
      decided(sale, payment.paymentId, ['kept']) -
      payment.counted +
      writtenOffOf(sale, payment.paymentId),
  )

/** Per payment, the amount owed to its payer. */
export const owedToPayers = (sale: Accounts): readonly PaymentShare[] => sharesAbove(sale, balanceOf)

/** Per payment, the amount that went back although the sale counts it. */
export const shortOf = (sale: Accounts): readonly PaymentShare[] =>
  sharesAbove(sale, (all, payment) => money(-balanceOf(all, payment)))

/** The amount that went back elsewhere and that nobody decided about, without what is taken for the shop's own. */
export const lostOf = (sale: Accounts, payment: Payment, ours = maybeOurs): Money =>
  money(Math.max(0, -balanceOf(sale, payment) - ours(sale, payment)))

/** Per payment, the part of `amount` that was lost before, so that its goods come back without money. */
export const lostBefore = (amount: Money, sale: Accounts): readonly PaymentShare[] =>
  allotted(amount, sharesAbove(sale, lostOf))

/** Per payment, the refund that the service accepted and, by repeated checks, did not do. */
export const notRefunded = (sale: Accounts): readonly PaymentShare[] => {
  const isThere = (paymentId: string): boolean =>
    sale.decisions.some(
      ({ cause, resolution, shares }) =>
        cause === 'refund-not-done' &&
        resolution === 'seen' &&
        shares.some((share) => share.paymentId === paymentId),
    )
  return sharesAbove(sale, (all, payment) => {
    const { paymentId, wentBack } = payment
    const isHeld = contradictionOf(payment)?.status === 'PAID' && !isThere(paymentId)
    return isHeld ? money(refundedByUs(all, paymentId) - wentBack) : NO_MONEY
  })
}

const sharesAbove = (
  sale: Accounts,
  amountOf: (sale: Accounts, payment: Payment) => Money,
): readonly PaymentShare[] =>
  sale.payments.flatMap((payment) => {
    const amount = amountOf(sale, payment)
    return amount > 0 ? [{ paymentId: payment.paymentId, amount }] : []
  })

/** Allots an amount to the shares, the earlier first. */
export function allotted(amount: Money, shares: readonly PaymentShare[]): readonly PaymentShare[] {
  let left: number = amount
  return shares.flatMap(({ paymentId, amount: most }) => {
    const share = money(Math.min(left, most))
    left -= share
    return share > 0 ? [{ paymentId, amount: share }] : []
  })
}

/** Tenders that were not given back. */
export const keptTenders = ({ tenders }: Pick<Sale, 'tenders'>): readonly TakenTender[] =>
  tenders.filter(({ returnedAt }) => returnedAt === null)

export const tenderSum = (sale: Pick<Sale, 'tenders'>, kind?: TenderKind): Money =>
  sumOf(keptTenders(sale).filter((tender) => kind === undefined || tender.kind === kind))

/** All money that came for a sale and did not go back elsewhere. What a person decided about it does not matter. */
export const cameFor = (sale: WithTenders): Money =>
  sumMoney([
    tenderSum(sale),
    ...sale.payments.map((payment) => money(payment.came - wentElsewhere(sale, payment))),
  ])

/** All money that the shop holds for a sale. Refunds of our own returns do not reduce it. */
export const receivedFor = (sale: WithTenders): Money =>
  sumMoney([tenderSum(sale), ...sale.payments.map((payment) => money(Math.max(0, heldOf(sale, payment))))])

export const missingOf = (total: Money, received: Money): Money => money(Math.max(0, total - received))

/**
 * The parts of the payments that settle `due`: one payment of just this amount, else the earlier first. The remaining
 * money is surplus; it gets no e-receipt.
 */
export function countedFor(due: Money, sale: Accounts): readonly PaymentShare[] {
  const held = sale.payments.map((payment) => ({
    paymentId: payment.paymentId,
    amount: money(Math.max(0, heldOf(sale, payment))),
  }))
  const exact = held.find(({ amount }) => amount === due)
  if (due <= NO_MONEY) return []
  return exact ? [exact] : allotted(due, held)
}

/** What the service holds of a payment: what came less what went back, whoever sent it back. */
export const atService = (sale: Accounts, payment: Payment): Money =>
  money(payment.came - Math.max(wentBackOf(payment), refundedByUs(sale, payment.paymentId)))

/** The amount that the service refunded for us, or accepted to refund. */
export const refundedByUs = (sale: Accounts, paymentId: string): Money =>
  money(sumOf(refundsOf(sale, paymentId).filter(isRefunded)) - handedOut(sale, paymentId))
