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

/** What the auditor counts. Each of them must be 0. */
export const COUNTED = [
  'lost_sales',
  /** Money that the service has and no sale knows of. */
  'lost_payments',
  'doubled_invoices',
  'doubled_receipts',
  'doubled_refunds',
  'wrong_amounts',
  'unexplained',
  /** Money that the service has, and that neither the sale's account nor the attention list shows. */
  'hidden',
  /** The shop database differs from the journals, or its tills from each other. */
  'shop_database',
] as const
export type Counted = (typeof COUNTED)[number]

/** Records a finding. Every check of the auditor gets this function. */
export type Find = (kind: Counted, words: string) => void
