/** Reads a till's journal directly from its file: rows, and events as they were written. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eventIn } from '../../../../main/storage/journal/index.ts'
import type { RecordedShiftEvent } from '../../../../shared/books/shift.ts'
import type { RecordedEvent, Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { verifyJournal } from '../../audit-verify/verify-journal.ts'
import { STEADY_TOTALS } from '../../audit-verify.ts'

type PrintRow = { readonly id: string; readonly state: string }

/** All that the journal holds of a sale. */
export type SaleRows = {
  /** The snapshot. */
  readonly sale: Sale
  readonly recorded: readonly RecordedEvent[]
  readonly events: readonly SaleEvent[]
  /** For each event the shift in which it was recorded. */
  readonly shifts: readonly (string | null)[]
  readonly prints: readonly PrintRow[]
  /** Ids of its invoices: a callback finds the sale by them. */
  readonly invoiceIds: readonly string[]
  /** Payments whose lottery and QR are sealed. */
  readonly sealed: readonly string[]
}

export type ShiftRows = {
  readonly id: string
  readonly terminal: string
  readonly tag: string
  readonly state: string
  readonly zNumber: number | null
  readonly events: readonly RecordedShiftEvent[]
  /** Number of Z papers of its close, without copies. */
  readonly zReports: number
}

export function openJournalFile(folder: string) {
  const file = join(folder, 'journal-test.sqlite')
  const database = new DatabaseSync(file, { readOnly: true })
  const sales = database.prepare('SELECT * FROM sale ORDER BY day, sequence, tag')
  const events = database.prepare('SELECT * FROM event WHERE subject = ? ORDER BY seq')
  const prints = database.prepare(
    `SELECT id, state FROM print_job WHERE sale_id = ? AND kind IN ('sale', 'e-receipt')`,
  )
  const invoices = database.prepare('SELECT invoice_id FROM sale_invoice WHERE sale_id = ?')
  const seals = database.prepare('SELECT payment_id FROM receipt_seal WHERE sale_id = ?')
  const zReports = database.prepare(
    `SELECT count(*) AS count FROM print_job WHERE shift_id = ? AND kind = 'z-report'`,
  )
  const rowsOf = (row: Readonly<Record<string, unknown>>): SaleRows => {
    const { id, snapshot } = row
    const stored = events.all(String(id))
    const recorded = stored.map((one) => ({
      seq: Number(one.seq),
      at: Number(one.at),
      command: one.command === null ? null : String(one.command),
      event: eventIn<SaleEvent>(one),
    }))
    return {
      sale: JSON.parse(String(snapshot)) as Sale,
      recorded,
      events: recorded.map(({ event }) => event),
      shifts: stored.map(({ shift_id }) => (shift_id === null ? null : String(shift_id))),
      prints: prints.all(String(id)).map((one) => ({ id: String(one.id), state: String(one.state) })),
      invoiceIds: invoices.all(String(id)).map(({ invoice_id }) => String(invoice_id)),
      sealed: seals.all(String(id)).map(({ payment_id }) => String(payment_id)),
    }
  }
  return {
    /** Reads one sale after the other, because there may be thousands. */
    *sales(): Iterable<SaleRows> {
      for (const row of sales.iterate()) yield rowsOf(row)
    },
    shifts: (): readonly ShiftRows[] =>
      database
        .prepare('SELECT * FROM shift ORDER BY rowid')
        .all()
        .map((row) => ({
          id: String(row.id),
          terminal: String(row.terminal),
          tag: String(row.tag),
          state: String(row.state),
          zNumber: row.z_number === null ? null : Number(row.z_number),
          events: events.all(String(row.id)).map((one) => ({
            seq: Number(one.seq),
            at: Number(one.at),
            event: eventIn<RecordedShiftEvent['event']>(one),
          })),
          zReports: Number(zReports.get(String(row.id))?.count),
        })),
    numbers: () =>
      database
        .prepare(
          `SELECT DISTINCT day, sequence FROM sale WHERE json_extract(snapshot, '$.origin') IS NULL ORDER BY day, sequence`,
        )
        .all()
        .map(({ day, sequence }) => ({ day: String(day), sequence: Number(sequence) })),
    /** What SQLite and `npm run audit:verify` find wrong with the file: damage, the chain, rows, indexes, sums and Zs. */
    wrong: (): readonly string[] => {
      const damage = String(database.prepare('PRAGMA integrity_check').get()?.integrity_check)
      const { wrong } = verifyJournal(file, { head: null, ...STEADY_TOTALS })
      return damage === 'ok' ? wrong : [damage, ...wrong]
    },
    close: () => database.close(),
  }
}

export type JournalFile = ReturnType<typeof openJournalFile>
