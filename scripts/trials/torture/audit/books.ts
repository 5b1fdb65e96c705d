import { saleNumberOf } from '../../../../shared/sale/sale-number.ts'
import type { PracticeState } from '../../../run/practice/index.ts'

type ServiceInvoice = PracticeState['invoices'][number]
export type ServicePayment = PracticeState['payments'][number]
type ServiceReceipt = PracticeState['ereceipts'][number]

/** The service's records of one sale. */
export type Books = {
  readonly invoices: readonly ServiceInvoice[]
  readonly payments: readonly ServicePayment[]
  readonly receipts: readonly ServiceReceipt[]
}

/**
 * Finds the service's records of a sale: the numbers of its invoices begin with the number that the terminal gave the
 * sale.
 */
export function booksOf(service: PracticeState): (senderInvoiceNo: string) => Books {
  const invoices = grouped(service.invoices, (invoice) => saleNumberOf(invoice.sender_invoice_no))
  const payments = grouped(service.payments, (payment) => payment.invoice_id)
  const receipts = grouped(service.ereceipts, (receipt) => receipt.payment_id)
  return (senderInvoiceNo) => {
    const made = invoices.get(senderInvoiceNo) ?? []
    const paid = made.flatMap(({ invoice_id }) => payments.get(invoice_id) ?? [])
    return {
      invoices: made,
      payments: paid,
      receipts: paid.flatMap(({ payment_id }) => receipts.get(payment_id) ?? []),
    }
  }
}

/** The service's amounts are in tugriks. */
export const hundredths = (tugriks: number): number => Math.round(tugriks * 100)

export const inTugriks = ({ currency }: ServicePayment): boolean => currency === 'MNT'

/**
 * What came of a payment and what the service still has of it, in hundredths. `came` is the first amount, also when a
 * part went back elsewhere.
 */
export function heldAtService({ status, amount, first_amount }: ServicePayment): {
  readonly came: number
  readonly held: number
} {
  const came = status === 'PENDING' ? 0 : hundredths(first_amount)
  return { came, held: status === 'PAID' ? hundredths(amount) : 0 }
}

function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
