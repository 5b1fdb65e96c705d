import type { DatabaseSync } from 'node:sqlite'
import type { RecordedEvent, Sale } from '../../../shared/sale/sale.ts'
import { eventReader, eventRows, recordedEvent } from '../journal/index.ts'
import { numberOrNull, prepared, type Row, textOrNull } from '../sqlite/index.ts'
import { term } from './sale-terms.ts'

/** Reads sales and their events. */
export function saleReader(database: DatabaseSync) {
  const oneWhere = (condition: string, value: string): Sale | null => {
    const row = prepared(database, `SELECT snapshot FROM sale WHERE ${condition}`).get(value)
    return row ? asSale(row) : null
  }
  /** The other sales that have an id like this one: a term has no capital letters. */
  const othersWithId = (saleId: string, id: string): readonly Sale[] =>
    prepared(
      database,
      `SELECT s.snapshot FROM sale_term t JOIN found_sale f ON f.place = t.place JOIN sale s ON s.id = f.sale_id
       WHERE t.term = ? AND f.sale_id <> ?`,
    )
      .all(term.id(id), saleId)
      .map(asSale)
  return {
    byId: (id: string) => oneWhere('id = ?', id),
    byInvoice: (invoiceId: string) =>
      oneWhere('id = (SELECT sale_id FROM sale_invoice WHERE invoice_id = ?)', invoiceId),
    /** Whether another sale has money of this payment. */
    hasOtherWithMoney: (saleId: string, paymentId: string): boolean =>
      othersWithId(saleId, paymentId).some(({ payments }) =>
        payments.some((one) => one.paymentId === paymentId && one.came > 0),
      ),
    hasOtherWithReceipt: (saleId: string, ereceiptId: string): boolean =>
      othersWithId(saleId, ereceiptId).some(({ ereceipts }) =>
        ereceipts.some((one) => one.step === 'issued' && one.ereceiptId === ereceiptId),
      ),
    byNumber: (senderInvoiceNo: string) => oneWhere('sender_invoice_no = ?', senderInvoiceNo),
    /** The sale that continues the cart of this sale of another till. */
    movedFrom: (saleId: string): Sale | null =>
      othersWithId('', saleId).find(({ movedFrom }) => movedFrom?.saleId === saleId) ?? null,
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
      const row = prepared(database, 'SELECT checks, checked_at FROM sale WHERE id = ?').get(saleId)
      return { rounds: Number(row?.checks ?? 0), lastAt: numberOrNull(row?.checked_at) }
    },
    eventsInShifts: (saleId: string): EventInShift[] =>
      eventRows(database, saleId).map((row) => ({
        ...recordedEvent(row),
        shiftId: textOrNull(row.shift_id),
      })),
  }
}

export type SaleReader = ReturnType<typeof saleReader>

export const asSale = (row: Row): Sale => JSON.parse(String(row.snapshot)) as Sale

/** An event of a sale with the id of the open shift; "-4f0c…" is a time without a shift. */
export type EventInShift = RecordedEvent & { readonly shiftId: string | null }

export type Rounds = { readonly rounds: number; readonly lastAt: number | null }

/** The invoice that a sale was charged by last; null where none was made. */
export const chargedInvoice = ({ invoices }: Sale): string | null =>
  invoices.findLast(({ extra, invoice }) => !extra && invoice !== null)?.invoice?.invoiceId ?? null

/** The tag of the journal that made the sale's number. */
export const tagOf = (senderInvoiceNo: string): string => senderInvoiceNo.slice(-4)

/**
 * The latest recorded time among the newest sales and those with work left. Older finished sales get no new events. With
 * `UNION` alone, a newer SQLite (3.53) merges the lists in the order of their ids, for which it reads all sales.
 */
export function latestAt(database: DatabaseSync): number | null {
  const row = prepared(
    database,
    `SELECT max(at) AS at FROM event WHERE subject IN (
         SELECT id FROM sale WHERE due = 1
         UNION ALL SELECT id FROM sale WHERE waits = 1
         UNION ALL SELECT id FROM (SELECT id FROM sale ORDER BY rowid DESC LIMIT 50))`,
  ).get() as Row
  return numberOrNull(row.at)
}
