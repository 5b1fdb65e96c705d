import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Failure } from '../../shared/failure.ts'
import type { AttentionCause, AttentionItem, SaleSummary } from '../../shared/ipc/index.ts'
import { type Money, money } from '../../shared/money.ts'
import type { RecordedEvent, Sale, SaleEvent, SaleStateName } from '../../shared/sale.ts'
import { inTransaction, openDatabase } from './open.ts'

/** What one commit writes: all of it or nothing, on the disk before the call returns. */
export type Commit = {
  /** The sale as it is after the events. */
  readonly sale: Sale
  readonly total: Money
  readonly at: number
  readonly events: readonly SaleEvent[]
  /** Whether the runner still has something to do for it. */
  readonly due: boolean
  readonly seal?: { readonly paymentId: string; readonly sealed: Uint8Array }
  readonly newJob?: string
  readonly printedJob?: string
  readonly attention?: readonly NewAttention[]
  readonly settles?: readonly AttentionCause[]
  /** Makes the sale the one at the counter. */
  readonly takesCounter?: boolean
}

export type NewAttention = {
  readonly cause: AttentionCause
  readonly failure: Failure | null
  readonly amount: Money | null
}

export type PrintJob = {
  readonly id: string
  readonly saleId: string
  readonly state: 'queued' | 'printing' | 'printed'
  readonly attempts: number
}

export type JournalReader = {
  /** Four letters made with the file, so that a terminal set up anew never repeats a number it once used. */
  readonly tag: string
  readonly sale: (id: string) => Sale | null
  readonly events: (saleId: string) => readonly RecordedEvent[]
  readonly dueSales: () => readonly Sale[]
  readonly waiting: () => { readonly count: number; readonly oldestAt: number | null }
  readonly salesOf: (day: string) => readonly SaleSummary[]
  readonly nextSequence: (terminal: string, day: string) => number
  readonly counter: () => string | null
  readonly seals: (saleId: string) => ReadonlyMap<string, Uint8Array>
  readonly owedJobs: () => readonly PrintJob[]
  readonly attention: () => readonly AttentionItem[]
  readonly attentionCount: () => number
}

export type Journal = JournalReader & {
  readonly commit: (commit: Commit) => void
  readonly freeCounter: () => void
  readonly beginPrint: (jobId: string) => void
  readonly requeuePrint: (jobId: string) => void
  readonly settleAttention: (id: number, at: number) => string | null
  readonly close: () => void
}

type Row = Readonly<Record<string, unknown>>

export function openJournal(file: string): Journal {
  const database = openDatabase(file)
  const facts = factTable(database)
  const tag = facts.read('tag') ?? facts.write('tag', newTag())
  return {
    tag,
    ...saleReads(database),
    ...attentionTable(database),
    counter: () => facts.read('counter'),
    seals: (saleId) => {
      const rows = database
        .prepare('SELECT payment_id, sealed FROM receipt_seal WHERE sale_id = ?')
        .all(saleId)
      return new Map(rows.map((row: Row) => [String(row.payment_id), row.sealed as Uint8Array]))
    },
    owedJobs: () =>
      database
        .prepare(
          `SELECT id, sale_id, state, attempts FROM print_job WHERE state <> 'printed' ORDER BY queued_at, id`,
        )
        .all()
        .map((row: Row) => ({
          id: String(row.id),
          saleId: String(row.sale_id),
          state: row.state as PrintJob['state'],
          attempts: Number(row.attempts),
        })),
    commit: (commit) => inTransaction(database, () => write(database, facts, commit)),
    freeCounter: () => void facts.write('counter', null),
    beginPrint: (jobId) =>
      void database
        .prepare(
          `UPDATE print_job SET state = 'printing', attempts = attempts + 1 WHERE id = ? AND state <> 'printed'`,
        )
        .run(jobId),
    requeuePrint: (jobId) =>
      void database
        .prepare(`UPDATE print_job SET state = 'queued' WHERE id = ? AND state = 'printing'`)
        .run(jobId),
    close: () => database.close(),
  }
}

const newTag = (): string => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return [...randomBytes(4)].map((byte) => letters[byte % letters.length]).join('')
}

