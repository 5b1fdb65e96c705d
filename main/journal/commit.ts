import type { DatabaseSync } from 'node:sqlite'
import type { AttentionCause } from '../../shared/attention.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Money } from '../../shared/money.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import { sumSale } from './day-sums.ts'
import type { FactTable } from './facts.ts'
import { prepared } from './prepared.ts'
import { type NewPrintJob, writeJob } from './print-jobs.ts'
import { type Indexed, indexSale, rowAsIndexed } from './sale-index.ts'
import { invoiceIdOf } from './sales.ts'
import { openShiftId } from './shifts.ts'

/** What is kept of a sale beside its snapshot, for finding it. */
export type SaleColumns = {
  readonly total: Money
  /** Whether the runner still has something to do for it. */
  readonly due: boolean
  /** Whether it waits for the service or the printer and goes on by itself. */
  readonly waits: boolean
}

/** What one commit writes: all of it or nothing, on the disk before the call returns. */
export type Commit = SaleColumns & {
  /** The sale as it is after the events. */
  readonly sale: Sale
  readonly at: number
  readonly events: readonly SaleEvent[]
  readonly seal?: { readonly paymentId: string; readonly sealed: Uint8Array }
  readonly newJobs?: readonly NewPrintJob[]
  readonly printedJob?: string
  /** A person decided that this paper need not come. */
  readonly givenUpJob?: string
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

/** Writes all of a commit; the caller holds the transaction, and may know what the sale's row says. */
export function writeCommit(
  database: DatabaseSync,
  facts: FactTable,
  commit: Commit,
  known: Indexed | null,
): void {
  const { sale, at, events } = commit
  writeSale(database, commit, known)
  const insert = prepared(
    database,
    'INSERT INTO sale_event (sale_id, seq, at, kind, body, shift_id) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const shift = openShiftId(database)
  events.forEach((event, index) => {
    insert.run(
      sale.id,
      sale.version - events.length + index + 1,
      at,
      event.kind,
      JSON.stringify(event),
      shift,
    )
  })
  if (commit.seal)
    prepared(
      database,
      'INSERT OR REPLACE INTO receipt_seal (sale_id, payment_id, sealed) VALUES (?, ?, ?)',
    ).run(sale.id, commit.seal.paymentId, commit.seal.sealed)
  for (const job of commit.newJobs ?? []) writeJob(database, job, sale.id, at)
  if (commit.printedJob) finishPrint(database, sale.id, commit.printedJob, at)
  if (commit.givenUpJob) giveUpPrint(database, sale.id, commit.givenUpJob)
  // What is settled makes way for what comes anew.
  const settle = prepared(
    database,
    'UPDATE attention SET settled_at = ? WHERE sale_id = ? AND cause = ? AND settled_at IS NULL',
  )
  for (const cause of commit.settles ?? []) settle.run(at, sale.id, cause)
  const point = prepared(
    database,
    'INSERT INTO attention (sale_id, cause, failure, amount, at) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { cause, failure, amount } of commit.attention ?? [])
    point.run(sale.id, cause, failure && JSON.stringify(failure), amount, at)
  if (commit.takesCounter) facts.write('counter', sale.id)
}

/**
 * Since when it is in its state, or waits in it: a sale of last week that begins to wait for a refund waits since now.
 * The expected version makes a lost update impossible: a sale changed meanwhile is not overwritten.
 */
function writeSale(
  database: DatabaseSync,
  { sale, total, at, events, due, waits }: Commit,
  known: Indexed | null,
): void {
  const before = sale.version - events.length
  const isKnown = known?.sale.version === before
  const had = before === 0 ? null : isKnown ? known : rowAsIndexed(database, sale.id)
  indexSale(database, had, { sale, total })
  sumSale(database, had?.sale ?? null, sale)
  const invoiceId = invoiceIdOf(sale)
  const snapshot = JSON.stringify(sale)
  if (before === 0) {
    prepared(
      database,
      `INSERT INTO sale (id, terminal, day, sequence, sender_invoice_no, opened_at, version, state, state_since, total, invoice_id, due, waits, snapshot)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      sale.id,
      sale.terminal,
      sale.day,
      sale.sequence,
      sale.senderInvoiceNo,
      sale.openedAt,
      sale.version,
      sale.state.name,
      at,
      total,
      invoiceId,
      Number(due),
      Number(waits),
      snapshot,
    )
    return
  }
  const { changes } = prepared(
    database,
    `UPDATE sale SET version = ?, state_since = CASE WHEN state = ? AND waits >= ? THEN state_since ELSE ? END, state = ?, total = ?, invoice_id = ?, due = ?, waits = ?, snapshot = ?
       WHERE id = ? AND version = ?`,
  ).run(
    sale.version,
    sale.state.name,
    Number(waits),
    at,
    sale.state.name,
    total,
    invoiceId,
    Number(due),
    Number(waits),
    snapshot,
    sale.id,
    before,
  )
  if (Number(changes) !== 1) throw new Error(`sale ${sale.id} is not at version ${before}`)
}

/** The paper is out: the job is done and what was sealed for it is erased (secure_delete overwrites the pages). */
function finishPrint(database: DatabaseSync, saleId: string, jobId: string, at: number): void {
  prepared(
    database,
    `UPDATE print_job SET state = 'printed', failure = NULL, printed_at = ? WHERE id = ?`,
  ).run(at, jobId)
  eraseSeals(database, saleId)
}

function giveUpPrint(database: DatabaseSync, saleId: string, jobId: string): void {
  prepared(database, `UPDATE print_job SET state = 'given-up' WHERE id = ? AND state <> 'printed'`).run(jobId)
  eraseSeals(database, saleId)
}

const eraseSeals = (database: DatabaseSync, saleId: string): void =>
  void prepared(database, 'DELETE FROM receipt_seal WHERE sale_id = ?').run(saleId)
