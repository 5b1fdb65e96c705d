import type { BookSums, FeeRow, MatchedPayment } from '../../../../shared/books/reconciliation.ts'
import type { Tally } from '../../../../shared/books/shift.ts'
import { type Money, money, NO_MONEY, sumMoney } from '../../../../shared/money/money.ts'
import type { PaymentType } from '../../../../shared/sale/sale.ts'
import { saleNumberOf } from '../../../../shared/sale/sale-number.ts'
import type { Chunked } from '../../../base/chunked.ts'
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

/** Paid amounts by wallet and type, the largest first. */
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

/** The share of one number with discrepancies in the sums. A new comparison of the number replaces it. */

type BookPart = { readonly sums: BookSums; readonly fees: readonly FeeRow[] }
export type BookParts = Readonly<Record<string, BookPart>>

export function* partsOf(
  numbers: ReadonlySet<string>,
  { invoices }: ServiceBook,
  sales: readonly BookedSale[],
  matched: readonly MatchedPayment[],
): Chunked<BookParts> {
  const listed = yield* byNumber(invoices)
  const sold = yield* byNumber(sales)
  const agreed = yield* byNumber(matched)
  return Object.fromEntries(
    [...numbers].map((number) => {
      const ofSale = saleNumberOf(number)
      const [its, itsSales] = [listed.get(ofSale) ?? [], sold.get(ofSale) ?? []]
      const book = { invoices: its, elsewhere: [], unread: 0 }
      return [
        number,
        { sums: sumsOf(book, itsSales, agreed.get(ofSale) ?? []), fees: feeRows(its, itsSales) },
      ]
    }),
  )
}

function* byNumber<Row extends { readonly senderInvoiceNo: string }>(
  rows: readonly Row[],
): Chunked<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const number = saleNumberOf(row.senderInvoiceNo)
    const had = found.get(number)
    if (had) had.push(row)
    else found.set(number, [row])
    yield
  }
  return found
}

export const withPart = (whole: BookPart, before: BookPart, now: BookPart): BookPart => ({
  sums: {
    theirs: exchanged(whole.sums.theirs, before.sums.theirs, now.sums.theirs),
    ours: exchanged(whole.sums.ours, before.sums.ours, now.sums.ours),
    matched: exchanged(whole.sums.matched, before.sums.matched, now.sums.matched),
    fees: money(whole.sums.fees - before.sums.fees + now.sums.fees),
    net: money(whole.sums.net - before.sums.net + now.sums.net),
    elsewhere: whole.sums.elsewhere,
    invoices: whole.sums.invoices - before.sums.invoices + now.sums.invoices,
    unread: whole.sums.unread - before.sums.unread + now.sums.unread,
  },
  fees: feesWith(whole.fees, before.fees, now.fees),
})

const exchanged = (whole: Tally, before: Tally, now: Tally): Tally => ({
  count: whole.count - before.count + now.count,
  amount: money(whole.amount - before.amount + now.amount),
})

function feesWith(whole: readonly FeeRow[], before: readonly FeeRow[], now: readonly FeeRow[]): FeeRow[] {
  const rows = new Map(whole.map((row) => [nameOf(row), row]))
  const add = (one: FeeRow, sign: 1 | -1): void => {
    const had = rows.get(nameOf(one)) ?? { ...one, ...NOTHING }
    rows.set(nameOf(one), {
      ...had,
      payments: {
        count: had.payments.count + sign * one.payments.count,
        amount: money(had.payments.amount + sign * one.payments.amount),
      },
      fee: money(had.fee + sign * one.fee),
      untold: had.untold + sign * one.untold,
    })
  }
  for (const one of before) add(one, -1)
  for (const one of now) add(one, 1)
  return [...rows.values()]
    .filter(({ payments }) => payments.count > 0)
    .sort((one, other) => other.payments.amount - one.payments.amount)
}

const NOTHING = { payments: { count: 0, amount: money(0) }, fee: money(0), untold: 0 }

const nameOf = ({ type, wallet }: FeeRow): string => `${type} ${wallet}`