function write(database: DatabaseSync, facts: FactTable, commit: Commit): void {
  const { sale, at, events } = commit
  writeSale(database, commit)
  const insert = database.prepare(
    'INSERT INTO sale_event (sale_id, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)',
  )
  events.forEach((event, index) => {
    insert.run(sale.id, sale.version - events.length + index + 1, at, event.kind, JSON.stringify(event))
  })
  if (commit.seal)
    database
      .prepare('INSERT OR REPLACE INTO receipt_seal (sale_id, payment_id, sealed) VALUES (?, ?, ?)')
      .run(sale.id, commit.seal.paymentId, commit.seal.sealed)
  if (commit.newJob)
    database
      .prepare(`INSERT INTO print_job (id, sale_id, state, queued_at) VALUES (?, ?, 'queued', ?)`)
      .run(commit.newJob, sale.id, at)
  if (commit.printedJob) finishPrint(database, sale.id, commit.printedJob, at)
  const point = database.prepare(
    'INSERT INTO attention (sale_id, cause, failure, amount, at) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { cause, failure, amount } of commit.attention ?? [])
    point.run(sale.id, cause, failure && JSON.stringify(failure), amount, at)
  const settle = database.prepare(
    'UPDATE attention SET settled_at = ? WHERE sale_id = ? AND cause = ? AND settled_at IS NULL',
  )
  for (const cause of commit.settles ?? []) settle.run(at, sale.id, cause)
  if (commit.takesCounter) facts.write('counter', sale.id)
}

/** The expected version makes a lost update impossible: a sale changed meanwhile is not overwritten. */
function writeSale(database: DatabaseSync, { sale, total, events, due }: Commit): void {
  const before = sale.version - events.length
  const invoiceId = 'invoice' in sale.state && sale.state.invoice ? sale.state.invoice.invoiceId : null
  const snapshot = JSON.stringify(sale)
  if (before === 0) {
    database
      .prepare(
        `INSERT INTO sale (id, terminal, day, sequence, sender_invoice_no, opened_at, version, state, total, invoice_id, due, snapshot)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        sale.id,
        sale.terminal,
        sale.day,
        sale.sequence,
        sale.senderInvoiceNo,
        sale.openedAt,
        sale.version,
        sale.state.name,
        total,
        invoiceId,
        Number(due),
        snapshot,
      )
    return
  }
  const { changes } = database
    .prepare(
      `UPDATE sale SET version = ?, state = ?, total = ?, invoice_id = ?, due = ?, snapshot = ?
       WHERE id = ? AND version = ?`,
    )
    .run(sale.version, sale.state.name, total, invoiceId, Number(due), snapshot, sale.id, before)
  if (Number(changes) !== 1) throw new Error(`sale ${sale.id} is not at version ${before}`)
}

/** The paper is out: the job is done and what was sealed for it is erased (secure_delete overwrites the pages). */
function finishPrint(database: DatabaseSync, saleId: string, jobId: string, at: number): void {
  database.prepare(`UPDATE print_job SET state = 'printed', printed_at = ? WHERE id = ?`).run(at, jobId)
  database.prepare('DELETE FROM receipt_seal WHERE sale_id = ?').run(saleId)
}

function saleReads(database: DatabaseSync) {
  const asSale = (row: Row): Sale => JSON.parse(String(row.snapshot)) as Sale
  return {
    sale: (id: string) => {
      const row = database.prepare('SELECT snapshot FROM sale WHERE id = ?').get(id)
      return row ? asSale(row) : null
    },
    events: (saleId: string): RecordedEvent[] =>
      database
        .prepare('SELECT seq, at, body FROM sale_event WHERE sale_id = ? ORDER BY seq')
        .all(saleId)
        .map((row: Row) => ({
          seq: Number(row.seq),
          at: Number(row.at),
          event: JSON.parse(String(row.body)) as SaleEvent,
        })),
    dueSales: () =>
      database.prepare('SELECT snapshot FROM sale WHERE due = 1 ORDER BY opened_at').all().map(asSale),
    waiting: () => {
      const row = database
        .prepare(
          `SELECT count(*) AS count, min(opened_at) AS oldest FROM sale
           WHERE due = 1 AND state IN ('invoicing', 'cancelling', 'receipting')`,
        )
        .get() as Row
      return { count: Number(row.count), oldestAt: row.oldest === null ? null : Number(row.oldest) }
    },
    salesOf: (day: string) =>
      database
        .prepare('SELECT snapshot, total FROM sale WHERE day = ? ORDER BY sequence DESC')
        .all(day)
        .map(summary),
    nextSequence: (terminal: string, day: string) => {
      const row = database
        .prepare('SELECT coalesce(max(sequence), 0) + 1 AS next FROM sale WHERE terminal = ? AND day = ?')
        .get(terminal, day) as Row
      return Number(row.next)
    },
  }
}

function summary(row: Row): SaleSummary {
  const sale = JSON.parse(String(row.snapshot)) as Sale
  return {
    id: sale.id,
    sequence: sale.sequence,
    senderInvoiceNo: sale.senderInvoiceNo,
    openedAt: sale.openedAt,
    state: sale.state.name as SaleStateName,
    total: money(Number(row.total)),
    lineCount: sale.lines.length,
    goods: sale.lines
      .slice(0, 3)
      .map((line) => line.product.name)
      .join(', '),
  }
}

function attentionTable(database: DatabaseSync) {
  return {
    attention: (): AttentionItem[] =>
      database
        .prepare(
          `SELECT attention.id, sale_id, sender_invoice_no, cause, failure, amount, at
           FROM attention JOIN sale ON sale.id = sale_id WHERE settled_at IS NULL ORDER BY at, attention.id`,
        )
        .all()
        .map((row: Row) => ({
          id: Number(row.id),
          saleId: String(row.sale_id),
          senderInvoiceNo: String(row.sender_invoice_no),
          cause: row.cause as AttentionCause,
          failure: row.failure === null ? null : (JSON.parse(String(row.failure)) as Failure),
          amount: row.amount === null ? null : money(Number(row.amount)),
          at: Number(row.at),
        })),
    attentionCount: () =>
      Number(
        (database.prepare('SELECT count(*) AS count FROM attention WHERE settled_at IS NULL').get() as Row)
          .count,
      ),
    /** Answers with the sale it was about, or null where there was nothing to settle. */
    settleAttention: (id: number, at: number) => {
      const row = database
        .prepare('UPDATE attention SET settled_at = ? WHERE id = ? AND settled_at IS NULL RETURNING sale_id')
        .get(at, id) as Row | undefined
      return row ? String(row.sale_id) : null
    },
  }
}

type FactTable = {
  readonly read: (name: string) => string | null
  readonly write: <Value extends string | null>(name: string, value: Value) => Value
}

function factTable(database: DatabaseSync): FactTable {
  return {
    read: (name) => {
      const row = database.prepare('SELECT value FROM fact WHERE name = ?').get(name) as Row | undefined
      return row === undefined || row.value === null ? null : String(row.value)
    },
    write: (name, value) => {
      database
        .prepare(
          'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        )
        .run(name, value)
      return value
    },
  }
}
