/**
 * Two books in, what matches and what differs out. Pure: who reads the books is beside it (read-service.ts,
 * read-journal.ts).
 */
import {
  DIFFERENCE_KINDS,
  type Difference,
  type MatchedPayment,
  type Reconciliation,
} from '../../../shared/books.ts'
import { type Money, NO_MONEY, sumMoney } from '../../../shared/money.ts'
import { saleNumberOf } from '../../sales/index.ts'
import type { BookedSale, ListedInvoice, ServiceBook } from './books.ts'
import { compareEReceipts } from './compare-e-receipts.ts'
import { comparePayments } from './compare-payments.ts'
import { differ, unreadable } from './differ.ts'
import { feeRows, sumsOf } from './sums.ts'

export type Compared = Pick<Reconciliation, 'sums' | 'fees' | 'matched'> & {
  readonly differences: readonly Difference[]
}

/** `sales` are all that have, or may have, an invoice in the service's book of the day. */
export function compareBooks(service: ServiceBook, sales: readonly BookedSale[]): Compared {
  const paired = pair(service.invoices, sales)
  const matched: MatchedPayment[] = []
  const differences: Difference[] = []
  for (const { invoice, sale } of paired.pairs) {
    const payments = comparePayments(invoice, sale)
    matched.push(...payments.matched)
    differences.push(
      ...invoiceDifferences(invoice, sale),
      ...payments.differences,
      ...leftOpen(invoice, sale),
      ...compareEReceipts(invoice, sale),
    )
  }
  for (const { invoice, sale } of paired.doubled) differences.push(...doubled(invoice, sale))
  for (const invoice of paired.unknown) differences.push(...withoutSale(invoice))
  for (const sale of paired.missing) differences.push(...withoutInvoice(sale))
  return {
    sums: sumsOf(service, sales, matched),
    fees: feeRows(service.invoices, sales),
    differences: differences.sort(byKind),
    matched,
  }
}

type Pair = { readonly invoice: ListedInvoice; readonly sale: BookedSale }
type Paired = {
  readonly pairs: readonly Pair[]
  /** Invoices under the number of a sale whose own is another one. */
  readonly doubled: readonly Pair[]
  readonly unknown: readonly ListedInvoice[]
  /** Sales whose invoice the service does not know. */
  readonly missing: readonly BookedSale[]
}

function pair(invoices: readonly ListedInvoice[], sales: readonly BookedSale[]): Paired {
  const byInvoice = new Map(
    sales.flatMap((sale) => (sale.invoiceId === null ? [] : [[sale.invoiceId, sale] as const])),
  )
  const byNumber = new Map(sales.map((sale) => [sale.senderInvoiceNo, sale]))
  const pairs = new Map<string, Pair>()
  const doubled: Pair[] = []
  const unknown: ListedInvoice[] = []
  for (const invoice of moneyFirst(invoices)) {
    const sale = byInvoice.get(invoice.invoiceId) ?? byNumber.get(saleNumberOf(invoice.senderInvoiceNo))
    if (sale === undefined) unknown.push(invoice)
    else if (isItsOwn(invoice, sale) && !pairs.has(sale.saleId)) pairs.set(sale.saleId, { invoice, sale })
    else doubled.push({ invoice, sale })
  }
  const missing = sales.filter(({ saleId, invoiceId }) => invoiceId !== null && !pairs.has(saleId))
  return { pairs: [...pairs.values()], doubled, unknown, missing }
}

/** A sale that does not know its invoice yet has the one that was paid, where there are two under its number. */
const isItsOwn = (invoice: ListedInvoice, { invoiceId }: BookedSale): boolean =>
  invoiceId === null || invoiceId === invoice.invoiceId

const moneyFirst = (invoices: readonly ListedInvoice[]): readonly ListedInvoice[] =>
  [...invoices].sort((one, other) => Number(paidIn(other) > NO_MONEY) - Number(paidIn(one) > NO_MONEY))

/** Two books that name another sum for the invoice itself. */
function invoiceDifferences(invoice: ListedInvoice, sale: BookedSale): Difference[] {
  const { amount } = invoice
  if (amount === null || sale.due === null || amount === sale.due) return []
  return [differ('amount-differs', { sale, invoice, ours: sale.due, theirs: amount })]
}

/** Money above what was due that the journal has seen, and of which nobody has said yet whose it is. */
const leftOpen = (invoice: ListedInvoice, sale: BookedSale): Difference[] =>
  sale.surplus > NO_MONEY ? [differ('money-without-sale', { sale, invoice, theirs: sale.surplus })] : []

/** A second invoice of a sale is harmless only where it is cancelled and nobody paid it. */
function doubled(invoice: ListedInvoice, sale: BookedSale): Difference[] {
  if (invoice.payments === null) return [unreadable(invoice, sale)]
  const paid = paidIn(invoice)
  if (invoice.status === 'CANCELLED' && paid === NO_MONEY) return []
  return [differ('doubled-invoice', { sale, invoice, theirs: paid })]
}

function withoutSale(invoice: ListedInvoice): Difference[] {
  if (invoice.payments === null) return [unreadable(invoice, null)]
  const paid = paidIn(invoice)
  if (paid > NO_MONEY) return [differ('money-without-sale', { invoice, theirs: paid })]
  // The service calls it paid and lists no payment: it is money until it is known to be none.
  if (invoice.status === 'PAID') return [differ('money-without-sale', { invoice, theirs: invoice.amount })]
  if (invoice.status === 'CANCELLED') return []
  return [differ('invoice-without-sale', { invoice, theirs: invoice.amount })]
}

function withoutInvoice(sale: BookedSale): Difference[] {
  const paid = sale.payments.filter(({ counted }) => counted)
  if (paid.length > 0)
    return paid.map(({ paymentId, amount }) =>
      differ('sale-without-money', { sale, paymentId, ours: amount }),
    )
  return sale.waits ? [differ('invoice-missing', { sale, ours: sale.due })] : []
}

const paidIn = ({ payments }: ListedInvoice): Money =>
  sumMoney((payments ?? []).filter(({ status }) => status === 'PAID').map(({ amount }) => amount))

const byKind = (one: Difference, other: Difference): number =>
  DIFFERENCE_KINDS.indexOf(one.kind) - DIFFERENCE_KINDS.indexOf(other.kind) ||
  compareText(one.senderInvoiceNo, other.senderInvoiceNo)

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
