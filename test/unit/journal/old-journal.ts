import type { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS, openDatabase } from '../../../main/journal/index.ts'
import { rebuildWith } from '../../../main/projections/index.ts'
import { tugriks } from '../../../shared/money.ts'
import { bread, invoice, lineOf, opened, paidBy } from '../../support/sample-sale.ts'

/** An event as version 1 wrote it; some of its fields have other names today. */
type OldEvent = { readonly kind: string } & Readonly<Record<string, unknown>>

type Stage = {
  /** The state as version 1 named it. */
  readonly state: string
  /** Whether version 1 continued the sale after a restart. */
  readonly due: boolean
  readonly events: (id: string) => readonly OldEvent[]
}

const { taxKind: _none, ...untaxed } = bread
const rung: OldEvent = { kind: 'line-added', line: { ...lineOf(bread), product: untaxed } }
const total = tugriks(2500)
const requested: OldEvent = { kind: 'invoice-requested', total, shape: 'simple', attempt: 1 }
const created = (id: string): OldEvent => ({
  kind: 'invoice-created',
  invoice: { ...invoice, invoiceId: `inv-${id}` },
  found: 'answer',
})
const paid: OldEvent = { kind: 'paid', payments: [paidBy(2500)], receiptsDue: [] }
const queued = (id: string): OldEvent => ({ kind: 'receipt-queued', jobId: `job-${id}` })
const printed = (id: string): OldEvent => ({ kind: 'receipt-printed', jobId: `job-${id}` })

const cancelled: readonly OldEvent[] = [
  { kind: 'cancel-requested' },
  { kind: 'invoice-cancelled', watchUntil: 90_000_000 },
]

/** A sale of every state, with the events that version 1 wrote. */
const STAGES: readonly Stage[] = [
  { state: 'open', due: false, events: () => [rung] },
  { state: 'invoicing', due: true, events: () => [rung, requested] },
  { state: 'awaiting-payment', due: true, events: (id) => [rung, requested, created(id)] },
  { state: 'receipting', due: true, events: (id) => [rung, requested, created(id), paid, queued(id)] },
  {
    state: 'completed',
    due: false,
    events: (id) => [rung, requested, created(id), paid, queued(id), printed(id)],
  },
  { state: 'cancelled', due: true, events: (id) => [rung, requested, created(id), ...cancelled] },
  {
    state: 'paid-late',
    due: false,
    events: (id) => [
      rung,
      requested,
      created(id),
      ...cancelled,
      { kind: 'paid-late', payments: [paidBy(2500)] },
    ],
  },
]

/** Ids of the sales in that state, out of so many. */
const among = (sales: number, state: string): readonly string[] =>
  Array.from({ length: sales }, (_, index) => index + 1)
    .filter((number) => STAGES[number % STAGES.length]?.state === state)
    .map((number) => `sale-${number}`)

/** Ids of the sales whose receipt is still to be printed. */
export const owedAmong = (sales: number): readonly string[] => among(sales, 'receipting')

/** Ids of the sales that were paid after they had been cancelled. */
export const latePaymentsAmong = (sales: number): readonly string[] => among(sales, 'paid-late')

/** A journal as version 1 left it. Its snapshots are invalid, so the tests notice when they are not replaced. */
export function makeOldJournal(file: string, sales: number): void {
  const database = openDatabase(file, { migrations: MIGRATIONS.slice(0, 1), rebuild: rebuildWith(null) })
  database.exec('BEGIN')
  for (let number = 1; number <= sales; number += 1)
    insertSale(database, number, STAGES[number % STAGES.length] as Stage)
  database.exec(`
    INSERT INTO receipt_seal (sale_id, payment_id, sealed) VALUES ('sale-3', 'pay-1', CAST('LOTTERY-OF-THREE' AS BLOB));
    INSERT INTO attention (sale_id, cause, at, amount) VALUES ('sale-4', 'doubled-invoice', 9, 250000);
    INSERT INTO key_value (name, value) VALUES ('tag', 'ABCD'), ('counter', 'sale-1');
    COMMIT;
  `)
  database.close()
}

function insertSale(database: DatabaseSync, number: number, { state, due, events: eventsOf }: Stage): void {
  const id = `sale-${number}`
  const first = { ...opened, sequence: number, senderInvoiceNo: `K01-${number}` }
  const events: readonly OldEvent[] = [first, ...eventsOf(id)]
  const isCharged = events.some(({ kind }) => kind === 'invoice-created')
  database
    .prepare(
      `INSERT INTO sale (id, terminal, day, sequence, sender_invoice_no, opened_at, version, state, state_since, total,
         invoice_id, due, snapshot) VALUES (?, 'K01', '2026-11-20', ?, ?, 1000, ?, ?, 1000, ?, ?, ?, '{}')`,
    )
    .run(
      id,
      number,
      first.senderInvoiceNo,
      events.length,
      state,
      total,
      isCharged ? `inv-${id}` : null,
      Number(due),
    )
  events.forEach((event, index) => {
    insertEvent(database, id, { seq: index + 1, at: 1000 + index, event })
  })
}

function insertEvent(
  database: DatabaseSync,
  saleId: string,
  { seq, at, event }: { readonly seq: number; readonly at: number; readonly event: OldEvent },
): void {
  database
    .prepare('INSERT INTO sale_event (sale_id, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)')
    .run(saleId, seq, at, event.kind, JSON.stringify(event))
  if (event.kind === 'receipt-queued')
    database
      .prepare(`INSERT INTO print_job (id, sale_id, state, queued_at) VALUES (?, ?, 'queued', ?)`)
      .run(String(event.jobId), saleId, at)
  if (event.kind === 'receipt-printed')
    database
      .prepare(`UPDATE print_job SET state = 'printed', printed_at = ? WHERE id = ?`)
      .run(at, String(event.jobId))
}
