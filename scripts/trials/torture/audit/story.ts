import type { AttentionItem } from '../../../../shared/page/index.ts'
import type { RecordedEvent } from '../../../../shared/sale/sale.ts'
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
  const lines = (what: string, rows: readonly object[]): readonly string[] =>
    rows.map((row) => `    ${what}: ${JSON.stringify(shortened(row))}`)
  return [
    `  sale ${sale.senderInvoiceNo} of ${till}, ${sale.id}, ${statusOf(sale).name}`,
    ...recorded.map(eventLine),
    ...lines('attention', attention),
    ...lines('account', sale.payments),
    ...lines('invoice', sale.invoices),
    ...lines('service: invoice', books.invoices),
    ...lines('service: payment', books.payments),
    ...lines('service: e-receipt', books.receipts),
  ].join('\n')
}

/** What the description leaves out because it is long. */
const BULK: readonly string[] = ['kind', 'line', 'lines', 'terms', 'banks', 'qrText', 'qr_data', 'lottery']

const eventLine = ({ seq, at, command, event }: RecordedEvent): string =>
  `    ${seq} ${new Date(at).toISOString()} ${command === null ? '' : '(person) '}${event.kind} ${JSON.stringify(shortened(event))}`

const shortened = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !BULK.includes(name)))

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
