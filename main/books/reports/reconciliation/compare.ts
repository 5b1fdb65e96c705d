/**
 * Compares the service's records with the journal's and returns matches and discrepancies. Pure; read-service.ts and
 * read-journal.ts read the records.
 */
import {
  type BookedPayment,
  DISCREPANCY_KINDS,
  type Discrepancy,
  type MatchedPayment,
  type Reconciliation,
} from '../../../../shared/books/reconciliation.ts'
import { type Money, NO_MONEY, sumMoney } from '../../../../shared/money/money.ts'
import { saleNumberOf } from '../../../../shared/sale/sale-number.ts'
import { type Chunked, runToEnd } from '../../../base/chunked.ts'
import {
  type BookedInvoices,
  type BookedSale,
  createDiscrepancy,
  type ListedInvoice,
  type ServiceBook,
  unreadable,
} from './books.ts'
import { compareEReceipts } from './compare-e-receipts.ts'
import { comparePayments } from './compare-payments.ts'
import { feeRows, sumsOf } from './sums.ts'

export type Compared = Pick<Reconciliation, 'sums' | 'fees' | 'matched'> & {
  readonly discrepancies: readonly Discrepancy[]
}

/** `sales` are all sales that have, or may have, an invoice in the service's records. */
export const compareBooks = (service: ServiceBook, sales: readonly BookedSale[]): Compared =>
  runToEnd(comparing(service, sales))

/** A day of 10,000 payments takes a tenth of a second. */
export function* comparing(service: ServiceBook, sales: readonly BookedSale[]): Chunked<Compared> {
  const { paired, unknown } = yield* pair(service.invoices, sales)
  const matched: MatchedPayment[] = []
  const discrepancies: Discrepancy[] = unknown.flatMap(withoutSale)
  for (const one of paired) {
    const payments = comparePayments(one)
    matched.push(...payments.matched)
    discrepancies.push(
      ...invoiceDiscrepancies(one),
      ...payments.discrepancies,
      ...leftOpen(one),
      ...one.others.flatMap((invoice) => doubled(invoice, one.sale)),
      ...compareEReceipts(one),
    )
    yield
  }
  const sums = sumsOf(service, sales, matched)
  yield
  const fees = feeRows(service.invoices, sales)
  yield
  return {
    sums,
    fees,
    discrepancies: discrepancies.sort(byKind),
    matched,
  }
}

function* pair(invoices: readonly ListedInvoice[], sales: readonly BookedSale[]) {
  const byInvoice = new Map(sales.map((sale) => [sale.invoiceId, sale]))
  const byNumber = new Map(sales.map((sale) => [sale.senderInvoiceNo, sale]))
  const listed = new Map(sales.map(({ saleId }): [string, ListedInvoice[]] => [saleId, []]))
  const unknown: ListedInvoice[] = []
  for (const invoice of moneyFirst(invoices)) {
    const sale = byInvoice.get(invoice.invoiceId) ?? byNumber.get(saleNumberOf(invoice.senderInvoiceNo))
    const its = sale && listed.get(sale.saleId)
    if (its === undefined) unknown.push(invoice)
    else its.push(invoice)
    yield
  }
  const paired = sales.map((sale) => withInvoices(sale, listed.get(sale.saleId) ?? []))
  yield
  return { paired, unknown }
}

/** A sale whose invoice is unknown takes the first one under its number; `moneyFirst` puts a paid one first. */
function withInvoices(sale: BookedSale, listed: readonly ListedInvoice[]): BookedInvoices {
  const own =
    sale.invoiceId === null
      ? listed[0]
      : listed.find(({ invoiceId }: ListedInvoice) => invoiceId === sale.invoiceId)
  return { sale, own: own ?? null, others: listed.filter((one) => one !== own) }
}

const moneyFirst = (invoices: readonly ListedInvoice[]): readonly ListedInvoice[] =>
  [...invoices].sort((one, other) => Number(paidIn(other) > NO_MONEY) - Number(paidIn(one) > NO_MONEY))

/** Discrepancies in the amount or status of the invoice, or an invoice that the service does not list. */
function invoiceDiscrepancies({ sale, own }: BookedInvoices): Discrepancy[] {
  if (own === null) {
    const isPaid = sale.payments.some(({ counted }) => counted)
    return sale.waits && !isPaid ? [createDiscrepancy('invoice-missing', { sale, ours: sale.due })] : []
  }
  const { amount } = own
  const isOther = amount !== null && sale.due !== null && amount !== sale.due
  return [
    ...(isOther
      ? [createDiscrepancy('amount-differs', { sale, invoice: own, ours: sale.due, theirs: amount })]
      : []),
    ...stateDiscrepancy(sale, own),
  ]
}

function stateDiscrepancy(sale: BookedSale, own: ListedInvoice): Discrepancy[] {
  if (own.status === 'OPEN' && sale.charge === 'over')
    return [createDiscrepancy('invoice-open', { sale, invoice: own, theirs: own.amount })]
  const isCountedOn = sale.waits || sale.payments.some(({ counted }) => counted)
  return own.status === 'CANCELLED' && sale.charge === 'up' && isCountedOn
    ? [createDiscrepancy('invoice-cancelled', { sale, invoice: own, ours: sale.due })]
    : []
}

/** A surplus that nobody has decided about. */
const leftOpen = ({ sale, own, others }: BookedInvoices): Discrepancy[] => {
  const invoice = own ?? others[0]
  return sale.surplus > NO_MONEY && invoice
    ? [createDiscrepancy('money-without-sale', { sale, invoice, theirs: sale.surplus })]
    : []
}

/** A second invoice is no discrepancy only where it can no longer be paid and the journal counts all its payments. */
function doubled(invoice: ListedInvoice, sale: BookedSale): Discrepancy[] {
  if (invoice.payments === null) return []
  const counted = new Set(sale.payments.flatMap((one) => (one.counted ? [one.paymentId] : [])))
  const strange = invoice.payments.filter((one) => one.status === 'PAID' && !counted.has(one.paymentId))
  const isOver = invoice.status === 'CANCELLED' || (invoice.status === 'PAID' && invoice.payments.length > 0)
  if (isOver && strange.length === 0) return []
  return [createDiscrepancy('doubled-invoice', { sale, invoice, theirs: paidOf(strange) })]
}

function withoutSale(invoice: ListedInvoice): Discrepancy[] {
  if (invoice.payments === null) return [unreadable(invoice, null)]
  const paid = paidIn(invoice)
  if (paid > NO_MONEY) return [createDiscrepancy('money-without-sale', { invoice, theirs: paid })]
  // The service calls it paid but lists no payment: it counts as money until the opposite is known.
  if (invoice.status === 'PAID')
    return [createDiscrepancy('money-without-sale', { invoice, theirs: invoice.amount })]
  if (invoice.status === 'CANCELLED') return []
  return [createDiscrepancy('invoice-without-sale', { invoice, theirs: invoice.amount })]
}

const paidIn = ({ payments }: ListedInvoice): Money => paidOf(payments ?? [])

const paidOf = (payments: readonly BookedPayment[]): Money =>
  sumMoney(payments.filter(isPaidInTugriks).map(({ amount }) => amount))

const isPaidInTugriks = ({ status, currency }: BookedPayment): boolean =>
  status === 'PAID' && currency === undefined

const byKind = (one: Discrepancy, other: Discrepancy): number =>
  DISCREPANCY_KINDS.indexOf(one.kind) - DISCREPANCY_KINDS.indexOf(other.kind) ||
  compareText(one.senderInvoiceNo, other.senderInvoiceNo)

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
