/** Whether the rows of sales and shifts are what their events come to. */
import type { DatabaseSync } from 'node:sqlite'
import { attempt, UNREADABLE } from './attempt.ts'
import { eventReader } from './events.ts'
import { factTable } from './facts.ts'
import { firstDifference } from './first-difference.ts'
import { remade } from './refold.ts'
import type { Row } from './row.ts'
import { beginningOf, type SaleModel } from './sale-model.ts'
import { chargedInvoice, tagOf } from './sales.ts'
import { shiftReads } from './shifts.ts'
import type { VerifyOptions } from './verify.ts'

export function wrongSale(database: DatabaseSync, { model }: VerifyOptions, found: string[]): string | null {
  const eventsOf = eventReader(database)
  let count = 0
  for (const row of database.prepare('SELECT * FROM sale ORDER BY rowid').iterate()) {
    const events = eventsOf(String(row.id))
    const should = rowOf(row, events, model)
    const { snapshot, ...columns } = should
    if (columns.partly > Number(row.partly))
      return `sale ${row.sender_invoice_no}: some of its events are missing, or do not add up`
    const wrong = firstDifference(row, columns) ?? wrongSnapshot(String(row.snapshot), snapshot)
    if (wrong) return `sale ${row.sender_invoice_no}: ${wrong}`
    count += 1
  }
  const orphan = database
    .prepare(
      `SELECT subject, position FROM event WHERE NOT EXISTS (SELECT 1 FROM sale WHERE id = subject)
         AND NOT EXISTS (SELECT 1 FROM shift WHERE id = subject) ORDER BY position LIMIT 1`,
    )
    .get()
  if (orphan) return `${orphan.subject}: its row is missing, event ${orphan.position} is about it`
  found.push(`${count} sales`)
  return null
}

function wrongSnapshot(is: string, should: string): string | null {
  if (is === should) return null
  const [kept, made]: unknown[] = [JSON.parse(is), JSON.parse(should)]
  return firstDifference(kept, made, 'snapshot') ?? (firstDifference(made, kept) && 'snapshot has more in it')
}

/** What the events of a sale make of its row. */
function rowOf(row: Row, events: ReturnType<ReturnType<typeof eventReader>>, model: SaleModel) {
  const tried = attempt(() => remade({ row, events, isToday: true }, model))
  const { sale, columns, whole } =
    tried === UNREADABLE ? model.fold(String(row.id), [], beginningOf(row)) : tried
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

export function wrongShift(database: DatabaseSync): string | null {
  const { shiftEvents } = shiftReads(database, factTable(database))
  for (const row of database.prepare('SELECT * FROM shift ORDER BY rowid').all()) {
    const events = shiftEvents(String(row.id))
    // Some were lost with a disk: what the row knows of them cannot be compared.
    if (events.filter(({ seq }) => seq > 0).length < Number(row.version)) continue
    const closed = events.map(({ event }) => event).find((event) => event.kind === 'shift-closed')
    const isClosed = row.state === 'closed'
    const wrong = firstDifference(
      { ...row, closed: isClosed },
      { version: events.length, z_number: closed?.zNumber ?? null, closed: closed !== undefined },
    )
    if (wrong) return `shift ${row.id}: ${wrong}`
  }
  return null
}
