import { type Money, money, sumMoney } from '../../shared/money.ts'
import type { CashTender, SeenPayment } from '../../shared/sale.ts'

/** Law 3: what counts is `payment_amount` of PAID rows, and nothing else. */
export const paidSum = (payments: readonly SeenPayment[]): Money =>
  sumMoney(payments.filter((payment) => payment.status === 'PAID').map((payment) => payment.amount))

/** What cash settles: without what was given back as change. */
export const cashSum = (cash: readonly CashTender[]): Money => sumMoney(cash.map((tender) => tender.amount))

/** All that came in for a sale. */
export const takenSum = (cash: readonly CashTender[], payments: readonly SeenPayment[]): Money =>
  sumMoney([cashSum(cash), paidSum(payments)])

export const surplusOf = (paid: Money, total: Money): Money => money(Math.max(0, paid - total))

export const missingOf = (total: Money, paid: Money): Money => money(Math.max(0, total - paid))

/** Whether a check told anything that the journal does not hold yet. */
export function samePayments(one: readonly SeenPayment[], other: readonly SeenPayment[]): boolean {
  const asText = (payments: readonly SeenPayment[]) =>
    payments
      .map(({ paymentId, status, amount }) => `${paymentId} ${status} ${amount}`)
      .sort()
      .join('\n')
  return asText(one) === asText(other)
}
