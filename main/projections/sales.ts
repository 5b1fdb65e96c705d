import type { DatabaseSync } from 'node:sqlite'
import { type Money, money } from '../../shared/money.ts'
import type { RecordedEvent, Sale } from '../../shared/sale.ts'
import { eventReader, eventRows, type KeyValueTable, keyValueTable, recordedEvent } from '../journal/index.ts'
import { numberOrNull, prepared, type Row, textOrNull } from '../sqlite/index.ts'

/** SQL for carts and waiting charges that are not at the counter. A partial index has the same condition. */
const SET_ASIDE = `state IN ('open', 'parked', 'invoicing', 'awaiting-payment', 'partly-paid')
  AND id IS NOT (SELECT value FROM fact WHERE name = 'counter')`

/** Reads sales and their events. */
export function saleReader(database: DatabaseSync) {
  const keyValues = keyValueTable(database)
  const asSale = (row: Row): Sale => JSON.parse(String(row.snapshot)) as Sale
  const oneWhere = (condition: string, value: string): Sale | null => {
    const row = prepared(database, `SELECT snapshot FROM sale WHERE ${condition}`).get(value)
    return row ? asSale(row) : null
  }
  /** Oldest first. */
  const allWhere = (condition: string): readonly Sale[] =>
    prepared(database, `SELECT snapshot FROM sale WHERE ${condition} ORDER BY opened_at`).all().map(asSale)
  const number = (query: string, ...values: readonly string[]): number =>
    Number(Object.values(prepared(database, query).get(...values) ?? {})[0])
  return {
    byId: (id: string) => oneWhere('id = ?', id),
    byInvoice: (invoiceId: string) =>
      oneWhere('id = (SELECT sale_id FROM sale_invoice WHERE invoice_id = ?)', invoiceId),
    byNumber: (senderInvoiceNo: string) => oneWhere('sender_invoice_no = ?', senderInvoiceNo),
    events: eventReader(database),
    lastEvent: (saleId: string): RecordedEvent | null => {
      const row = prepared(
        database,
        'SELECT seq, at, version, body, command FROM event WHERE subject = ? ORDER BY seq DESC LIMIT 1',
      ).get(saleId)
      return row ? recordedEvent(row) : null
    },
    /** How many monitoring rounds a finished sale had, and when the last one was. */
    rounds: (saleId: string): Rounds => {
      const row = prepared(database, 'SELECT looks, looked_at FROM sale WHERE id = ?').get(saleId)
      return { rounds: Number(row?.looks ?? 0), lastAt: numberOrNull(row?.looked_at) }
    },
    /** Sales with attention items, oldest first. The items are derived from each sale. */
    attention: () => allWhere('attention > 0'),
    /** The number of attention items of all sales. */
    attentionCount: () => number('SELECT coalesce(sum(attention), 0) FROM sale WHERE attention > 0'),
    /** Sales with a step left for the runner, oldest first. */
    due: () => allWhere('due = 1'),
    /** Sales that wait for the service or the printer and continue by themselves, oldest first. */
    waiting: () => allWhere('waits = 1'),
    waitingSummary: (): { readonly count: number; readonly oldestAt: number | null } => {
      const row = prepared(
        database,
        'SELECT count(*) AS count, min(state_since) AS oldest FROM sale WHERE waits = 1',
      ).get() as Row
      return { count: Number(row.count), oldestAt: numberOrNull(row.oldest) }
    },
    /** Carts, and charges that wait for their payer or the connection; without the one at the counter. Oldest first. */
    setAside: () => allWhere(SET_ASIDE),
    setAsideCount: () => number(`SELECT count(*) FROM sale WHERE ${SET_ASIDE}`),
    stateSince: (id: string) =>
      numberOrNull(prepared(database, 'SELECT state_since FROM sale WHERE id = ?').get(id)?.state_since),
    /** The newest number with this terminal code from a journal with another tag; null where there is none. */
    lastNumberOfOthers: (terminal: string, tag: string): string | null => {
      const row = prepared(
        database,
        `SELECT sender_invoice_no AS number FROM sale WHERE terminal = ? AND sender_invoice_no NOT LIKE ?
           ORDER BY day DESC, sequence DESC LIMIT 1`,
      ).get(terminal, `%-${tag}`)
      return textOrNull(row?.number)
    },
    /** Reads the whole journal: for checks. */
    counts: (): { readonly sales: number; readonly events: number; readonly total: Money } => {
      const row = prepared(
        database,
        `SELECT (SELECT count(*) FROM sale) AS sales, (SELECT count(*) FROM event) - (SELECT coalesce(sum(version), 0) FROM shift) AS events,
             (SELECT coalesce(sum(total), 0) FROM sale) AS total`,
      ).get() as Row
      return { sales: Number(row.sales), events: Number(row.events), total: money(Number(row.total)) }
    },
    nextSequence: (terminal: string, day: string) =>
      number('SELECT coalesce(max(sequence), 0) + 1 FROM sale WHERE terminal = ? AND day = ?', terminal, day),
    /** The number of the newest sale of this journal's tag, or else of any tag. */
    lastNumber: (): string | null => {
      const newest = 'SELECT sender_invoice_no AS number FROM sale'
      const row =
        prepared(database, `${newest} WHERE tag = ? ORDER BY rowid DESC LIMIT 1`).get(
          keyValues.read('tag'),
        ) ?? prepared(database, `${newest} ORDER BY rowid DESC LIMIT 1`).get()
      return textOrNull(row?.number)
    },
    eventsInShifts: (saleId: string): EventInShift[] =>
      eventRows(database, saleId).map((row) => ({
        ...recordedEvent(row),
        shiftId: textOrNull(row.shift_id),
      })),
    /** The id of the sale at the counter. */
    atCounter: (): string | null => keyValues.read(COUNTER),
  }
}

export type SaleReader = ReturnType<typeof saleReader>

const COUNTER = 'counter'

export const putAtCounter = (keyValues: KeyValueTable, saleId: string | null): void =>
  void keyValues.write(COUNTER, saleId)

/** An event of a sale with the id of the open shift; "-4f0c…" is a time without a shift. */
export type EventInShift = RecordedEvent & { readonly shiftId: string | null }

export type Rounds = { readonly rounds: number; readonly lastAt: number | null }

/** The invoice that a sale was charged by last; null where none was made. */
export const chargedInvoice = ({ invoices }: Sale): string | null =>
  invoices.findLast(({ extra, invoice }) => !extra && invoice !== null)?.invoice?.invoiceId ?? null

/** The tag of the journal that made the sale's number. */
export const tagOf = (senderInvoiceNo: string): string => senderInvoiceNo.slice(-4)

/** The latest recorded time among the newest sales and those with work left. Older finished sales get no new events. */
export function latestAt(database: DatabaseSync): number | null {
  const row = prepared(
    database,
    `SELECT max(at) AS at FROM event WHERE subject IN (
         SELECT id FROM sale WHERE due = 1
         UNION SELECT id FROM sale WHERE waits = 1
         UNION SELECT id FROM (SELECT id FROM sale ORDER BY rowid DESC LIMIT 50))`,
  ).get() as Row
  return numberOrNull(row.at)
}
