import { saleNumberOf } from '../../../../shared/sale/sale-number.ts'
import type { PracticeState } from '../../../run/practice/index.ts'

export type ServicePayment = PracticeState['payments'][number]

/**
 * Finds the service's records of a sale: the numbers of its invoices begin with the number that the terminal gave the
 * sale.
 */
export function booksOf(service: PracticeState) {
  const invoices = Map.groupBy(service.invoices, (invoice) => saleNumberOf(invoice.sender_invoice_no))
  const payments = Map.groupBy(service.payments, (payment) => payment.invoice_id)
  const receipts = Map.groupBy(service.ereceipts, (receipt) => receipt.payment_id)
  return (senderInvoiceNo: string) => {
    const made = invoices.get(senderInvoiceNo) ?? []
    const paid = made.flatMap(({ invoice_id }) => payments.get(invoice_id) ?? [])
    return {
      invoices: made,
      payments: paid,
      receipts: paid.flatMap(({ payment_id }) => receipts.get(payment_id) ?? []),
    }
  }
}

/** The service's records of one sale. */
export type Books = ReturnType<ReturnType<typeof booksOf>>

/** The service's amounts are in tugriks. */
export const hundredths = (tugriks: number): number => Math.round(tugriks * 100)

export const inTugriks = ({ currency }: ServicePayment): boolean => currency === 'MNT'

/**
 * What came of a payment and what the service still has of it, in hundredths. `came` is the first amount, also when a
 * part went back elsewhere.
 */
export function heldAtService({ status, amount, first_amount }: ServicePayment) {
  const came = status === 'PENDING' ? 0 : hundredths(first_amount)
  return { came, held: status === 'PAID' ? hundredths(amount) : 0 }
}
