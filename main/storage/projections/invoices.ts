/** Reads which invoices were made for sales, and to which shift each sale belongs in reconciliation. */
import type { DatabaseSync } from 'node:sqlite'
import { numberOrNull, type Row, textOrNull } from '../sqlite/index.ts'

/** An invoice that was made for a sale. */
export type SaleInvoiceRow = {
  readonly saleId: string
  readonly invoiceId: string
  readonly number: string
}

/** SQL for the shift of a sale: in which it was paid, else in which its invoice was made or requested. */
const bookingOf = (sale: '?' | 's.id'): string => `SELECT e.shift_id FROM event e
  WHERE e.subject = ${sale} AND e.kind IN ('paid', 'invoice-created', 'invoice-requested')
  ORDER BY CASE e.kind WHEN 'paid' THEN 0 WHEN 'invoice-created' THEN 1 ELSE 2 END, e.seq DESC LIMIT 1`

/** All invoices of the sale `s`: charged, withdrawn, or found under its number. */
const INVOICE = `s.id AS sale_id, i.value ->> '$.invoice.invoiceId' AS invoice_id, i.value ->> '$.number' AS number`
const INVOICES = `json_each(s.snapshot, '$.invoices') i ON i.value ->> '$.invoice' IS NOT NULL`

/** SQL for the time when the sale's last invoice was made. */
const lastCreatedOf = (sale: '?' | 's.id'): string => `SELECT e.at FROM event e
  WHERE e.subject = ${sale} AND e.kind = 'invoice-created' ORDER BY e.seq DESC LIMIT 1`

/** A sale that was charged more than this many days after its day is found by its invoice only. */
const PARKED_DAYS = 7

/** How many sales are read at a time. */
const PORTION = 200

export function invoiceReader(database: DatabaseSync) {
  const lastCreated = database.prepare(lastCreatedOf('?'))
  const bookedIn = database.prepare(bookingOf('?'))
  const shiftOf = (saleId: string): string | null => {
    const id = textOrNull(bookedIn.get(saleId)?.shift_id)
    return id === null || id.startsWith('-') ? null : id
  }
  return {
    /** The shift that a sale belongs to; null where it was sold without a shift or never charged. */
    shiftOf,
    /** Invoices of the sales that belong to that shift, in portions: a shift may last as long as a person forgets it. */
    *ofShift(shiftId: string): Generator<readonly SaleInvoiceRow[], void> {
      const places = database
        .prepare(
          `SELECT s.rowid AS place FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           WHERE t.shift_id = ? ORDER BY s.opened_at, s.rowid`,
        )
        .all(shiftId)
      const read = database.prepare(
        `SELECT ${INVOICE} FROM json_each(?1) p JOIN sale s ON s.rowid = p.value JOIN ${INVOICES}
           WHERE (${bookingOf('s.id')}) = ?2 ORDER BY s.opened_at, s.rowid`,
      )
      for (const portion of portionsOf(places)) yield read.all(portion, shiftId).map(asInvoice)
    },
    /** Sales with an invoice that have events in that shift but belong to another one, or to none. */
    bookedElsewhere: (shiftId: string): readonly string[] =>
      database
        .prepare(
          `SELECT s.id FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           WHERE t.shift_id = ?1 AND s.invoice_id IS NOT NULL AND (${bookingOf('s.id')}) IS NOT ?1 ORDER BY s.id`,
        )
        .all(shiftId)
        .map((row: Row) => String(row.id)),
    /**
     * Invoices of the sales whose last invoice was made in that time. They come in portions, because a large shop's day
     * takes a tenth of a second to read. `day` is its shop day.
     */
    *madeOn(day: string, from: number, before: number): Generator<readonly SaleInvoiceRow[], void> {
      const places = database
        .prepare(
          'SELECT rowid AS place FROM sale WHERE day BETWEEN date(?1, ?2) AND ?1 ORDER BY opened_at, rowid',
        )
        .all(day, `-${PARKED_DAYS} days`)
      const read = database.prepare(
        `SELECT ${INVOICE} FROM json_each(?1) p JOIN sale s ON s.rowid = p.value JOIN ${INVOICES}
           WHERE (${lastCreatedOf('s.id')}) BETWEEN ?2 AND ?3 - 1 ORDER BY s.opened_at, s.rowid`,
      )
      for (const portion of portionsOf(places)) yield read.all(portion, from, before).map(asInvoice)
    },
    /** When the sale's last invoice was made. */
    lastMadeAt: (saleId: string) => numberOrNull(lastCreated.get(saleId)?.at),
  }
}

/** The places of the sales, as texts for json_each. */
function* portionsOf(sales: readonly Row[]): Generator<string, void> {
  for (let at = 0; at < sales.length; at += PORTION)
    yield JSON.stringify(sales.slice(at, at + PORTION).map(({ place }) => Number(place)))
}

const asInvoice = (row: Row): SaleInvoiceRow => ({
  saleId: String(row.sale_id),
  invoiceId: String(row.invoice_id),
  number: String(row.number),
})
