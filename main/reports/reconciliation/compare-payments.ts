import type { BookedPayment, Difference, MatchedPayment } from '../../../shared/books.ts'
import type { BookedInvoices, BookedSale, BookedSalePayment, ListedInvoice } from './books.ts'
import { differ, unreadable } from './differ.ts'

type Payments = { readonly matched: readonly MatchedPayment[]; readonly differences: readonly Difference[] }

/** Payment by payment, over all invoices of a sale. */
export function comparePayments({ sale, own, others }: BookedInvoices): Payments {
  const invoices = own === null ? others : [own, ...others]
  const known = new Map(sale.payments.map((payment) => [payment.paymentId, payment]))
  const matched: MatchedPayment[] = []
  const differences: Difference[] = []
  for (const invoice of invoices)
    for (const theirs of invoice.payments ?? []) {
      const ours = known.get(theirs.paymentId)
      // Of a second invoice it is told as a whole (compare.ts).
      if (invoice !== own && theirs.status === 'PAID' && ours?.counted !== true) continue
      const found = differenceOf(invoice, sale, ours, theirs)
      if (found !== null) differences.push(found)
      // Of the rest (a payment that failed, and that nobody counts) there is nothing to say.
      else if (theirs.status === 'PAID' || ours !== undefined) matched.push(asMatched(sale, theirs))
    }
  const unread = invoices.filter(({ payments, unreadPayments }) => payments === null || unreadPayments > 0)
  if (unread.length > 0) differences.push(...unread.map((invoice) => unreadable(invoice, sale)))
  else differences.push(...unlisted(invoices, sale))
  return { matched, differences }
}

function differenceOf(
  invoice: ListedInvoice,
  sale: BookedSale,
  ours: BookedSalePayment | undefined,
  theirs: BookedPayment,
): Difference | null {
  const about = { sale, invoice, paymentId: theirs.paymentId, theirs: theirs.amount, status: theirs.status }
  const counted = ours?.counted === true
  if (theirs.currency !== undefined && theirs.status === 'PAID')
    return differ('other-currency', { ...about, ours: counted ? ours.amount : null, theirs: null })
  switch (theirs.status) {
    case 'PAID':
      if (!counted) return differ('money-without-sale', about)
      return ours.amount === theirs.amount ? null : differ('amount-differs', { ...about, ours: ours.amount })
    case 'PENDING':
      return counted
        ? differ('status-differs', { ...about, ours: ours.amount })
        : differ('payment-pending', about)
    case 'CANCELLED':
    case 'REFUNDED':
      if (counted) return differ('status-differs', { ...about, ours: ours.amount })
      // The journal has seen it go, and nobody has said yet what became of the goods.
      return sale.wentElsewhere ? differ('status-differs', about) : null
    case 'unknown':
      return differ('status-differs', { ...about, ours: counted ? ours.amount : null })
  }
}

/** What we count and the service does not list. */
const unlisted = (invoices: readonly ListedInvoice[], sale: BookedSale): Difference[] => {
  const listed = new Set(invoices.flatMap(({ payments }) => payments ?? []).map(({ paymentId }) => paymentId))
  return sale.payments
    .filter(({ counted, paymentId }) => counted && !listed.has(paymentId))
    .map(({ paymentId, amount }) => differ('sale-without-money', { sale, paymentId, ours: amount }))
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
