/** The row of a sale: the result of its events, stored with the columns that find it. */
import type { DatabaseSync } from 'node:sqlite'
import type { Money } from '../../../shared/money/money.ts'
import type { SaleBeginning } from '../../../shared/sale/apply.ts'
import { attentionOf } from '../../../shared/sale/attention-items.ts'
import { queuedWork } from '../../../shared/sale/queued-work.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { type SaleStatusName, statusOf, totalOf } from '../../../shared/sale/status.ts'
import { isDue } from '../../../shared/sale/steps.ts'
import { prepared, type Row } from '../sqlite/index.ts'
import { type Indexed, indexSale, rowAsIndexed } from './sale-index.ts'
import { chargedInvoice, type Rounds, tagOf } from './sales.ts'

/** The columns beside a sale's snapshot, by which queries find it. */
export type SaleColumns = {
  readonly state: SaleStatusName
  readonly total: Money
  /** Whether the runner still has something to do for it. */
  readonly due: boolean
  /** Whether it waits for the service or the printer and continues by itself. */
  readonly waits: boolean
  /** How many of its attention items wait for a person. */
  readonly attention: number
}

export const columnsOf = (sale: Sale): SaleColumns => ({
  state: statusOf(sale).name,
  total: totalOf(sale.lines),
  due: isDue(sale),
  waits: queuedWork(sale).length > 0,
  attention: attentionOf(sale).length,
})

export const beginningOf = (row: Row): SaleBeginning => ({
  terminal: String(row.terminal),
  day: String(row.day),
  sequence: Number(row.sequence),
  senderInvoiceNo: String(row.sender_invoice_no),
  openedAt: Number(row.opened_at),
  version: Number(row.version),
})

/** A sale after some new events. */
export type ChangedSale = SaleColumns & {
  readonly sale: Sale
  readonly at: number
  readonly events: readonly unknown[]
}

/** Stores the count of monitoring rounds. A round is no event. */
export const noteRounds = (database: DatabaseSync, saleId: string, { rounds, lastAt }: Rounds): void =>
  void prepared(database, 'UPDATE sale SET checks = ?, checked_at = ? WHERE id = ?').run(
    rounds,
    lastAt,
    saleId,
  )

/** Whether events of the sale are missing or do not fit. */
export const isPartly = (database: DatabaseSync, id: string): boolean =>
  prepared(database, 'SELECT partly FROM sale WHERE id = ?').get(id)?.partly === 1

/**
 * Writes the row and returns the previous sale. `state_since` is when the state changed last or the sale began to wait,
 * so a sale of last week that begins to wait for a refund waits since now. Throws where the row is not at the expected
 * version, so that no update is lost.
 */
export function writeSale(
  database: DatabaseSync,
  { sale, state, total, at, events, due, waits, attention }: ChangedSale,
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
  const isMonitoredAnew = had !== null && sale.monitoredUntil !== had.sale.monitoredUntil
  const { changes } = prepared(
    database,
    `UPDATE sale SET version = ?, state_since = CASE WHEN state = ? AND waits >= ? THEN state_since ELSE ? END,
         checks = CASE WHEN ? THEN 0 ELSE checks END, checked_at = CASE WHEN ? THEN ? ELSE checked_at END,
         state = ?, total = ?, invoice_id = ?, due = ?, waits = ?, attention = ?, snapshot = ?
       WHERE id = ? AND version = ?`,
  ).run(
    sale.version,
    state,
    Number(waits),
    at,
    Number(isMonitoredAnew),
    Number(isMonitoredAnew),
    at,
    ...columns,
    sale.id,
    before,
  )
  if (Number(changes) !== 1) throw new Error(`sale ${sale.id} is not at version ${before}`)
  if (sale.invoices !== had?.sale.invoices) keepInvoices(database, sale)
  return had?.sale ?? null
}

/** Stores the sale's invoices, so that a callback or a reconciliation finds the sale. */
export function keepInvoices(database: DatabaseSync, { id, invoices }: Sale): void {
  for (const { invoice } of invoices)
    if (invoice)
      prepared(database, 'INSERT OR IGNORE INTO sale_invoice (invoice_id, sale_id) VALUES (?, ?)').run(
        invoice.invoiceId,
        id,
      )
}
