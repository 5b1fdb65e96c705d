/** Numbers of sales and of their invoices (docs/decisions/sale-number.md). */
import type { Sale, SaleInvoice } from '../../shared/sale.ts'

/** `K01-261120-0147-X7F3`: terminal, date, number of the day, and the journal's tag. */
export const senderInvoiceNo = (terminal: string, day: string, sequence: number, tag: string): string =>
  `${terminal}-${day.slice(2).replaceAll('-', '')}-${String(sequence).padStart(4, '0')}-${tag}`

/**
 * The number of the sale's next invoice. One that was certainly never used is used again; any other stands, or may come to
 * stand, for another invoice, so that the next one adds to it: `K01-261120-0147-X7F3-2`.
 */
export function nextInvoiceNumber({ senderInvoiceNo, invoices }: Sale): string {
  const last = invoices.findLast(({ extra }) => !extra)
  if (last === undefined) return senderInvoiceNo
  if (isFree(last)) return last.number
  const used = new Set(invoices.map(({ number }) => number)).size
  return `${senderInvoiceNo}-${used + 1}`
}

const isFree = ({ step, mayAppear, invoice }: SaleInvoice): boolean =>
  invoice === null &&
  !mayAppear &&
  (step.name === 'absent' ||
    (step.name === 'refused' &&
      step.failure.name !== 'AMOUNT_DIFFERS' &&
      step.failure.name !== 'INVOICE_ALREADY_CANCELED'))

/** The sale's own number, out of that of any of its invoices. */
export const saleNumberOf = (invoiceNumber: string): string =>
  invoiceNumber.replace(/^([A-Z0-9]{1,6}-\d{6}-\d{4,}-[A-Z0-9]{4})-\d+$/, '$1')
