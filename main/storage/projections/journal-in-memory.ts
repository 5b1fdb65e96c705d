/**
 * A journal in memory for what other tills recorded: rows that they computed, taken from the shop database. The readers of the
 * journal read it, so that a report of all tills means what the report of one till means. Nothing in it is written to a disk.
 */
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { money } from '../../../shared/money/money.ts'
import { saleOfOtherTill } from '../../../shared/sale/of-other-till.ts'
import { SALE_STATUS_NAMES } from '../../../shared/sale/status.ts'
import { BODY_VERSION, MIGRATIONS, migrate, type StoredEvent } from '../journal/index.ts'
import { prepared } from '../sqlite/index.ts'
import type { SumRow } from './ledger-sums.ts'
import { projectionReaders } from './readers.ts'
import { rebuildProjections } from './replay.ts'
import { indexSale } from './sale-index.ts'
import { keepInvoices } from './sale-rows.ts'
import { tagOf } from './sales.ts'
import { insertShift } from './shifts.ts'

/** A row of a sale as `streams.ts` sends it. */
const streamedSale = z.object({
  state: z.enum(SALE_STATUS_NAMES),
  total: z.int(),
  invoiceId: z.nullable(z.string()),
  sale: saleOfOtherTill,
})

/** A row of a shift as `streams.ts` sends it. */
const streamedShift = z.object({
  id: z.string(),
  terminal: z.string(),
  tag: z.string(),
  state: z.enum(['open', 'left', 'closed']),
  openedAt: z.int(),
  closedAt: z.nullable(z.int()),
  zNumber: z.nullable(z.int()),
  closed: z.nullable(z.looseObject({ kind: z.literal('shift-closed') })),
})

/** An event of a sale as a journal stores it. */
type TakenEvent = Pick<StoredEvent, 'seq' | 'at' | 'kind' | 'version' | 'body'> & {
  readonly command?: string | null
}

/** Close it after use. */
export function journalInMemory() {
  const database = new DatabaseSync(':memory:')
  migrate(database, MIGRATIONS, rebuildProjections)
  for (const table of ['sale', 'shift']) liftUnique(database, table)
  database.exec('CREATE INDEX sale_number ON sale (sender_invoice_no)')
  let position = 0
  const takeEvent = (subject: string, { seq, at, kind, version, body, command = null }: TakenEvent): void => {
    position += 1
    prepared(
      database,
      `INSERT OR IGNORE INTO event (position, id, subject, seq, at, kind, version, body, command)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(position, `${position}`, subject, seq, at, kind, version, body, command)
  }
  const isThere = (saleId: string): boolean =>
    prepared(database, 'SELECT 1 FROM sale WHERE id = ?').get(saleId) !== undefined
  return {
    ...projectionReaders(database),
    takeSums: (sums: readonly SumRow[]): void => {
      const add = prepared(database, 'INSERT INTO ledger_sum VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      for (const { account, book, key, times, lines, quantity, amount, vat, cityTax } of sums)
        add.run(account, book, key, times, lines, quantity, amount, vat, cityTax)
    },
    /** Returns whether the row could be read. */
    takeShift: (body: unknown): boolean => {
      const read = streamedShift.safeParse(body)
      if (!read.success) return false
      const { closed, ...shift } = read.data
      try {
        insertShift(database, { ...shift, version: 1 })
      } catch {
        return false // it contradicts itself
      }
      if (closed !== null)
        takeEvent(shift.id, {
          seq: 2,
          at: shift.closedAt ?? 0,
          kind: closed.kind,
          version: BODY_VERSION,
          body: JSON.stringify(closed),
        })
      return true
    },
    /** Returns whether the row could be read: a till of another version may have sent it. */
    takeSale: (body: unknown, events: readonly TakenEvent[] = []): boolean => {
      const read = streamedSale.safeParse(body)
      if (!read.success) return false
      const { state, total, invoiceId, sale } = read.data
      const { id, terminal, day, sequence, senderInvoiceNo, openedAt, version } = sale
      const { changes } = prepared(
        database,
        `INSERT OR IGNORE INTO sale (id, terminal, day, sequence, tag, sender_invoice_no, opened_at, version, state_since,
             state, total, invoice_id, due, waits, snapshot)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
      ).run(
        ...[id, terminal, day, sequence, tagOf(senderInvoiceNo), senderInvoiceNo, openedAt, version],
        ...[openedAt, state, total, invoiceId, JSON.stringify(sale)],
      )
      if (Number(changes) === 0) return isThere(id) // it was taken before, or it contradicts itself
      indexSale(database, null, { sale, total: money(total) })
      keepInvoices(database, sale)
      for (const event of events) takeEvent(id, event)
      return true
    },
    close: () => database.close(),
  }
}

/**
 * Makes an empty table anew in which only ids are unique. Each till may have an open shift, and a till whose journal was set
 * back and went on gave numbers twice.
 */
function liftUnique(database: DatabaseSync, table: string): void {
  const made = database
    .prepare('SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY rowid')
    .all(table)
  database.exec(`DROP TABLE ${table}`)
  for (const { sql } of made)
    database.exec(String(sql).replace(/,\s*UNIQUE \([^)]*\)|(?<=CREATE|NOT NULL) UNIQUE\b/g, ''))
}
