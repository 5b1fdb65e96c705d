import type { BookedPayment, Discrepancy, MatchedPayment } from '../../../../shared/books/reconciliation.ts'
import {
  type BookedInvoices,
  type BookedSale,
  type BookedSalePayment,
  createDiscrepancy,
  type ListedInvoice,
  unreadable,
} from './books.ts'

type Payments = {
  readonly matched: readonly MatchedPayment[]
  readonly discrepancies: readonly Discrepancy[]
}

/** Compares the payments of all invoices of a sale, one by one. */
export function comparePayments({ sale, own, others }: BookedInvoices): Payments {
  const invoices = own === null ? others : [own, ...others]
  const known = new Map(sale.payments.map((payment) => [payment.paymentId, payment]))
  const matched: MatchedPayment[] = []
  const discrepancies: Discrepancy[] = []
  for (const invoice of invoices)
    for (const theirs of invoice.payments ?? []) {
      const ours = known.get(theirs.paymentId)
      // A second invoice is reported as one discrepancy, not payment by payment (`doubled` in compare.ts).
      if (invoice !== own && theirs.status === 'PAID' && ours?.counted !== true) continue
      const found = discrepancyOf(invoice, sale, ours, theirs)
      if (found !== null) discrepancies.push(found)
      // A payment that failed and that nobody counts needs no row.
      else if (theirs.status === 'PAID' || ours !== undefined) matched.push(asMatched(sale, theirs))
    }
  const unread = invoices.filter(({ payments, unreadPayments }) => payments === null || unreadPayments > 0)
  if (unread.length > 0) discrepancies.push(...unread.map((invoice) => unreadable(invoice, sale)))
  else discrepancies.push(...unlisted(invoices, sale))
  return { matched, discrepancies }
}

function discrepancyOf(
  invoice: ListedInvoice,
  sale: BookedSale,
  ours: BookedSalePayment | undefined,
  theirs: BookedPayment,
): Discrepancy | null {
  const about = { sale, invoice, paymentId: theirs.paymentId, theirs: theirs.amount, status: theirs.status }
  const counted = ours?.counted === true
  if (theirs.currency !== undefined && theirs.status === 'PAID')
    return createDiscrepancy('other-currency', { ...about, ours: counted ? ours.amount : null, theirs: null })
  switch (theirs.status) {
    case 'PAID':
      if (!counted) return createDiscrepancy('money-without-sale', about)
      return ours.amount === theirs.amount
        ? null
        : createDiscrepancy('amount-differs', { ...about, ours: ours.amount })
    case 'PENDING':
      return counted
        ? createDiscrepancy('status-differs', { ...about, ours: ours.amount })
        : createDiscrepancy('payment-pending', about)
    case 'CANCELLED':
    case 'REFUNDED':
      if (counted) return createDiscrepancy('status-differs', { ...about, ours: ours.amount })
      // The journal knows of the refund elsewhere, and nobody has decided about the goods.
      return sale.wentElsewhere ? createDiscrepancy('status-differs', about) : null
    case 'unknown':
      return createDiscrepancy('status-differs', { ...about, ours: counted ? ours.amount : null })
  }
}

/** Payments that we count and the service does not list. */
const unlisted = (invoices: readonly ListedInvoice[], sale: BookedSale): Discrepancy[] => {
  const listed = new Set(invoices.flatMap(({ payments }) => payments ?? []).map(({ paymentId }) => paymentId))
  return sale.payments
    .filter(({ counted, paymentId }) => counted && !listed.has(paymentId))
    .map(({ paymentId, amount }) =>
      createDiscrepancy('sale-without-money', { sale, paymentId, ours: amount }),
    )
}

const asMatched = (
  { saleId, sequence, senderInvoiceNo }: BookedSale,
  { paymentId, status, amount, fee, date, wallet, name }: BookedPayment,
): MatchedPayment => ({
  saleId,
  sequence,
  senderInvoiceNo,
  paymentId,
  status,
  amount,
  fee,
  date,
  wallet,
  name,
})
