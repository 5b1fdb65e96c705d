import type { DatabaseSync } from 'node:sqlite'
import { money } from '../../shared/money.ts'
import type { Sale } from '../../shared/sale.ts'
import { eventReader, prepared, type Row, recordedEvent } from '../journal/index.ts'

/** Carts, and charges that can be left for another sale, in the words of their partial index; not the one at the counter. */
const SET_ASIDE = `state IN ('open', 'parked', 'invoicing', 'awaiting-payment', 'partly-paid')
  AND id IS NOT (SELECT value FROM fact WHERE name = 'counter')`

/** Sales and their events, read. */
export function saleReads(database: DatabaseSync) {
  const asSale = (row: Row): Sale => JSON.parse(String(row.snapshot)) as Sale
  return {
    sale: (id: string) => {
      const row = prepared(database, 'SELECT snapshot FROM sale WHERE id = ?').get(id)
      return row ? asSale(row) : null
    },
    saleByInvoice: (invoiceId: string) => {
      const row = prepared(
        database,
        'SELECT snapshot FROM sale_invoice JOIN sale ON sale.id = sale_id WHERE sale_invoice.invoice_id = ?',
      ).get(invoiceId)
      return row ? asSale(row) : null
    },
    events: eventReader(database),
    lastEvent: (saleId: string) => {
      const row = prepared(
        database,
        'SELECT seq, at, version, body, command FROM event WHERE subject = ? ORDER BY seq DESC LIMIT 1',
      ).get(saleId)
      return row ? recordedEvent(row) : null
    },
    /** How many times the invoices of a finished sale were checked, and when last. */
    looks: (saleId: string): Looks => {
      const row = prepared(database, 'SELECT looks, looked_at FROM sale WHERE id = ?').get(saleId)
      return {
        looks: Number(row?.looks ?? 0),
        lookedAt: row === undefined || row.looked_at === null ? null : Number(row.looked_at),
      }
    },
    /** What of them waits for a person is derived from each. */
    attentionSales: () =>
      prepared(database, 'SELECT snapshot FROM sale WHERE attention > 0 ORDER BY opened_at')
        .all()
        .map(asSale),
    attentionCount: () => {
      const row = prepared(
        database,
        'SELECT coalesce(sum(attention), 0) AS count FROM sale WHERE attention > 0',
      ).get() as Row
      return Number(row.count)
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
    setAsideSales: () =>
      prepared(database, `SELECT snapshot FROM sale WHERE ${SET_ASIDE} ORDER BY opened_at`).all().map(asSale),
    setAsideCount: () => {
      const row = prepared(database, `SELECT count(*) AS count FROM sale WHERE ${SET_ASIDE}`).get() as Row
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
        `SELECT (SELECT count(*) FROM sale) AS sales, (SELECT count(*) FROM event) - (SELECT coalesce(sum(version), 0) FROM shift) AS events,
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

export type Looks = { readonly looks: number; readonly lookedAt: number | null }

/** The invoice that a sale was charged by last; null where none was made. */
export const chargedInvoice = ({ invoices }: Sale): string | null =>
  invoices.findLast(({ extra, invoice }) => !extra && invoice !== null)?.invoice?.invoiceId ?? null

/** Of the journal that made the sale's number. */
export const tagOf = (senderInvoiceNo: string): string => senderInvoiceNo.slice(-4)

/**
 * The latest time that was recorded, among the newest sales and those with something left to do: a sale that is older
 * and done is not written to any more.
 */
export function latestAt(database: DatabaseSync): number | null {
  const row = prepared(
    database,
    `SELECT max(at) AS at FROM event WHERE subject IN (
         SELECT id FROM sale WHERE due = 1
         UNION SELECT id FROM sale WHERE waits = 1
         UNION SELECT id FROM (SELECT id FROM sale ORDER BY rowid DESC LIMIT 50))`,
  ).get() as Row
  return row.at === null ? null : Number(row.at)
}
