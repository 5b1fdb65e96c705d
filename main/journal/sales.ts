import type { DatabaseSync } from 'node:sqlite'
import { money } from '../../shared/money.ts'
import type { RecordedEvent, Sale, SaleEvent } from '../../shared/sale.ts'
import { prepared } from './prepared.ts'
import type { Row } from './row.ts'

/** Carts that were parked and charges that can be left for another sale, in the words of their partial index. */
const SET_ASIDE = `state IN ('parked', 'invoicing', 'awaiting-payment', 'partly-paid')`

/** Sales and their events, read. */
export function saleReads(database: DatabaseSync) {
  const asSale = (row: Row): Sale => JSON.parse(String(row.snapshot)) as Sale
  return {
    sale: (id: string) => {
      const row = prepared(database, 'SELECT snapshot FROM sale WHERE id = ?').get(id)
      return row ? asSale(row) : null
    },
    saleByInvoice: (invoiceId: string) => {
      const row = prepared(database, 'SELECT snapshot FROM sale WHERE invoice_id = ?').get(invoiceId)
      return row ? asSale(row) : null
    },
    events: eventReader(database),
    lastEvent: (saleId: string) => {
      const row = prepared(
        database,
        'SELECT seq, at, body FROM sale_event WHERE sale_id = ? ORDER BY seq DESC LIMIT 1',
      ).get(saleId)
      return row ? asRecorded(row) : null
    },
    dueSales: () =>
      prepared(database, 'SELECT snapshot FROM sale WHERE due = 1 ORDER BY opened_at').all().map(asSale),
    waiting: () => {
      const row = prepared(
        database,
        'SELECT count(*) AS count, min(state_since) AS oldest FROM sale WHERE waits = 1',
      ).get() as Row
      return { count: Number(row.count), oldestAt: row.oldest === null ? null : Number(row.oldest) }
    },
    waitingSales: () =>
      prepared(database, 'SELECT snapshot FROM sale WHERE waits = 1 ORDER BY opened_at').all().map(asSale),
    parkedSales: () =>
      prepared(
        database,
        `SELECT snapshot FROM sale WHERE ${SET_ASIDE} AND state = 'parked' ORDER BY opened_at`,
      )
        .all()
        .map(asSale),
    setAsideSales: () =>
      prepared(database, `SELECT snapshot FROM sale WHERE ${SET_ASIDE} ORDER BY opened_at`).all().map(asSale),
    setAsideCount: () => {
      const row = prepared(
        database,
        `SELECT count(*) AS count FROM sale
           WHERE ${SET_ASIDE} AND id IS NOT (SELECT value FROM fact WHERE name = 'counter')`,
      ).get() as Row
      return Number(row.count)
    },
    stateSince: (id: string) => {
      const row = prepared(database, 'SELECT state_since FROM sale WHERE id = ?').get(id) as Row | undefined
      return row ? Number(row.state_since) : null
    },
    lastNumberOfOthers: (terminal: string, tag: string) => {
      const row = prepared(
        database,
        `SELECT sender_invoice_no AS number FROM sale WHERE terminal = ? AND sender_invoice_no NOT LIKE ?
           ORDER BY day DESC, sequence DESC LIMIT 1`,
      ).get(terminal, `%-${tag}`) as Row | undefined
      return row === undefined ? null : String(row.number)
    },
    counts: () => {
      const row = prepared(
        database,
        `SELECT (SELECT count(*) FROM sale) AS sales, (SELECT count(*) FROM sale_event) AS events,
             (SELECT coalesce(sum(total), 0) FROM sale) AS total`,
      ).get() as Row
      return { sales: Number(row.sales), events: Number(row.events), total: money(Number(row.total)) }
    },
    nextSequence: (terminal: string, day: string) => {
      const row = prepared(
        database,
        'SELECT coalesce(max(sequence), 0) + 1 AS next FROM sale WHERE terminal = ? AND day = ?',
      ).get(terminal, day) as Row
      return Number(row.next)
    },
  }
}

/** The invoice that a sale is found by. */
export const invoiceIdOf = ({ state }: Sale): string | null =>
  'invoice' in state && state.invoice ? state.invoice.invoiceId : null

/** A sale's events, read by one statement: for one sale, or for all of them in turn. */
export function eventReader(database: DatabaseSync): (saleId: string) => RecordedEvent[] {
  const events = prepared(database, 'SELECT seq, at, body FROM sale_event WHERE sale_id = ? ORDER BY seq')
  return (saleId) => events.all(saleId).map(asRecorded)
}

const asRecorded = (row: Row): RecordedEvent => ({
  seq: Number(row.seq),
  at: Number(row.at),
  event: JSON.parse(String(row.body)) as SaleEvent,
})

/**
 * The latest time that was recorded, among the newest sales and those with something left to do: a sale that is older
 * and done is not written to any more.
 */
export function latestAt(database: DatabaseSync): number | null {
  const row = prepared(
    database,
    `SELECT max(at) AS at FROM sale_event WHERE sale_id IN (
         SELECT id FROM sale WHERE due = 1
         UNION SELECT id FROM sale WHERE waits = 1
         UNION SELECT id FROM (SELECT id FROM sale ORDER BY rowid DESC LIMIT 50))`,
  ).get() as Row
  return row.at === null ? null : Number(row.at)
}
