import type { DatabaseSync } from 'node:sqlite'
import type { Sale } from '../../../shared/sale/sale.ts'
import { numberOrNull, prepared, type Row } from '../sqlite/index.ts'
import { asSale } from './sales.ts'

/** SQL for carts and waiting charges. A partial index has the same condition. */
const PARKABLE = "state IN ('open', 'parked', 'invoicing', 'awaiting-payment', 'partly-paid')"
const AT_COUNTER = "(SELECT value FROM key_value WHERE name = 'counter')"

/** Reads the sales with something left to do, for a person or for the program. */
export function unfinishedReader(database: DatabaseSync) {
  /** Oldest first. */
  const allWhere = (condition: string): readonly Sale[] =>
    prepared(database, `SELECT snapshot FROM sale WHERE ${condition} ORDER BY opened_at, rowid`)
      .all()
      .map(asSale)
  return {
    /** Sales with attention items, oldest first. The items are derived from each sale. */
    attention: () => allWhere('attention > 0'),
    /** The number of attention items of all sales. */
    attentionCount: () =>
      Number(
        prepared(database, 'SELECT sum(attention) AS count FROM sale WHERE attention > 0').get()?.count ?? 0,
      ),
    /** Sales with a step left for the runner, oldest first. */
    due: () => allWhere('due = 1'),
    /** Sales that wait for the service or the printer and continue by themselves, oldest first. */
    waiting: () => allWhere('waits = 1'),
    waitingSummary: (): { readonly count: number; readonly oldestAt: number | null } => {
      const summary = 'SELECT count(*) AS count, min(state_since) AS oldest FROM sale WHERE waits = 1'
      const { count, oldest } = prepared(database, summary).get() as Row
      return { count: Number(count), oldestAt: numberOrNull(oldest) }
    },
    /** Carts, and charges that wait for their payer or the connection; without the one at the counter. Oldest first. */
    setAside: () => allWhere(`${PARKABLE} AND id IS NOT ${AT_COUNTER}`),
    /** Every view needs it, so it is counted from the index alone. To exclude the counter's sale row by row would read every row. */
    setAsideCount: () =>
      Number(
        prepared(
          database,
          `SELECT (SELECT count(*) FROM sale WHERE ${PARKABLE})
            - (SELECT count(*) FROM sale WHERE ${PARKABLE} AND id = ${AT_COUNTER}) AS count`,
        ).get()?.count,
      ),
    stateSince: (id: string) =>
      numberOrNull(prepared(database, 'SELECT state_since FROM sale WHERE id = ?').get(id)?.state_since),
  }
}
