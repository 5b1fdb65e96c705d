import type { DatabaseSync } from 'node:sqlite'
import { money } from '../../shared/money.ts'
import { type RecordedEvent, type Sale, saleSchema } from '../../shared/sale.ts'
import type { Log } from '../environment.ts'
import { eventReader } from '../journal/index.ts'
import { attempt, prepared, type Row, textOrNull, UNREADABLE } from '../sqlite/index.ts'
import type { Indexed } from './sale-index.ts'
import { beginningOf, type Modelled, type SaleModel } from './sale-model.ts'
import { keepInvoices } from './sale-rows.ts'
import { chargedInvoice } from './sales.ts'

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
export function replayed({ row, events, isToday }: Remaking, model: SaleModel): Modelled {
  const saved = events.length < Number(row.version) ? savedSale(row, isToday) : null
  return saved === null ? model.fold(String(row.id), events, beginningOf(row)) : model.incomplete(saved)
}

function savedSale(row: Row, isToday: boolean): Sale | null {
  const saved = attempt(() => JSON.parse(String(row.snapshot)) as Partial<Sale>)
  if (saved === UNREADABLE || saved.version !== Number(row.version)) return null
  return isToday || saleSchema.safeParse(saved).success ? (saved as Sale) : null
}

const BATCH = 500

/**
 * Computes every sale's row again from its events. A sale whose events do not fit does not stop the others: it is
 * marked and put before a person. The caller holds the transaction.
 */
export function replaySales(database: DatabaseSync, model: SaleModel, log: Log): void {
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
      const tried = attempt(() => replayed({ row, events, isToday: row.partly === 1 }, model))
      // Where the events cannot be applied, only the sale's beginning is kept.
      const folded = tried === UNREADABLE ? model.fold(id, [], beginningOf(row)) : tried
      if (!folded.whole) log.warn('the history of a sale is incomplete, or does not add up', { sale: id })
      update({ ...folded, row, lastAt: events.at(-1)?.at ?? folded.sale.openedAt })
    }
    if (batch.length < BATCH) break
  }
}

type Folded = Modelled & { readonly row: Row; readonly lastAt: number }

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
