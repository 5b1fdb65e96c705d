import type { BookedPayment, Difference, MatchedPayment } from '../../../shared/books.ts'
import type { BookedSale, BookedSalePayment, ListedInvoice } from './books.ts'
import { differ, unreadable } from './differ.ts'

type Payments = { readonly matched: readonly MatchedPayment[]; readonly differences: readonly Difference[] }

/** Payment by payment, of one invoice that both books know. */
export function comparePayments(invoice: ListedInvoice, sale: BookedSale): Payments {
  if (invoice.payments === null) return { matched: [], differences: [unreadable(invoice, sale)] }
  const known = new Map(sale.payments.map((payment) => [payment.paymentId, payment]))
  const matched: MatchedPayment[] = []
  const differences: Difference[] = []
  for (const theirs of invoice.payments) {
    const found = differenceOf(invoice, sale, known.get(theirs.paymentId), theirs)
    if (found !== null) differences.push(found)
    else if (isAgreed(sale, theirs)) matched.push(asMatched(sale, theirs))
  }
  if (invoice.unreadPayments > 0) differences.push(unreadable(invoice, sale))
  else differences.push(...unlisted(invoice, sale))
  return { matched, differences }
}

/** Of the rest (a payment that failed, and that nobody counts) there is nothing to say. */
const isAgreed = (sale: BookedSale, { status, paymentId }: BookedPayment): boolean =>
  status === 'PAID' || sale.payments.some((one) => one.paymentId === paymentId)

function differenceOf(
  invoice: ListedInvoice,
  sale: BookedSale,
  ours: BookedSalePayment | undefined,
  theirs: BookedPayment,
): Difference | null {
  const about = { sale, invoice, paymentId: theirs.paymentId, theirs: theirs.amount, status: theirs.status }
  const counted = ours?.counted === true
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
const unlisted = (invoice: ListedInvoice, sale: BookedSale): Difference[] => {
  const listed = new Set(invoice.payments?.map(({ paymentId }) => paymentId))
  return sale.payments
    .filter(({ counted, paymentId }) => counted && !listed.has(paymentId))
    .map(({ paymentId, amount }) => differ('sale-without-money', { sale, invoice, paymentId, ours: amount }))
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
