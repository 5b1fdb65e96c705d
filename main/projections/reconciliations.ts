import type { DatabaseSync } from 'node:sqlite'
import type { BookSpan, Explanation } from '../../shared/books.ts'
import type { Sale } from '../../shared/sale.ts'
import type { Row } from '../journal/index.ts'

/** What came of a day or a shift, as it is kept: the last time that it was reconciled. */
export type KeptReconciliation = {
  readonly span: BookSpan
  readonly doneAt: number
  /** Of its differences that are not mended. */
  readonly keys: readonly string[]
  /** JSON, but for the matched payments. */
  readonly result: string
  /** JSON, each. */
  readonly matched: readonly string[]
}

/** An invoice that was made for a sale. */
export type SaleInvoiceRow = {
  readonly saleId: string
  readonly invoiceId: string
  readonly number: string
}

/** How many differences of a day or a shift nobody has explained. */
export type ReconciledRow = {
  readonly span: BookSpan
  readonly doneAt: number
  readonly differences: number
}

/** The event by which a sale is in the books of a shift: that its money was there, else that its invoice was made or asked for. */
const bookingOf = (sale: '?' | 's.id'): string => `SELECT e.shift_id FROM event e
  WHERE e.subject = ${sale} AND e.kind IN ('paid', 'invoice-created', 'invoice-requested')
  ORDER BY CASE e.kind WHEN 'paid' THEN 0 WHEN 'invoice-created' THEN 1 ELSE 2 END, e.seq DESC LIMIT 1`

/** All that were made for the sale `s`: charged by, withdrawn, or found under its number. */
const INVOICE = `s.id AS sale_id, i.value ->> '$.invoice.invoiceId' AS invoice_id, i.value ->> '$.number' AS number`
const INVOICES = `json_each(s.snapshot, '$.invoices') i ON i.value ->> '$.invoice' IS NOT NULL`

/** When its last invoice was made. */
const lastCreatedOf = (sale: '?' | 's.id'): string => `SELECT e.at FROM event e
  WHERE e.subject = ${sale} AND e.kind = 'invoice-created' ORDER BY e.seq DESC LIMIT 1`

/** A cart that was parked longer than this before it was charged is found by its invoice alone. */
const PARKED_DAYS = 7

