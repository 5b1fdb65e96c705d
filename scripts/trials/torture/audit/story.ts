import type { AttentionItem } from '../../../../shared/page/index.ts'
import type { RecordedEvent, SaleEvent } from '../../../../shared/sale/sale.ts'
import { statusOf } from '../../../../shared/sale/status.ts'
import type { Books } from './books.ts'
import type { SaleRows } from './journal-file.ts'

/**
 * Describes a sale for a finding: its number, its events, its attention items, its accounts, and the service's records.
 */
export function story(
  { sale, recorded }: SaleRows,
  till: string,
  books: Books,
  attention: readonly AttentionItem[],
): string {
  const { invoices, payments, receipts } = books
  return [
    `  sale ${sale.senderInvoiceNo} of ${till}, ${sale.id}, ${statusOf(sale).name}`,
    ...recorded.map(eventLine),
    ...attention.map(
      ({ cause, amount, resolutions }) => `    attention: ${cause} ${amount} (${resolutions})`,
    ),
    ...sale.payments.map(
      ({ paymentId, came, wentBack, counted, status }) =>
        `    account: ${paymentId} came ${came}, went back ${wentBack}, counted ${counted}, ${status}`,
    ),
    ...sale.invoices.map(
      ({ no, number, step, wanted, extra, mayAppear }) =>
        `    invoice ${no}: ${number} ${step.name}${wanted ? '' : ' unwanted'}${extra ? ' extra' : ''}${mayAppear ? ' may appear' : ''}`,
    ),
    ...invoices.map(
      ({ invoice_id, sender_invoice_no, amount, status, created_at }) =>
        `    service: invoice ${invoice_id} ${sender_invoice_no} ${amount} ${status} ${new Date(created_at).toISOString()}`,
    ),
    ...payments.map(
      ({ payment_id, amount, first_amount, currency, status, type, created_at }) =>
        `    service: payment ${payment_id} ${amount} of ${first_amount} ${currency} ${type} ${status} ${new Date(created_at).toISOString()}`,
    ),
    ...receipts.map(
      ({ id, payment_id, status }) => `    service: e-receipt ${id} of ${payment_id} ${status}`,
    ),
  ].join('\n')
}

/** Fields of an event that the description leaves out because they are long. */
const BULK: readonly string[] = ['kind', 'line', 'lines', 'terms']

const eventLine = ({ seq, at, command, event }: RecordedEvent): string =>
  `    ${seq} ${new Date(at).toISOString()} ${command === null ? '' : '(person) '}${event.kind} ${JSON.stringify(shortened(event))}`

const shortened = (event: SaleEvent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(event)
      .filter(([name]) => !BULK.includes(name))
      .map(([name, value]) => [
        name,
        name === 'invoice' ? (value as { invoiceId: string }).invoiceId : value,
      ]),
  )
