/** Which invoices were made for sales, and in whose books each sale is. */
import type { DatabaseSync } from 'node:sqlite'
import { numberOrNull, type Row, textOrNull } from '../journal/index.ts'

/** An invoice that was made for a sale. */
export type SaleInvoiceRow = {
  readonly saleId: string
  readonly invoiceId: string
  readonly number: string
}

/** A sale is in the books of the shift of this event: that it was paid, else that its invoice was made or asked for. */
const bookingOf = (sale: '?' | 's.id'): string => `SELECT e.shift_id FROM event e
  WHERE e.subject = ${sale} AND e.kind IN ('paid', 'invoice-created', 'invoice-requested')
  ORDER BY CASE e.kind WHEN 'paid' THEN 0 WHEN 'invoice-created' THEN 1 ELSE 2 END, e.seq DESC LIMIT 1`

/** All invoices that were made for the sale `s`: charged by, withdrawn, or found under its number. */
const INVOICE = `s.id AS sale_id, i.value ->> '$.invoice.invoiceId' AS invoice_id, i.value ->> '$.number' AS number`
const INVOICES = `json_each(s.snapshot, '$.invoices') i ON i.value ->> '$.invoice' IS NOT NULL`

/** The time of the event of its last invoice. */
const lastCreatedOf = (sale: '?' | 's.id'): string => `SELECT e.at FROM event e
  WHERE e.subject = ${sale} AND e.kind = 'invoice-created' ORDER BY e.seq DESC LIMIT 1`

/** A sale that was charged later than this after its day is found by its invoice only. */
const PARKED_DAYS = 7

export type InvoiceReader = ReturnType<typeof invoiceReader>

export function invoiceReader(database: DatabaseSync) {
  const lastCreated = database.prepare(lastCreatedOf('?'))
  const bookedIn = database.prepare(bookingOf('?'))
  const shiftOf = (saleId: string): string | null => {
    const id = textOrNull(bookedIn.get(saleId)?.shift_id)
    return id === null || id.startsWith('-') ? null : id
  }
  return {
    /** The shift in whose books a sale is; null where it was without a shift, or never charged. */
    shiftOf,
    /** Invoices of the sales that are in the books of that shift. */
    ofShift: (shiftId: string): readonly SaleInvoiceRow[] =>
      database
        .prepare(
          `SELECT ${INVOICE} FROM shift_sale t JOIN sale s ON s.id = t.sale_id JOIN ${INVOICES}
           WHERE t.shift_id = ?1 AND (${bookingOf('s.id')}) = ?1 ORDER BY s.opened_at`,
        )
        .all(shiftId)
        .map(asInvoice),
    /** The sales with an invoice that had to do with that shift and are in the books of another, or of none. */
    bookedElsewhere: (shiftId: string): readonly string[] =>
      database
        .prepare(
          `SELECT s.id FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           WHERE t.shift_id = ?1 AND s.invoice_id IS NOT NULL AND (${bookingOf('s.id')}) IS NOT ?1 ORDER BY s.id`,
        )
        .all(shiftId)
        .map((row: Row) => String(row.id)),
    /** Invoices of the sales whose last one was made from then until before then, by the time of its event. */
    madeOn: (day: string, from: number, before: number): readonly SaleInvoiceRow[] =>
      database
        .prepare(
          `SELECT ${INVOICE} FROM sale s JOIN ${INVOICES}
           WHERE s.day BETWEEN date(?1, ?2) AND ?1 AND (${lastCreatedOf('s.id')}) BETWEEN ?3 AND ?4 - 1
           ORDER BY s.opened_at`,
        )
        .all(day, `-${PARKED_DAYS} days`, from, before)
        .map(asInvoice),
    /** When an invoice was last made for the sale. */
    lastMadeAt: (saleId: string) => numberOrNull(lastCreated.get(saleId)?.at),
  }
}

const asInvoice = (row: Row): SaleInvoiceRow => ({
  saleId: String(row.sale_id),
  invoiceId: String(row.invoice_id),
  number: String(row.number),
})
