import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type Money, money, NO_MONEY } from '../../shared/money.ts'
import type { RecordedEvent } from '../../shared/sale.ts'
import type { NumbersOfDay, RecordedShiftEvent, ShiftEvent, ShiftState } from '../../shared/shift.ts'
import { type CommandStamp, eventRows, insertEvents, recordedEvent } from './events.ts'
import type { KeyValueTable } from './key-value.ts'
import { entryOfShift, sumUp } from './ledger-sums.ts'
import { prepared } from './prepared.ts'
import { type NewPrintJob, writeJob } from './print-jobs.ts'
import type { Row } from './row.ts'

/** A shift as its row has it: what its events add up to, kept for finding it. */
export type ShiftRecord = {
  readonly id: string
  readonly terminal: string
  /** Of the journal that it was opened in. */
  readonly tag: string
  readonly state: ShiftState
  readonly openedAt: number
  readonly closedAt: number | null
  readonly zNumber: number | null
  /** How many events made it. */
  readonly version: number
}

/** An event of a sale with the shift that was open when it was recorded; "-4f0c…" is a time without one. */
export type EventInShift = RecordedEvent & { readonly shiftId: string | null }

type Opened = Pick<Extract<ShiftEvent, { kind: 'shift-opened' }>, 'periods'>

export type SoldInShift = {
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly partly: number
}

/** What one commit of a shift writes: all of it or nothing. */
export type ShiftCommit = {
  /** The shift as it is after the events. */
  readonly shift: ShiftRecord
  readonly at: number
  readonly events: readonly ShiftEvent[]
  readonly newJobs?: readonly NewPrintJob[]
}

const COLUMNS = 'id, terminal, tag, state, opened_at, closed_at, z_number, version'

export const openShiftId = (database: DatabaseSync): string | null => {
  const row = prepared(database, `SELECT id FROM shift WHERE state = 'open'`).get() as Row | undefined
  return row === undefined ? null : String(row.id)
}

/** The shift that is open; where none is, the time without one, with a sign before it: the next shift tells of it in its Z. */
export const shiftOfNow = (database: DatabaseSync): string =>
  openShiftId(database) ?? `-${periodOf(database)}`

/**
 * The present time without a shift, also where one is open. Drawn anew in each run, after each shift and after each backup: a
 * journal that is set back to an earlier image repeats none, and what a backup has of one is all of it.
 */
export function periodOf(database: DatabaseSync): string {
  const period = periods.get(database) ?? randomBytes(6).toString('hex')
  periods.set(database, period)
  return period
}
const periods = new WeakMap<DatabaseSync, string>()

/** What comes now is of another time without a shift. */
export const endPeriod = (database: DatabaseSync): void => void periods.delete(database)

