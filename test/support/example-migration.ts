/** The example of a migration that the tests have: a step from 1 to 2, and a journal that has had step 1 alone. */
import type { DatabaseSync } from 'node:sqlite'
import {
  insertEvents,
  keyValueTable,
  MIGRATIONS,
  type Migration,
  openDatabase,
} from '../../main/storage/journal/index.ts'
import { rebuildProjections } from '../../main/storage/projections/index.ts'
import { tugriks } from '../../shared/money/money.ts'
import type { SaleEvent } from '../../shared/sale/sale.ts'
import { bread, countedOf, invoice, lineOf, opened, paidBy } from './sample-sale.ts'

/** Step 2 adds a column, and changes what events mean, so that every sale is computed again. */
export const UP_TO_2: readonly Migration[] = [
  ...MIGRATIONS,
  { sql: `ALTER TABLE sale ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'`, replay: true },
]

type Stage = {
  readonly state: string
  readonly due: boolean
  readonly events: (id: string) => readonly SaleEvent[]
}

const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }
const total = tugriks(2500)
const requested: SaleEvent = { kind: 'invoice-requested', total, due: total, attempt: 1 }
const created = (id: string): SaleEvent => ({
  kind: 'invoice-created',
  no: 1,
  invoice: { ...invoice, invoiceId: `inv-${id}` },
  found: 'answer',
})
const payments = [paidBy(2500)]
const counted = countedOf(payments, total)
const paid: SaleEvent = { kind: 'paid', no: 1, payments, counted, receiptsDue: [] }
const queued = (id: string): SaleEvent => ({ kind: 'receipt-queued', jobId: `job-${id}` })
const printed = (id: string): SaleEvent => ({ kind: 'receipt-printed', jobId: `job-${id}` })
const cancelled: readonly SaleEvent[] = [
  { kind: 'cancel-requested', no: 1 },
  { kind: 'invoice-cancelled', no: 1, monitorUntil: 90_000_000 },
]
const late: SaleEvent = { kind: 'payments-seen', no: 1, payments: [paidBy(2500)] }

const STAGES: readonly Stage[] = [
  { state: 'open', due: false, events: () => [rung] },
  { state: 'invoicing', due: true, events: () => [rung, requested] },
  { state: 'awaiting-payment', due: true, events: (id) => [rung, requested, created(id)] },
  { state: 'fulfilling', due: true, events: (id) => [rung, requested, created(id), paid, queued(id)] },
  {
    state: 'completed',
    due: false,
    events: (id) => [rung, requested, created(id), paid, queued(id), printed(id)],
  },
  { state: 'cancelled', due: true, events: (id) => [rung, requested, created(id), ...cancelled] },
  { state: 'late-payment', due: true, events: (id) => [rung, requested, created(id), ...cancelled, late] },
]

/** Ids of the sales in that state, out of so many. */
const among = (sales: number, state: string): readonly string[] =>
  Array.from({ length: sales }, (_, index) => index + 1)
    .filter((number) => STAGES[number % STAGES.length]?.state === state)
    .map((number) => `sale-${number}`)

/** Ids of the sales whose receipt is still to be printed. */
export const owedAmong = (sales: number): readonly string[] => among(sales, 'fulfilling')

/** Ids of the sales that were paid after they had been cancelled. */
export const latePaymentsAmong = (sales: number): readonly string[] => among(sales, 'late-payment')

/** Writes a journal of schema version 1. Its stored sales are empty, so a test fails if the migration does not rebuild them. */
export function makeJournalOf1(file: string, sales: number): void {
  const database = openDatabase(file, { rebuild: rebuildProjections })
  database.exec('BEGIN')
  for (let number = 1; number <= sales; number += 1)
    insertSale(database, number, STAGES[number % STAGES.length] as Stage)
  database.exec(
    `INSERT INTO receipt_seal (sale_id, payment_id, sealed) VALUES ('sale-3', 'pay-1', CAST('LOTTERY-OF-THREE' AS BLOB))`,
  )
  const values = keyValueTable(database)
  values.write('tag', 'ABCD')
  values.write('counter', 'sale-1')
  database.exec('COMMIT')
  database.close()
}

function insertSale(database: DatabaseSync, number: number, { state, due, events: eventsOf }: Stage): void {
  const id = `sale-${number}`
  const senderInvoiceNo = `K01-${number}-ABCD`
  const events: readonly SaleEvent[] = [
    { ...opened, sequence: number, senderInvoiceNo } as SaleEvent,
    ...eventsOf(id),
  ]
  const isCharged = events.some(({ kind }) => kind === 'invoice-created')
  database
    .prepare(
      `INSERT INTO sale (id, terminal, day, sequence, tag, sender_invoice_no, opened_at, version, state, state_since, total,
         invoice_id, due, waits, snapshot) VALUES (?, 'K01', '2026-11-20', ?, 'ABCD', ?, 1000, ?, ?, 1000, ?, ?, ?, 0, '{}')`,
    )
    .run(
      ...[id, number, senderInvoiceNo, events.length, state, total],
      ...[isCharged ? `inv-${id}` : null, Number(due)],
    )
  insertEvents(database, { subject: id, from: 1, at: 1000, events, command: null, shiftId: null })
  const job = database.prepare('INSERT INTO print_job (id, sale_id, state, queued_at) VALUES (?, ?, ?, 1000)')
  if (state === 'fulfilling') job.run(`job-${id}`, id, 'queued')
  if (state === 'completed') job.run(`job-${id}`, id, 'printed')
}
