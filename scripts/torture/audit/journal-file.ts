/** A till's journal, read as it lies on the disk by nothing of the product: rows, and events as they were written. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AttentionCause, Remedy } from '../../../shared/attention.ts'
import type { RecordedEvent, Sale, SaleEvent } from '../../../shared/sale.ts'

export type AttentionRow = {
  readonly cause: AttentionCause
  /** In hundredths. */
  readonly amount: number
  readonly open: boolean
  /** Null where it is open, or settled itself. */
  readonly remedy: Remedy | null
}

export type PrintRow = { readonly id: string; readonly state: string }

/** All that the journal holds of a sale. */
export type SaleRows = {
  /** The snapshot. */
  readonly sale: Sale
  readonly recorded: readonly RecordedEvent[]
  readonly events: readonly SaleEvent[]
  readonly attention: readonly AttentionRow[]
  readonly prints: readonly PrintRow[]
}

export type JournalFile = {
  /** One after the other: there may be thousands. */
  readonly sales: () => Iterable<SaleRows>
  /** In the order in which they were opened. */
  readonly numbers: () => readonly { readonly day: string; readonly sequence: number }[]
  /** "ok", or what SQLite finds wrong with the file. */
  readonly integrity: () => string
  readonly close: () => void
}

export function openJournalFile(folder: string): JournalFile {
  const database = new DatabaseSync(join(folder, 'journal-practice.sqlite'), { readOnly: true })
  const sales = database.prepare('SELECT id, snapshot FROM sale ORDER BY day, sequence')
  const numbers = database.prepare('SELECT day, sequence FROM sale ORDER BY day, sequence')
  const events = database.prepare('SELECT seq, at, body FROM sale_event WHERE sale_id = ? ORDER BY seq')
  const attention = database.prepare(
    'SELECT cause, amount, settled_at, remedy FROM attention WHERE sale_id = ? ORDER BY id',
  )
  const prints = database.prepare(
    `SELECT id, state FROM print_job WHERE sale_id = ? AND kind IN ('sale', 'e-receipt')`,
  )
  const rowsOf = (id: string, snapshot: string): SaleRows => {
    const recorded = events.all(id).map((row) => ({
      seq: Number(row.seq),
      at: Number(row.at),
      event: JSON.parse(String(row.body)) as SaleEvent,
    }))
    return {
      sale: JSON.parse(snapshot) as Sale,
      recorded,
      events: recorded.map(({ event }) => event),
      attention: attention.all(id).map((row) => ({
        cause: row.cause as AttentionCause,
        amount: Number(row.amount ?? 0),
        open: row.settled_at === null,
        remedy: row.remedy as Remedy | null,
      })),
      prints: prints.all(id).map((row) => ({ id: String(row.id), state: String(row.state) })),
    }
  }
  return {
    *sales() {
      for (const { id, snapshot } of sales.iterate()) yield rowsOf(String(id), String(snapshot))
    },
    numbers: () =>
      numbers.all().map(({ day, sequence }) => ({ day: String(day), sequence: Number(sequence) })),
    integrity: () => String(database.prepare('PRAGMA integrity_check').get()?.integrity_check),
    close: () => database.close(),
  }
}