export function shiftReads(database: DatabaseSync, facts: KeyValueTable) {
  return {
    /** The one whose drawer is in use; null where none is. */
    openShift: (): ShiftRecord | null => {
      const row = prepared(database, `SELECT ${COLUMNS} FROM shift WHERE state = 'open'`).get()
      return row ? asRecord(row) : null
    },
    shift: (id: string): ShiftRecord | null => {
      const row = prepared(database, `SELECT ${COLUMNS} FROM shift WHERE id = ?`).get(id)
      return row ? asRecord(row) : null
    },
    /** Newest first, opened before that time, and from the other on. */
    shifts: (most: number, before: number, from = Number.MIN_SAFE_INTEGER): ShiftRecord[] =>
      prepared(
        database,
        `SELECT ${COLUMNS} FROM shift WHERE opened_at >= ? AND opened_at < ? ORDER BY opened_at DESC, rowid DESC LIMIT ?`,
      )
        .all(from, before, most)
        .map(asRecord),
    /** The net of its Z as it was printed; null where there is none. */
    printedNet: (shiftId: string): Money | null => {
      const row = prepared(
        database,
        `SELECT json_extract(body, '$.totals.net') AS net FROM event WHERE subject = ? AND kind = 'shift-closed'`,
      ).get(shiftId)
      return row === undefined ? null : money(Number(row.net))
    },
    shiftEvents: (id: string): RecordedShiftEvent[] =>
      withBeginning(
        database,
        id,
        eventRows(database, id).map((row) => ({
          seq: Number(row.seq),
          at: Number(row.at),
          event: withoutToldElsewhere(JSON.parse(String(row.body)) as ShiftEvent, facts, id),
        })),
      ),
    /** One above the highest that the terminal ever gave, whichever journal it was in: without gaps. */
    nextZ: (terminal: string): number => {
      const row = prepared(
        database,
        'SELECT coalesce(max(z_number), 0) + 1 AS next FROM shift WHERE terminal = ?',
      ).get(terminal) as Row
      return Number(row.next)
    },
    /** The sales that anything happened to while it was open. */
    salesOfShift: (id: string): string[] =>
      prepared(database, 'SELECT sale_id FROM shift_sale WHERE shift_id = ? ORDER BY sale_id')
        .all(id)
        .map((row: Row) => String(row.sale_id)),
    /** When the first and the last was sold while it was open; and of how many sales of it some events are missing. */
    soldInShift: (id: string): SoldInShift => {
      const row = prepared(
        database,
        `SELECT min(e.at) AS first, max(e.at) AS last, 
             coalesce(sum(s.partly = 1 OR s.version <> (SELECT count(*) FROM event x WHERE x.subject = s.id)), 0) AS partly
           FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           LEFT JOIN event e ON e.subject = t.sale_id AND e.kind = 'paid' AND e.shift_id = t.shift_id
           WHERE t.shift_id = ?`,
      ).get(id) as Row
      const at = (value: unknown): number | null => (value === null ? null : Number(value))
      return { firstAt: at(row.first), lastAt: at(row.last), partly: Number(row.partly) }
    },
    /** Numbers of the carts that were rung up in it, by day; those between them that the journal does not have. */
    numbersOfShift: (id: string): NumbersOfDay[] =>
      prepared(
        database,
        `SELECT day, min(sequence) AS first, max(sequence) AS last, (max(sequence) - min(sequence) + 1) - (
             SELECT count(DISTINCT o.sequence) FROM sale o
             WHERE o.terminal = s.terminal AND o.tag = s.tag AND o.day = s.day AND o.sequence BETWEEN min(s.sequence) AND max(s.sequence)
           ) AS missing
           FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           JOIN event e ON e.subject = t.sale_id AND e.seq = 1 AND e.shift_id = t.shift_id WHERE t.shift_id = ?
           GROUP BY s.terminal, s.tag, s.day ORDER BY s.day`,
      )
        .all(id)
        .map((row: Row) => ({
          day: String(row.day),
          first: Number(row.first),
          last: Number(row.last),
          missing: Number(row.missing),
        })),
    /** Of the newest sale: of this journal's own, or else of any. */
    lastNumber: (): string | null => {
      const newest = 'SELECT sender_invoice_no AS number FROM sale'
      const row =
        prepared(database, `${newest} WHERE tag = ? ORDER BY rowid DESC LIMIT 1`).get(facts.read('tag')) ??
        prepared(database, `${newest} ORDER BY rowid DESC LIMIT 1`).get()
      return row === undefined ? null : String(row.number)
    },
    codesOf: (shiftId: string): string[] => {
      const shift = prepared(database, 'SELECT terminal, tag FROM shift WHERE id = ?').get(shiftId)
      const codes = prepared(
        database,
        `SELECT DISTINCT key AS code FROM ledger_sum
           WHERE account = 'till' AND book > 'day ' AND book < 'day a'
           AND EXISTS (SELECT 1 FROM sale WHERE terminal = key AND tag = ?)`,
      )
        .all(facts.read('tag'))
        .map(({ code }) => String(code))
      const isOwn = shift?.tag === facts.read('tag') || codes.includes(String(shift?.terminal))
      return isOwn ? codes : [String(shift?.terminal)]
    },
    eventsInShifts: (saleId: string): EventInShift[] =>
      eventRows(database, saleId).map((row) => ({
        ...recordedEvent(row),
        shiftId: row.shift_id === null ? null : String(row.shift_id),
      })),
    untoldPeriods: (): string[] => {
      const all = prepared(
        database,
        `SELECT DISTINCT substr(shift_id, 2) AS period FROM shift_sale WHERE shift_id >= '-' AND shift_id < '.'`,
      ).all()
      const opened = prepared(
        database,
        'SELECT e.body AS body FROM shift s JOIN event e ON e.subject = s.id AND e.seq = 1',
      ).all()
      const told = new Set(opened.flatMap(({ body }) => (JSON.parse(String(body)) as Opened).periods ?? []))
      return all.map(({ period }) => String(period)).filter((period) => !told.has(period))
    },
    /** A count of the shift that was begun, as it was handed in. */
    countDraft: (shiftId: string): string | null =>
      facts.read(countDraftOf(shiftId)) ?? facts.read(ONE_COUNT_DRAFT),
  }
}

