import type { PracticeState } from '../../../main/practice/index.ts'
import { saleNumberOf } from '../../../main/sales/index.ts'

export type ServiceInvoice = PracticeState['invoices'][number]
export type ServicePayment = PracticeState['payments'][number]
export type ServiceReceipt = PracticeState['ereceipts'][number]

/** What the service has for one sale. */
export type Books = {
  readonly invoices: readonly ServiceInvoice[]
  readonly payments: readonly ServicePayment[]
  readonly receipts: readonly ServiceReceipt[]
}

/** The service's state by the number that the terminal gave the sale: those of its invoices begin with it. */
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

/** The service's numbers are tugriks. */
export const hundredths = (tugriks: number): number => Math.round(tugriks * 100)

export const inTugriks = ({ currency }: ServicePayment): boolean => currency === 'MNT'

/** What ever came of it, and what of that the service still has, in hundredths. A part that went back elsewhere is not there. */
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
