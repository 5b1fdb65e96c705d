import type { BookSums, FeeRow, MatchedPayment } from '../../../shared/books.ts'
import { type Money, money, NO_MONEY, sumMoney } from '../../../shared/money.ts'
import type { PaymentType } from '../../../shared/sale.ts'
import type { Tally } from '../../../shared/shift.ts'
import type { BookedSale, ListedInvoice, ServiceBook } from './books.ts'

export function sumsOf(
  service: ServiceBook,
  sales: readonly BookedSale[],
  matched: readonly MatchedPayment[],
): BookSums {
  const paid = paidRows(service.invoices)
  const ours = sales.flatMap((sale) => sale.payments.filter(({ counted }) => counted))
  const theirs = tallyOf(paid.map(({ amount }) => amount))
  const fees = sumMoney(paid.map(({ fee }) => fee ?? NO_MONEY))
  return {
    theirs,
    ours: tallyOf(ours.map(({ amount }) => amount)),
    matched: tallyOf(matched.filter(({ status }) => status === 'PAID').map(({ amount }) => amount)),
    fees,
    net: money(theirs.amount - fees),
    elsewhere: tallyOf(service.elsewhere.map(({ amount }) => amount ?? NO_MONEY)),
    invoices: service.invoices.length,
    unread: service.unread + service.invoices.reduce((sum, { unreadPayments }) => sum + unreadPayments, 0),
  }
}

/** Sums of what was paid, by wallet and type, the largest first. */
export function feeRows(invoices: readonly ListedInvoice[], sales: readonly BookedSale[]): readonly FeeRow[] {
  const types = new Map<string, PaymentType>(
    sales.flatMap(({ payments }) => payments.map(({ paymentId, type }) => [paymentId, type] as const)),
  )
  const rows = new Map<string, FeeRow>()
  for (const { paymentId, name, wallet: code, amount, fee } of paidRows(invoices)) {
    const wallet = name ?? code ?? ''
    const type = types.get(paymentId) ?? 'unknown'
    const key = `${type} ${wallet}`
    const had = rows.get(key) ?? NO_FEES
    rows.set(key, {
      wallet,
      type,
      payments: { count: had.payments.count + 1, amount: money(had.payments.amount + amount) },
      fee: money(had.fee + (fee ?? NO_MONEY)),
      untold: had.untold + Number(fee === null),
    })
  }
  return [...rows.values()].sort((one, other) => other.payments.amount - one.payments.amount)
}

const NO_FEES = { payments: { count: 0, amount: NO_MONEY }, fee: NO_MONEY, untold: 0 }

const paidRows = (invoices: readonly ListedInvoice[]) =>
  invoices.flatMap(({ payments }) =>
    (payments ?? []).filter(({ status, currency }) => status === 'PAID' && currency === undefined),
  )

const tallyOf = (amounts: readonly Money[]): Tally => ({ count: amounts.length, amount: sumMoney(amounts) })
