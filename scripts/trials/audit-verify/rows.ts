/** Checks the rows of sales and shifts against their events. */
import type { DatabaseSync } from 'node:sqlite'
import { firstDifference, tagsOfShifts } from '../../../main/storage/backup/index.ts'
import { eventReader } from '../../../main/storage/journal/index.ts'
import {
  beginningOf,
  chargedInvoice,
  foldSale,
  replayed,
  shiftReader,
  tagOf,
} from '../../../main/storage/projections/index.ts'
import { attempt, prepared, type Row, UNREADABLE } from '../../../main/storage/sqlite/index.ts'
import type { RecordedShiftEvent } from '../../../shared/books/shift.ts'

/** Findings: every incomplete sale, and the first sale that differs from its events. */
export function wrongSales(database: DatabaseSync, found: string[]): readonly string[] {
  const eventsOf = eventReader(database)
  const incomplete: string[] = []
  let different: string | null = null
  let count = 0
  for (const row of database.prepare('SELECT * FROM sale ORDER BY rowid').iterate()) {
    count += 1
    const { snapshot, ...columns } = rowOf(row, eventsOf(String(row.id)))
    const name = `sale ${row.sender_invoice_no}`
    if (columns.partly === 1) incomplete.push(`${name}: ${INCOMPLETE}`)
    if (columns.partly > Number(row.partly)) continue
    const wrong = firstDifference(row, columns) ?? wrongSnapshot(String(row.snapshot), snapshot)
    if (wrong !== null) different ??= `${name}: ${wrong}`
  }
  found.push(`${count} sales`)
  return [...incomplete, ...[different, orphanIn(database)].filter((wrong) => wrong !== null)]
}

const INCOMPLETE = 'some of its events are missing, or do not add up'

function orphanIn(database: DatabaseSync): string | null {
  const orphan = database
    .prepare(
      `SELECT subject, position FROM event WHERE NOT EXISTS (SELECT 1 FROM sale WHERE id = subject)
         AND NOT EXISTS (SELECT 1 FROM shift WHERE id = subject) ORDER BY position LIMIT 1`,
    )
    .get()
  return orphan === undefined
    ? null
    : `${orphan.subject}: its row is missing, event ${orphan.position} is about it`
}

function wrongSnapshot(is: string, should: string): string | null {
  if (is === should) return null
  const [kept, made]: unknown[] = [JSON.parse(is), JSON.parse(should)]
  return firstDifference(kept, made, 'snapshot') ?? (firstDifference(made, kept) && 'snapshot has more in it')
}

/** The row computed from the events of a sale. */
function rowOf(row: Row, events: ReturnType<ReturnType<typeof eventReader>>) {
  const tried = attempt(() => replayed({ row, events, isToday: true }))
  const { sale, columns, whole } =
    tried === UNREADABLE ? foldSale(String(row.id), [], beginningOf(row)) : tried
  const { id, terminal, day, sequence, senderInvoiceNo, openedAt, version } = sale
  const kept = whole ? { total: columns.total, invoice_id: chargedInvoice(sale) } : {}
  return {
    id,
    terminal,
    day,
    sequence,
    tag: tagOf(senderInvoiceNo),
    sender_invoice_no: senderInvoiceNo,
    opened_at: openedAt,
    version,
    state: columns.state,
    due: Number(columns.due),
    waits: Number(columns.waits),
    attention: columns.attention,
    partly: Number(!whole),
    ...kept,
    snapshot: JSON.stringify(sale),
  }
}

/** Findings: every incomplete shift, and the first complete shift that differs from its events. */
export function wrongShifts(database: DatabaseSync): readonly string[] {
  const shiftsOf = shiftReader(database)
  const incomplete: string[] = []
  let different: string | null = null
  for (const row of database.prepare('SELECT * FROM shift ORDER BY rowid').all()) {
    const events = shiftsOf.events(String(row.id))
    if (events.filter(({ seq }) => seq > 0).length < Number(row.version)) {
      incomplete.push(`shift ${row.id}: some of its events are missing`)
      continue
    }
    const wrong = wrongShift(row, events) ?? wrongTag(database, row, events)
    if (wrong !== null) different ??= `shift ${row.id}: ${wrong}`
  }
  return different === null ? incomplete : [...incomplete, different]
}

function wrongShift(row: Row, events: readonly RecordedShiftEvent[]): string | null {
  const [first] = events
  const closed = closingOf(events)
  return firstDifference(
    { ...row, closed: row.state === 'closed' },
    {
      version: events.length,
      terminal: first?.event.kind === 'shift-opened' ? first.event.terminal : row.terminal,
      opened_at: first?.at,
      closed: closed !== undefined,
      closed_at: closed?.at ?? null,
      z_number: closed?.event.zNumber ?? null,
    },
  )
}

type Closing = RecordedShiftEvent & { readonly event: { readonly kind: 'shift-closed' } }

const closingOf = (events: readonly RecordedShiftEvent[]): Closing | undefined =>
  events.find((one): one is Closing => one.event.kind === 'shift-closed')

/**
 * A shift's tag must be one of these: the tag in the last sale number on its Z; the tag of its sales, or its own id
 * where a rescue or restore changed it; the tag of this journal, or of one that shifts were taken from.
 */
function wrongTag(database: DatabaseSync, row: Row, events: readonly RecordedShiftEvent[]): string | null {
  const last = closingOf(events)?.event.totals.lastNumber ?? null
  if (
    last === null ||
    row.tag === tagOf(last) ||
    row.tag === row.id ||
    tagsOfShifts(database).has(String(row.tag))
  )
    return null
  const ofASale = prepared(
    database,
    'SELECT 1 FROM shift_sale JOIN sale ON sale.id = sale_id WHERE shift_id = ? AND sale.tag = ?',
  ).get(String(row.id), String(row.tag))
  return ofASale === undefined ? firstDifference(row, { tag: tagOf(last) }) : null
}
