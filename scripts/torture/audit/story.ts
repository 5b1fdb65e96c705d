import type { RecordedEvent, SaleEvent } from '../../../shared/sale.ts'
import type { Books } from './books.ts'
import type { SaleRows } from './journal-file.ts'

/** A sale as it is told with a finding: its number, its events and what the service says of it. */
export function story({ sale, recorded, attention }: SaleRows, till: string, books: Books): string {
  const { invoices, payments, receipts } = books
  return [
    `  sale ${sale.senderInvoiceNo} of ${till}, ${sale.id}, ${sale.state.name}`,
    ...recorded.map(eventLine),
    ...attention.map((row) => `    attention ${JSON.stringify(row)}`),
    ...invoices.map(
      ({ invoice_id, amount, status }) => `    service: invoice ${invoice_id} ${amount} ${status}`,
    ),
    ...payments.map(
      ({ payment_id, amount, status, type }) =>
        `    service: payment ${payment_id} ${amount} ${type} ${status}`,
    ),
    ...receipts.map(
      ({ id, payment_id, status }) => `    service: e-receipt ${id} of ${payment_id} ${status}`,
    ),
  ].join('\n')
}

/** The bulk of an event says nothing here. */
const BULK: readonly string[] = ['kind', 'line', 'invoice', 'lines']

const eventLine = ({ seq, at, event }: RecordedEvent): string =>
  `    ${seq} ${new Date(at).toISOString()} ${event.kind} ${JSON.stringify(shortened(event))}`

const shortened = (event: SaleEvent): Record<string, unknown> =>
  Object.fromEntries(Object.entries(event).filter(([name]) => !BULK.includes(name)))
