import type { DatabaseSync } from 'node:sqlite'
import type { Money } from '../../shared/money.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import type { SaleStatusName } from '../../shared/sale-status.ts'
import { type CommandStamp, insertEvents } from './events.ts'
import type { KeyValueTable } from './key-value.ts'
import { entriesOf, sumUp } from './ledger-sums.ts'
import { prepared } from './prepared.ts'
import { type NewPrintJob, writeJob } from './print-jobs.ts'
import { type Indexed, indexSale, rowAsIndexed } from './sale-index.ts'
import type { SaleModel } from './sale-model.ts'
import { chargedInvoice, tagOf } from './sales.ts'
import { shiftOfNow } from './shifts.ts'

/** What is kept of a sale beside its snapshot, for finding it. */
export type SaleColumns = {
  readonly state: SaleStatusName
  readonly total: Money
  /** Whether the runner still has something to do for it. */
  readonly due: boolean
  /** Whether it waits for the service or the printer and goes on by itself. */
  readonly waits: boolean
  /** How many things of it wait for a person. */
  readonly attention: number
}

/** What one commit writes: all of it or nothing, on the disk before the call returns. */
export type Commit = SaleColumns & {
  /** The sale as it is after the events. */
  readonly sale: Sale
  readonly at: number
  readonly events: readonly SaleEvent[]
  readonly seal?: { readonly paymentId: string; readonly sealed: Uint8Array }
  readonly newJobs?: readonly NewPrintJob[]
  readonly printedJobs?: readonly string[]
  /** Papers that need not come: given up, or another took their place. */
  readonly endedJobs?: readonly string[]
  /** Payments whose lottery and QR no paper waits for any more. */
  readonly erasedSeals?: readonly string[]
  /** The paper that waits was held back, and may be printed now. */
  readonly paperReady?: boolean
  /** Makes the sale the one at the counter. */
  readonly takesCounter?: boolean
}

export type CommitParts = {
  readonly facts: KeyValueTable
  readonly command: CommandStamp | null
  /** What the sale's row says, where that is known. */
  readonly known: Indexed | null
  readonly model: SaleModel
}

/** Writes all of a commit; the caller holds the transaction. */
export function writeCommit(database: DatabaseSync, commit: Commit, parts: CommitParts): void {
  const { sale, at, events } = commit
  const { facts, command } = parts
  const shiftId = shiftOfNow(database)
  const isTorn = sale.version > events.length && isPartly(database, sale.id)
  const posted = isTorn ? entriesOf(database, sale.id, parts.model) : []
  const before = writeSale(database, commit, parts.known)
  insertEvents(database, {
    subject: sale.id,
    from: sale.version - events.length + 1,
    at,
    events,
    command,
    shiftId,
  })
  // Of a sale some of whose events are missing the row knows more than they tell: what they post is what counts.
  if (isTorn) {
    sumUp(database, posted, -1)
    sumUp(database, entriesOf(database, sale.id, parts.model))
  } else sumUp(database, [{ at, shiftId, postings: parts.model.postings(before, sale.id, at, events) }])
  if (commit.seal)
    prepared(
      database,
      'INSERT OR REPLACE INTO receipt_seal (sale_id, payment_id, sealed) VALUES (?, ?, ?)',
    ).run(sale.id, commit.seal.paymentId, commit.seal.sealed)
  for (const job of commit.newJobs ?? []) writeJob(database, job, sale.id, at)
  for (const jobId of commit.printedJobs ?? []) endJob(database, jobId, 'printed', at)
  for (const jobId of commit.endedJobs ?? []) endJob(database, jobId, 'given-up', null)
  for (const paymentId of commit.erasedSeals ?? []) eraseSeal(database, sale.id, paymentId)
  if (commit.takesCounter) facts.write('counter', sale.id)
}

/** Some of the sale's events are missing or do not fit. */
export const isPartly = (database: DatabaseSync, id: string): boolean =>
  prepared(database, 'SELECT partly FROM sale WHERE id = ?').get(id)?.partly === 1

/**
 * Since when it is in its state, or waits in it: a sale of last week that begins to wait for a refund waits since now.
 * The expected version makes a lost update impossible: a sale changed meanwhile is not overwritten. Answers the sale as it was.
 */
function writeSale(
  database: DatabaseSync,
  { sale, state, total, at, events, due, waits, attention }: Commit,
  known: Indexed | null,
): Sale | null {
  const before = sale.version - events.length
  const isKnown = known?.sale.version === before
  const had = before === 0 ? null : isKnown ? known : rowAsIndexed(database, sale.id)
  indexSale(database, had, { sale, total })
  const invoiceId = chargedInvoice(sale)
  const snapshot = JSON.stringify(sale)
  const columns = [state, total, invoiceId, Number(due), Number(waits), attention, snapshot] as const
  if (before === 0) {
    prepared(
      database,
      `INSERT INTO sale (id, terminal, day, sequence, tag, sender_invoice_no, opened_at, version, state_since,
           state, total, invoice_id, due, waits, attention, snapshot)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      sale.id,
      sale.terminal,
      sale.day,
      sale.sequence,
      tagOf(sale.senderInvoiceNo),
      sale.senderInvoiceNo,
      sale.openedAt,
      sale.version,
      at,
      ...columns,
    )
    keepInvoices(database, sale)
    return null
  }
  const isWatchedAnew = had !== null && sale.watchedUntil !== had.sale.watchedUntil
  const { changes } = prepared(
    database,
    `UPDATE sale SET version = ?, state_since = CASE WHEN state = ? AND waits >= ? THEN state_since ELSE ? END,
         looks = CASE WHEN ? THEN 0 ELSE looks END, looked_at = CASE WHEN ? THEN ? ELSE looked_at END,
         state = ?, total = ?, invoice_id = ?, due = ?, waits = ?, attention = ?, snapshot = ?
       WHERE id = ? AND version = ?`,
  ).run(
    sale.version,
    state,
    Number(waits),
    at,
    Number(isWatchedAnew),
    Number(isWatchedAnew),
    at,
    ...columns,
    sale.id,
    before,
  )
  if (Number(changes) !== 1) throw new Error(`sale ${sale.id} is not at version ${before}`)
  keepInvoices(database, sale)
  return had?.sale ?? null
}

/** By which a callback, or the service's own books, find the sale. */
export function keepInvoices(database: DatabaseSync, { id, invoices }: Sale): void {
  for (const { invoice } of invoices)
    if (invoice)
      prepared(database, 'INSERT OR IGNORE INTO sale_invoice (invoice_id, sale_id) VALUES (?, ?)').run(
        invoice.invoiceId,
        id,
      )
}

function endJob(
  database: DatabaseSync,
  jobId: string,
  state: 'printed' | 'given-up',
  at: number | null,
): void {
  prepared(
    database,
    `UPDATE print_job SET state = ?, failure = NULL, printed_at = ? WHERE id = ? AND state <> 'printed'`,
  ).run(state, at, jobId)
}

/** secure_delete overwrites the pages. */
export const eraseSeal = (database: DatabaseSync, saleId: string, paymentId: string): void =>
  void prepared(database, 'DELETE FROM receipt_seal WHERE sale_id = ? AND payment_id = ?').run(
    saleId,
    paymentId,
  )
