/**
 * What the money of a sale comes to, derived from its facts. A payment's account:
 *
 *     came − went back elsewhere − repaid by hand − kept − counted for the sale + written off = its balance
 *
 * Above nothing, the payer is owed it (or it is an advance of a sale that is still being paid). Below nothing, the service gave
 * back what the sale counts on, and the shop is short of it. What a return of ours gave back was counted for the sale and is
 * told by the return, so that it changes no balance.
 */

import type { Remedy } from './attention.ts'
import { type Money, money, NO_MONEY, sumMoney } from './money.ts'
import { goodsForLostOf, isRefunded, refundsOf, transferredOf } from './return.ts'
import type { Payment, PaymentShare, Sale, TakenTender, TenderKind } from './sale.ts'

/** The facts that the accounts are derived from. */
export type Accounts = Pick<Sale, 'payments' | 'decisions' | 'returns'>
type WithTenders = Accounts & Pick<Sale, 'tenders'>

export const sumOf = (rows: readonly { readonly amount: Money }[]): Money =>
  sumMoney(rows.map(({ amount }) => amount))

export const paymentOf = (sale: Pick<Sale, 'payments'>, paymentId: string | null): Payment | undefined =>
  sale.payments.find((payment) => payment.paymentId === paymentId)

/**
 * What went back of a payment by no doing of ours. A refund of ours whose answer is not known yet is taken as ours, and so is what
 * a person knows to be a transfer of the shop's own.
 */
export const wentElsewhere = (sale: Accounts, payment: Payment): Money => {
  const { paymentId } = payment
  const ours = sumOf(refundsOf(sale, paymentId)) - handedOut(sale, paymentId)
  return money(Math.max(0, wentBackOf(payment) - ours - decided(sale, paymentId, ['own-transfer'])))
}

/** How often in a row the service must contradict an account before it is believed: a list lags for a while. */
export const BELIEVED_LOOKS = 5

/** What the service says against the account of a payment, once that is believed. */
export const contradictionOf = ({ contradicted }: Payment): Payment['contradicted'] =>
  contradicted && contradicted.looks >= BELIEVED_LOOKS ? contradicted : undefined

/** What went back of a payment, or is not there any more in other words: it is PENDING again, or FAILED. */
const wentBackOf = (payment: Payment): Money => {
  const said = contradictionOf(payment)
  return said && said.status !== 'PAID' ? payment.came : payment.wentBack
}

const REPAID: readonly Remedy[] = ['repaid-cash', 'repaid-transfer']
const WRITTEN_OFF: readonly Remedy[] = ['collected-again', 'written-off']

const decided = (sale: Accounts, paymentId: string, remedies: readonly Remedy[]): Money =>
  sharesIn(
    sale.decisions.filter(({ remedy }) => remedies.includes(remedy)),
    paymentId,
  )

const sharesIn = (decisions: Accounts['decisions'], paymentId: string): Money =>
  sumOf(decisions.flatMap(({ shares }) => shares).filter((share) => share.paymentId === paymentId))

/** What the shop gave by hand in the place of a refund that the service accepted and did not do. */
const handedOut = (sale: Accounts, paymentId: string): Money =>
  sharesIn(
    sale.decisions.filter(({ cause, remedy }) => cause === 'refund-not-done' && REPAID.includes(remedy)),
    paymentId,
  )

/**
 * What of the money that went back may be what people said they transferred themselves: the service came to list it. A person
 * says whether it is, and each transfer explains as much once.
 */
export const perhapsOurs = (sale: Accounts, payment: Payment): Money => {
  const { paymentId } = payment
  const transferred = transferredOf(sale, paymentId) + decided(sale, paymentId, ['repaid-transfer'])
  const open = transferred - decided(sale, paymentId, ['own-transfer'])
  return money(Math.max(0, Math.min(open, wentElsewhere(sale, payment))))
}

/** What of a payment the shop does not count on any more: it went back, and goods came back for it, or people settled it. */
export const writtenOffOf = (sale: Accounts, paymentId: string): Money =>
  money(decided(sale, paymentId, WRITTEN_OFF) + goodsForLostOf(sale, paymentId))

/** What of a payment went back elsewhere and was taken again at the counter: the goods are paid for all the same. */
export const takenAgainOf = (sale: Accounts, paymentId: string): Money =>
  decided(sale, paymentId, ['collected-again'])

/** What of a payment the shop still holds, whoever it belongs to. */
export function heldOf(sale: Accounts, payment: Payment): Money {
  const { came, paymentId } = payment
  const repaid = decided(sale, paymentId, REPAID) - handedOut(sale, paymentId)
  return money(came - wentElsewhere(sale, payment) - repaid)
}

/** Above nothing: the payer's. Below: what the shop is short of. */
export const balanceOf = (sale: Accounts, payment: Payment): Money =>
  money(
    heldOf(sale, payment) -
      decided(sale, payment.paymentId, ['kept']) -
      payment.counted +
      writtenOffOf(sale, payment.paymentId),
  )

/** Per payment, what is owed to its payer. */
export const owedToPayers = (sale: Accounts): readonly PaymentShare[] => sharesAbove(sale, balanceOf)

/** Per payment, what went back of it although the sale counts on it. */
export const shortOf = (sale: Accounts): readonly PaymentShare[] =>
  sharesAbove(sale, (all, payment) => money(-balanceOf(all, payment)))

/**
 * What goods of so much come back for that bring no money: it went back elsewhere before, and nobody settled that yet. What may
 * be a transfer of the shop's own is not meant.
 */
export const lostBefore = (amount: Money, sale: Accounts): readonly PaymentShare[] =>
  allotted(
    amount,
    sharesAbove(sale, (all, payment) => money(-balanceOf(all, payment) - perhapsOurs(all, payment))),
  )

/** Per payment, what a refund of ours was accepted for and the service holds still, as one look after the other says. */
export const notRefunded = (sale: Accounts): readonly PaymentShare[] => {
  const isThere = (paymentId: string): boolean =>
    sale.decisions.some(
      ({ cause, remedy, shares }) =>
        cause === 'refund-not-done' &&
        remedy === 'seen' &&
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

/** Splits an amount over shares, the earlier first. */
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

/** All that came in for a sale and did not go back elsewhere, whatever was given back or kept of it by a person's decision. */
export const cameFor = (sale: WithTenders): Money =>
  sumMoney([
    tenderSum(sale),
    ...sale.payments.map((payment) => money(payment.came - wentElsewhere(sale, payment))),
  ])

/** All that the shop holds for a sale: tenders and payments. What a return of ours gave back came in all the same. */
export const receivedFor = (sale: WithTenders): Money =>
  sumMoney([tenderSum(sale), ...sale.payments.map((payment) => money(Math.max(0, heldOf(sale, payment))))])

export const missingOf = (total: Money, received: Money): Money => money(Math.max(0, total - received))

/**
 * What of each payment settles so much: one that is just that, or else the earlier first. The rest of what came is a
 * surplus, for which no e-receipt is issued.
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

/** What the service holds of a payment: what came less what went back, by whomever. */
export const atService = (sale: Accounts, payment: Payment): Money =>
  money(payment.came - Math.max(wentBackOf(payment), refundedByUs(sale, payment.paymentId)))

/** What the service accepted to refund, or did. */
export const refundedByUs = (sale: Accounts, paymentId: string): Money =>
  money(sumOf(refundsOf(sale, paymentId).filter(isRefunded)) - handedOut(sale, paymentId))
