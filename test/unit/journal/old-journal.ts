import type { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS } from '../../../main/journal/migrations.ts'
import { openDatabase } from '../../../main/journal/open.ts'
import { foldSale } from '../../../main/sales/index.ts'
import { into, SALE_COLUMNS, saleRow } from '../../../scripts/seed-history/table-rows.ts'
import { tugriks } from '../../../shared/money.ts'
import type { SaleEvent, SaleStateName } from '../../../shared/sale.ts'
import { bread, invoice, lineOf, opened, paidBy } from '../../support/sample-sale.ts'

const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }
const total = tugriks(2500)
const requested: SaleEvent = { kind: 'invoice-requested', total, shape: 'simple', attempt: 1 }
const created = (id: string): SaleEvent => ({
  kind: 'invoice-created',
  invoice: { ...invoice, invoiceId: `inv-${id}` },
  found: 'answer',
})
const paid: SaleEvent = { kind: 'paid', payments: [paidBy(2500)], receiptsDue: [] }
const queued = (id: string): SaleEvent => ({ kind: 'receipt-queued', jobId: `job-${id}` })

const cancelled: readonly SaleEvent[] = [
  { kind: 'cancel-requested' },
  { kind: 'invoice-cancelled', watchUntil: 90_000_000 },
]

/** Sales of every stage, in the events that version 1 wrote. */
const STAGES: readonly ((id: string) => readonly SaleEvent[])[] = [
  () => [rung],
  () => [rung, requested],
  (id) => [rung, requested, created(id)],
  (id) => [rung, requested, created(id), paid, queued(id)],
  (id) => [rung, requested, created(id), paid, queued(id), { kind: 'receipt-printed', jobId: `job-${id}` }],
  (id) => [rung, requested, created(id), ...cancelled],
  (id) => [rung, requested, created(id), ...cancelled, { kind: 'paid-late', payments: [paidBy(2500)] }],
]

/** What version 1 went on with after a restart. */
const NOT_DUE: readonly SaleStateName[] = ['open', 'receipt-owed', 'completed', 'paid-late']

/** The sales among so many whose receipt is still to be printed. */
export const owedAmong = (sales: number): readonly string[] =>
  Array.from({ length: sales }, (_, index) => index + 1)
    .filter((number) => number % STAGES.length === 3)
    .map((number) => `sale-${number}`)

/** A journal as version 1 left it. Its snapshots are worth nothing, so that they are seen to be made anew. */
export function makeOldJournal(file: string, sales: number): void {
  const database = openDatabase(file, { migrations: MIGRATIONS.slice(0, 1) })
  database.exec('BEGIN')
  for (let number = 1; number <= sales; number += 1) {
    const id = `sale-${number}`
    const stage = STAGES[number % STAGES.length]
    insertSale(database, id, [
      { ...opened, sequence: number, senderInvoiceNo: `K01-${number}` } as SaleEvent,
      ...(stage?.(id) ?? []),
    ])
  }
  database.exec(`
    INSERT INTO receipt_seal (sale_id, payment_id, sealed) VALUES ('sale-3', 'pay-1', CAST('LOTTERY-OF-THREE' AS BLOB));
    INSERT INTO attention (sale_id, cause, at) VALUES ('sale-4', 'surplus', 9);
    INSERT INTO fact (name, value) VALUES ('tag', 'ABCD'), ('counter', 'sale-1');
    COMMIT;
  `)
  database.close()
}

function insertSale(database: DatabaseSync, id: string, events: readonly SaleEvent[]): void {
  const recorded = events.map((event, index) => ({ seq: index + 1, at: 1000 + index, event }))
  const { sale, columns } = foldSale(id, recorded)
  into(database, 'sale', [...SALE_COLUMNS, 'state_since', 'total', 'due', 'snapshot'])({
    ...saleRow(sale),
    state_since: 1000,
    total: columns.total,
    due: Number(!NOT_DUE.includes(sale.state.name)),
    snapshot: '{}',
  })
  for (const { seq, at, event } of recorded) {
    database
      .prepare('INSERT INTO sale_event (sale_id, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)')
      .run(id, seq, at, event.kind, JSON.stringify(event))
    if (event.kind === 'receipt-queued')
      database
        .prepare(`INSERT INTO print_job (id, sale_id, state, queued_at) VALUES (?, ?, 'queued', ?)`)
        .run(event.jobId, id, at)
    if (event.kind === 'receipt-printed')
      database
        .prepare(`UPDATE print_job SET state = 'printed', printed_at = ? WHERE id = ?`)
        .run(at, event.jobId)
  }
}