export function reconciliationTable(database: DatabaseSync) {
  const byNumber = database.prepare('SELECT snapshot FROM sale WHERE sender_invoice_no = ?')
  const lastCreated = database.prepare(lastCreatedOf('?'))
  const bookedIn = database.prepare(bookingOf('?'))
  const shiftOf = (saleId: string): string | null => {
    const row = bookedIn.get(saleId) as Row | undefined
    const id = row === undefined || row.shift_id === null ? '-' : String(row.shift_id)
    return id.startsWith('-') ? null : id
  }
  return {
    /** Null where it was without a shift, or never charged. */
    shiftOfBooks: shiftOf,
    /** Invoices of the sales that are in the books of that shift. */
    salesBookedIn: (shiftId: string): SaleInvoiceRow[] =>
      database
        .prepare(
          `SELECT ${INVOICE} FROM shift_sale t JOIN sale s ON s.id = t.sale_id JOIN ${INVOICES}
           WHERE t.shift_id = ?1 AND (${bookingOf('s.id')}) = ?1 ORDER BY s.opened_at`,
        )
        .all(shiftId)
        .map(asInvoice),
    /** Those with an invoice that had to do with that shift and are in the books of another, or of none. */
    salesBookedElsewhere: (shiftId: string): string[] =>
      database
        .prepare(
          `SELECT s.id FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           WHERE t.shift_id = ?1 AND s.invoice_id IS NOT NULL AND (${bookingOf('s.id')}) IS NOT ?1 ORDER BY s.id`,
        )
        .all(shiftId)
        .map((row: Row) => String(row.id)),
    saleByNumber: (senderInvoiceNo: string): Sale | null => {
      const row = byNumber.get(senderInvoiceNo) as Row | undefined
      return row ? (JSON.parse(String(row.snapshot)) as Sale) : null
    },
    /** Invoices of the sales whose last one was made from then until before then, by the time of its event. */
    salesInvoiced: (day: string, from: number, before: number): SaleInvoiceRow[] =>
      database
        .prepare(
          `SELECT ${INVOICE} FROM sale s JOIN ${INVOICES}
           WHERE s.day BETWEEN date(?1, ?2) AND ?1 AND (${lastCreatedOf('s.id')}) BETWEEN ?3 AND ?4 - 1
           ORDER BY s.opened_at`,
        )
        .all(day, `-${PARKED_DAYS} days`, from, before)
        .map(asInvoice),
    invoicedAt: (saleId: string): number | null => {
      const row = lastCreated.get(saleId) as Row | undefined
      return row === undefined ? null : Number(row.at)
    },
    // A shift stands in the column of the days, by its name.
    keepReconciliation: ({ span, doneAt, keys, result, matched }: KeptReconciliation): void =>
      void database
        .prepare(
          'INSERT OR REPLACE INTO reconciliation (day, done_at, keys, result, matched) VALUES (?, ?, ?, ?, ?)',
        )
        .run(span, doneAt, JSON.stringify(keys), result, `[${matched.join(',')}]`),
    /** As JSON; null where it was never reconciled. */
    reconciliation: (span: BookSpan): string | null => {
      const row = database.prepare('SELECT result FROM reconciliation WHERE day = ?').get(span) as
        | Row
        | undefined
      return row ? String(row.result) : null
    },
    /** JSON of each, from an offset on; and how many there are. */
    matchedOf: (span: BookSpan, offset: number, limit: number): { rows: string[]; all: number } => {
      const rows = database
        .prepare(
          'SELECT one.value AS row FROM reconciliation, json_each(matched) AS one WHERE day = ? LIMIT ? OFFSET ?',
        )
        .all(span, limit, offset)
        .map((row: Row) => String(row.row))
      const all = database
        .prepare('SELECT json_array_length(matched) AS count FROM reconciliation WHERE day = ?')
        .get(span) as Row | undefined
      return { rows, all: all === undefined ? 0 : Number(all.count) }
    },
    /** Newest first. */
    reconciledSpans: (most: number): ReconciledRow[] =>
      database
        .prepare(
          `SELECT day, done_at, (SELECT count(*) FROM json_each(keys) AS one WHERE NOT EXISTS (
             SELECT 1 FROM explanation e WHERE e.key = one.value)) AS differences
           FROM reconciliation ORDER BY done_at DESC LIMIT ?`,
        )
        .all(most)
        .map((row: Row) => ({
          span: String(row.day),
          doneAt: Number(row.done_at),
          differences: Number(row.differences),
        })),
    /** By key. What was explained in the books of a day holds in those of its shifts, too. */
    explanations: (span: BookSpan): ReadonlyMap<string, Explanation> => {
      const rows = database
        .prepare(
          `SELECT e.key, e.why, e.who, e.who_name, e.at FROM reconciliation r, json_each(r.keys) AS one
           JOIN explanation e ON e.key = one.value WHERE r.day = ? ORDER BY e.at`,
        )
        .all(span) as Row[]
      return new Map(rows.map((row) => [String(row.key), asExplanation(row)]))
    },
    explain: (span: BookSpan, key: string, { why, by, at }: Explanation): void =>
      void database
        .prepare(
          'INSERT OR REPLACE INTO explanation (day, key, why, who, who_name, at) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(span, key, why, by?.id ?? null, by?.name ?? null, at),
    unexplain: (key: string): void => void database.prepare('DELETE FROM explanation WHERE key = ?').run(key),
  }
}

const asInvoice = (row: Row): SaleInvoiceRow => ({
  saleId: String(row.sale_id),
  invoiceId: String(row.invoice_id),
  number: String(row.number),
})

const asExplanation = (row: Row): Explanation => ({
  why: String(row.why),
  by: row.who === null ? null : { id: String(row.who), name: String(row.who_name) },
  at: Number(row.at),
})

/** Of another journal, what this one has not: a person's words are not lost with a disk. */
export function takeReconciliations(target: DatabaseSync, source: DatabaseSync): void {
  for (const [table, columns] of TAKEN) {
    const rows: Row[] = source.prepare(`SELECT ${columns} FROM ${table}`).all()
    const names = columns.split(', ')
    const keep = target.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`,
    )
    for (const row of rows) keep.run(...names.map((name) => row[name] as string | number | null))
  }
}

const TAKEN = [
  ['reconciliation', 'day, done_at, keys, result, matched'],
  ['explanation', 'day, key, why, who, who_name, at'],
] as const