/** Under which fact it is kept which of the times without a shift that a shift names the Z of another one tells of. */
export const toldElsewhereOf = (shiftId: string): string => `told-elsewhere ${shiftId}`

function withoutToldElsewhere(event: ShiftEvent, facts: KeyValueTable, shiftId: string): ShiftEvent {
  if (event.kind !== 'shift-opened' || event.periods === undefined || event.periods.length === 0) return event
  const told = facts.read(toldElsewhereOf(shiftId))
  if (told === null) return event
  const elsewhere = JSON.parse(told) as readonly string[]
  return { ...event, periods: event.periods.filter((period) => !elsewhere.includes(period)) }
}

/** A shift whose opening could not be read from a damaged journal, of which a person was told: its float is not known, and its number is 0. */
function withBeginning(
  database: DatabaseSync,
  id: string,
  events: readonly RecordedShiftEvent[],
): RecordedShiftEvent[] {
  const row =
    events[0]?.seq === 1 ? undefined : prepared(database, 'SELECT * FROM shift WHERE id = ?').get(id)
  if (row === undefined) return [...events]
  const { terminal, openedAt } = asRecord(row)
  const event: ShiftEvent = { kind: 'shift-opened', terminal, float: NO_MONEY, by: null }
  return [{ seq: 0, at: openedAt, event }, ...events]
}

/** Writes all of a shift's commit; the caller holds the transaction. */
export function writeShift(
  database: DatabaseSync,
  commit: ShiftCommit,
  { facts, command }: { readonly facts: KeyValueTable; readonly command: CommandStamp | null },
): void {
  const { shift, at, events } = commit
  const before = shift.version - events.length
  if (before === 0) insertShift(database, shift)
  else updateShift(database, shift, before)
  if (before === 0) endPeriod(database)
  sumUp(
    database,
    events.map((event) => entryOfShift(shift.id, at, event)),
  )
  insertEvents(database, {
    subject: shift.id,
    from: before + 1,
    at,
    events,
    command,
    shiftId: null,
  })
  if (shift.state === 'closed')
    for (const name of [countDraftOf(shift.id), ONE_COUNT_DRAFT]) facts.write(name, null)
  for (const job of commit.newJobs ?? []) writeJob(database, job, null, at)
}

export const countDraftOf = (shiftId: string): string => `count-draft ${shiftId}`
/** Earlier versions had one for whichever shift was counted last. */
const ONE_COUNT_DRAFT = 'count-draft'

export function insertShift(database: DatabaseSync, shift: ShiftRecord): void {
  prepared(database, `INSERT INTO shift (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`).run(
    shift.id,
    shift.terminal,
    shift.tag,
    shift.state,
    shift.openedAt,
    shift.closedAt,
    shift.zNumber,
    shift.version,
  )
}

/** The expected version makes a lost update impossible. */
export function updateShift(database: DatabaseSync, shift: ShiftRecord, before: number): void {
  const { changes } = prepared(
    database,
    'UPDATE shift SET state = ?, closed_at = ?, z_number = ?, version = ? WHERE id = ? AND version = ?',
  ).run(shift.state, shift.closedAt, shift.zNumber, shift.version, shift.id, before)
  if (Number(changes) !== 1) throw new Error(`shift ${shift.id} is not at version ${before}`)
}

export const asRecord = (row: Row): ShiftRecord => ({
  id: String(row.id),
  terminal: String(row.terminal),
  tag: String(row.tag),
  state: row.state as ShiftState,
  openedAt: Number(row.opened_at),
  closedAt: row.closed_at === null ? null : Number(row.closed_at),
  zNumber: row.z_number === null ? null : Number(row.z_number),
  version: Number(row.version),
})
