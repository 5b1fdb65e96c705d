/** The postings of one day, event by event, for each sale and shift. */
import type { DatabaseSync } from 'node:sqlite'
import { dayAfter, inCalendar, shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import { prepared, textOrNull } from '../sqlite/index.ts'
import { type EventEntry, entriesOf, entriesOfShift } from './ledger-sums.ts'
import { asRecord } from './shifts.ts'

export type DayEntries = {
  readonly of:
    | {
        readonly kind: 'sale'
        readonly terminal: string
        readonly sequence: number
        readonly senderInvoiceNo: string
        /** The register number of the organisation; empty for an individual. */
        readonly register: string
      }
    | {
        readonly kind: 'shift'
        readonly id: string
        readonly terminal: string
        readonly openedAt: number
        readonly zNumber: number | null
      }
  readonly entries: readonly EventEntry[]
}

export type DayEntryReader = ReturnType<typeof dayEntryReader>

export function dayEntryReader(database: DatabaseSync) {
  const subjects = prepared(
    database,
    'SELECT subject FROM event WHERE at >= ? AND at < ? GROUP BY subject ORDER BY min(position)',
  )
  const next = prepared(database, 'SELECT min(at) AS at FROM event WHERE at >= ? AND at < ?')
  const numbered = prepared(
    database,
    `SELECT terminal, sequence, sender_invoice_no, json_extract(snapshot, '$.receiver.register') AS register
     FROM sale WHERE id = ?`,
  )
  const shift = prepared(database, 'SELECT * FROM shift WHERE id = ?')
  function ofSale(id: string): DayEntries | null {
    const row = numbered.get(id)
    if (row === undefined) return null
    const [terminal, senderInvoiceNo] = [String(row.terminal), String(row.sender_invoice_no)]
    return {
      of: {
        ...{ kind: 'sale', terminal, sequence: Number(row.sequence), senderInvoiceNo },
        register: textOrNull(row.register) ?? '',
      },
      entries: entriesOf(database, id),
    }
  }
  function ofShift(id: string): DayEntries | null {
    const row = shift.get(id)
    if (row === undefined) return null
    const { terminal, openedAt, zNumber } = asRecord(row)
    return {
      of: { kind: 'shift', id, terminal, openedAt, zNumber },
      entries: entriesOfShift(database, id),
    }
  }
  return {
    /** The first of these days that has events. */
    firstDay: (from: string, to: string): string | null => {
      const [begin, end] = [shopMoment(inCalendar(from)), shopMoment(dayAfter(inCalendar(to), 1))]
      const at = next.get(begin, end)?.at ?? null
      return at === null ? null : shopDay(Number(at))
    },
    /** The ids of the sales and shifts with events on that day. */
    subjects: (day: string): readonly string[] =>
      subjects.all(shopMoment(day), shopMoment(dayAfter(day, 1))).map((row) => String(row.subject)),
    /** The postings of one sale or shift on that day; null where its row is missing. */
    of: (day: string, subject: string): DayEntries | null => {
      const all = ofSale(subject) ?? ofShift(subject)
      return all && { ...all, entries: all.entries.filter(({ at }) => shopDay(at) === day) }
    },
  }
}
