import type { DatabaseSync } from 'node:sqlite'
import type { RecordedEvent, Sale } from '../../shared/sale.ts'
import type { SaleColumns } from './commit.ts'
import { hasDaySums, sumAllSales } from './day-sums.ts'
import type { Row } from './row.ts'
import { hasSaleIndex, indexAllSales } from './sale-index.ts'
import { eventReader, invoiceIdOf } from './sales.ts'

/** What a sale's events add up to, and what of it is kept in columns for finding it. Throws where they do not fit. */
export type Fold = (
  id: string,
  events: readonly RecordedEvent[],
) => { readonly sale: Sale; readonly columns: SaleColumns }

const BATCH = 500

/**
 * Makes every sale's row anew from its events; the caller holds the transaction. A sale whose events do not add up is
 * given to `misfit`, which throws or leaves its row as it is.
 */
export function refoldSales(
  database: DatabaseSync,
  fold: Fold,
  misfit: (saleId: string, error: unknown) => void,
): void {
  const next = database.prepare(
    'SELECT rowid AS place, id, version FROM sale WHERE rowid > ? ORDER BY rowid LIMIT ?',
  )
  const eventsOf = eventReader(database)
  const update = rowUpdate(database)
  let place = 0
  for (;;) {
    const batch: Row[] = next.all(place, BATCH)
    for (const row of batch) {
      place = Number(row.place)
      const id = String(row.id)
      try {
        update(folded(id, Number(row.version), eventsOf(id), fold))
      } catch (error) {
        misfit(id, error)
      }
    }
    if (batch.length < BATCH) break
  }
  if (hasSaleIndex(database)) indexAllSales(database, () => {})
  if (hasDaySums(database)) sumAllSales(database, () => {})
}

type Folded = ReturnType<Fold> & { readonly lastAt: number }

function folded(id: string, version: number, events: readonly RecordedEvent[], fold: Fold): Folded {
  const { sale, columns } = fold(id, events)
  if (sale.version !== version || events.length !== version)
    throw new Error(`${events.length} events do not make version ${version}`)
  return { sale, columns, lastAt: events.at(-1)?.at ?? sale.openedAt }
}

function rowUpdate(database: DatabaseSync): (folded: Folded) => void {
  const statement = database.prepare(
    `UPDATE sale SET state_since = CASE state WHEN ? THEN state_since ELSE ? END, state = ?, total = ?, invoice_id = ?, due = ?, waits = ?, snapshot = ?
     WHERE id = ?`,
  )
  return ({ sale, columns, lastAt }) =>
    void statement.run(
      sale.state.name,
      lastAt,
      sale.state.name,
      columns.total,
      invoiceIdOf(sale),
      Number(columns.due),
      Number(columns.waits),
      JSON.stringify(sale),
      sale.id,
    )
}
