import type { DatabaseSync } from 'node:sqlite'
import { money } from '../../../shared/money/money.ts'
import { isIncomplete, replay, type SaleBeginning, withNotice } from '../../../shared/sale/apply.ts'
import { type RecordedEvent, type Sale, saleSchema } from '../../../shared/sale/sale.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { eventReader } from '../journal/index.ts'
import { attempt, prepared, type Row, textOrNull, UNREADABLE } from '../sqlite/index.ts'
import { sumAll } from './ledger-sums.ts'
import { type Indexed, indexAllSales } from './sale-index.ts'
import { beginningOf, columnsOf, keepInvoices, type SaleColumns } from './sale-rows.ts'
import { chargedInvoice } from './sales.ts'

/** A sale computed from its events, with the columns that find it. */
export type Replayed = {
  readonly sale: Sale
  readonly columns: SaleColumns
  /** False where events are missing or do not fit: then a person is told. */
  readonly whole: boolean
}

const asReplayed = (sale: Sale): Replayed => ({ sale, columns: columnsOf(sale), whole: !isIncomplete(sale) })

/** Throws only where neither an event nor the row says how the sale began. */
export const foldSale = (
  id: string,
  events: readonly RecordedEvent[],
  row: SaleBeginning | null = null,
): Replayed => asReplayed(replay(id, events, row))

type Remaking = {
  readonly row: Row
  readonly events: readonly RecordedEvent[]
  /** Whether the stored snapshot is known to have today's form. Otherwise it is checked before it stands in for missing events. */
  readonly isToday: boolean
}

/**
 * Computes a sale from its events. Where some are missing, the stored snapshot is used, which includes their effect.
 * Where that cannot be read either, the existing events are used.
 */
export function replayed({ row, events, isToday }: Remaking): Replayed {
  const saved = events.length < Number(row.version) ? savedSale(row, isToday) : null
  return saved === null ? foldSale(String(row.id), events, beginningOf(row)) : asReplayed(withNotice(saved))
}

function savedSale(row: Row, isToday: boolean): Sale | null {
  const saved = attempt(() => JSON.parse(String(row.snapshot)) as Partial<Sale>)
  if (saved === UNREADABLE || saved.version !== Number(row.version)) return null
  return isToday || saleSchema.safeParse(saved).success ? (saved as Sale) : null
}

/** Computes all projections again from the events. The caller holds the transaction. */
export function rebuildProjections(database: DatabaseSync, log: Log): void {
  if (database.prepare('SELECT 1 FROM event LIMIT 1').get() === undefined) return
  replaySales(database, log)
  indexAllSales(database, log)
  sumAll(database, log)
}

const BATCH = 500

/**
 * Computes every sale's row again from its events. A sale whose events do not fit does not stop the others: it is
 * marked and put before a person. The caller holds the transaction.
 */
function replaySales(database: DatabaseSync, log: Log): void {
  const next = database.prepare('SELECT rowid AS place, * FROM sale WHERE rowid > ? ORDER BY rowid LIMIT ?')
  const eventsOf = eventReader(database)
  const update = rowUpdate(database)
  let place = 0
  for (;;) {
    const batch: Row[] = next.all(place, BATCH)
    for (const row of batch) {
      place = Number(row.place)
      const id = String(row.id)
      const events = eventsOf(id)
      const tried = attempt(() => replayed({ row, events, isToday: row.partly === 1 }))
      // Where the events cannot be applied, only the sale's beginning is kept.
      const folded = tried === UNREADABLE ? foldSale(id, [], beginningOf(row)) : tried
      if (!folded.whole) log.warn('the history of a sale is incomplete, or does not add up', { sale: id })
      update({ ...folded, row, lastAt: events.at(-1)?.at ?? folded.sale.openedAt })
    }
    if (batch.length < BATCH) break
  }
}

type Folded = Replayed & { readonly row: Row; readonly lastAt: number }

/** Writes the row of a sale. Where events are missing the stored total stays, because a line may be lost. */
export function rowUpdate(database: DatabaseSync): (folded: Folded) => Indexed {
  const statement = prepared(
    database,
    `UPDATE sale SET state_since = CASE state WHEN ? THEN state_since ELSE ? END, state = ?, version = ?, total = ?,
       invoice_id = ?, due = ?, waits = ?, attention = ?, partly = ?, snapshot = ? WHERE id = ?`,
  )
  return ({ sale, columns, whole, row, lastAt }) => {
    const total = whole ? columns.total : money(Number(row.total))
    statement.run(
      columns.state,
      lastAt,
      columns.state,
      sale.version,
      total,
      chargedInvoice(sale) ?? (whole ? null : textOrNull(row.invoice_id)),
      Number(columns.due),
      Number(columns.waits),
      columns.attention,
      Number(!whole),
      JSON.stringify(sale),
      sale.id,
    )
    keepInvoices(database, sale)
    return { sale, total }
  }
}
