import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { RecordedShiftEvent, ShiftEvent, ShiftState } from '../../../shared/books/shift.ts'
import { type Money, money, NO_MONEY } from '../../../shared/money/money.ts'
import { eventIn, eventRows, type KeyValueTable, keyValueTable, readList } from '../journal/index.ts'
import { numberOrNull, prepared, type Row, textOrNull } from '../sqlite/index.ts'

/** The row of a shift: the result of its events, stored for finding it. */
export type ShiftRecord = {
  readonly id: string
  readonly terminal: string
  /** The tag of the journal in which it was opened. */
  readonly tag: string
  readonly state: ShiftState
  readonly openedAt: number
  readonly closedAt: number | null
  readonly zNumber: number | null
  /** The number of its events. */
  readonly version: number
}

const COLUMNS = 'id, terminal, tag, state, opened_at, closed_at, z_number, version'

export const openShiftId = (database: DatabaseSync): string | null =>
  textOrNull(prepared(database, `SELECT id FROM shift WHERE state = 'open'`).get()?.id)

/** The id of the open shift; without one "-" and the id of the present time without a shift. */
export const shiftOfNow = (database: DatabaseSync): string =>
  openShiftId(database) ?? `-${periodOf(database)}`

/**
 * The id of the present time without a shift. A new random id is drawn in each run, after each shift and after each
 * backup. So a journal that was set back to an earlier image never repeats an id, and a backup has all events of its
 * ids.
 */
export function periodOf(database: DatabaseSync): string {
  const period = periods.get(database) ?? randomBytes(6).toString('hex')
  periods.set(database, period)
  return period
}
const periods = new WeakMap<DatabaseSync, string>()

/** Ends the present time without a shift: the next one gets a new id. */
export const endPeriod = (database: DatabaseSync): void => void periods.delete(database)

export function shiftReader(database: DatabaseSync) {
  const keyValues = keyValueTable(database)
  const oneWhere = (condition: string, ...values: readonly string[]): ShiftRecord | null => {
    const row = prepared(database, `SELECT ${COLUMNS} FROM shift WHERE ${condition}`).get(...values)
    return row ? asRecord(row) : null
  }
  return {
    /** The open shift; null where none is open. */
    open: () => oneWhere(`state = 'open'`),
    byId: (id: string) => oneWhere('id = ?', id),
    count: (): number => Number(prepared(database, 'SELECT count(*) AS many FROM shift').get()?.many),
    /** The shifts that were opened before that time, newest first. */
    latest: (most: number, before: number): readonly ShiftRecord[] =>
      prepared(
        database,
        `SELECT ${COLUMNS} FROM shift WHERE opened_at < ? ORDER BY opened_at DESC, rowid DESC LIMIT ?`,
      )
        .all(before, most)
        .map(asRecord),
    /** All shifts, in the order in which they came into the journal, at most so many at a time. */
    *portions(most: number): Generator<readonly ShiftRecord[]> {
      const read = prepared(
        database,
        `SELECT rowid AS place, ${COLUMNS} FROM shift WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      )
      for (let place = 0; ; ) {
        const rows = read.all(place, most)
        if (rows.length === 0) return
        place = Number(rows.at(-1)?.place)
        yield rows.map(asRecord)
      }
    },
    /** The net printed on the Z of the shift; null where it has no Z. */
    printedNet: (shiftId: string): Money | null => {
      const row = prepared(
        database,
        `SELECT json_extract(body, '$.totals.net') AS net FROM event WHERE subject = ? AND kind = 'shift-closed'`,
      ).get(shiftId)
      return row === undefined ? null : money(Number(row.net))
    },
    events: (id: string): readonly RecordedShiftEvent[] =>
      withBeginning(
        database,
        id,
        eventRows(database, id).map((row) => ({
          seq: Number(row.seq),
          at: Number(row.at),
          event: withoutToldElsewhere(eventIn<ShiftEvent>(row), keyValues, id),
        })),
      ),
    nextZ: (terminal: string): number => nextZ(database, terminal),
    /** Whether the Z is not here with which the numbers of the terminal began at this computer. */
    lacksLastZ: (terminal: string): boolean => {
      const noted = notedZ(keyValues, terminal)
      const same = 'SELECT 1 FROM shift WHERE terminal = ? AND z_number = ?'
      return noted > 0 && prepared(database, same).get(terminal, noted) === undefined
    },
    /** Times without a shift that no Z has reported. */
    untoldPeriods: (): readonly string[] => {
      const all = prepared(
        database,
        `SELECT DISTINCT substr(shift_id, 2) AS period FROM shift_sale WHERE shift_id >= '-' AND shift_id < '.'`,
      ).all()
      const told = new Set(openings(database).flatMap(({ periods }) => periods))
      return all.map(({ period }) => String(period)).filter((period) => !told.has(period))
    },
    /** The stored text of an unfinished count. */
    countDraft: (shiftId: string): string | null => keyValues.read(countDraftOf(shiftId)),
  }
}

export type ShiftReader = ReturnType<typeof shiftReader>

type Opened = Extract<ShiftEvent, { kind: 'shift-opened' }>

/** The times without a shift that an opening event names. `body` is its stored text. */
export const periodsIn = (body: unknown): readonly string[] =>
  body === null ? [] : (JSON.parse(String(body)) as Opened).periods

/** All shifts with the times without a shift that their openings name. */
export const openings = (database: DatabaseSync) =>
  prepared(
    database,
    // With JOIN, SQLite scans all events. CROSS JOIN makes it look up the first event of each shift.
    'SELECT s.id AS id, e.body AS body FROM shift s CROSS JOIN event e ON e.subject = s.id AND e.seq = 1',
  )
    .all()
    .map(({ id, body }) => ({ id: String(id), periods: periodsIn(body) }))

export const periodsNamedBy = (database: DatabaseSync, shiftId: string): readonly string[] =>
  periodsIn(
    prepared(database, 'SELECT body FROM event WHERE subject = ? AND seq = 1').get(shiftId)?.body ?? null,
  )

export const isClosed = (database: DatabaseSync, shiftId: string): boolean =>
  prepared(database, 'SELECT state FROM shift WHERE id = ?').get(shiftId)?.state === 'closed'

/** The key of the list of times without a shift that this shift names but another shift's Z reports. */
export const reportedElsewhereKey = (shiftId: string): string => `reported-elsewhere ${shiftId}`

function withoutToldElsewhere(event: ShiftEvent, keyValues: KeyValueTable, shiftId: string): ShiftEvent {
  if (event.kind !== 'shift-opened' || event.periods.length === 0) return event
  const elsewhere = readList(keyValues, reportedElsewhereKey(shiftId))
  return { ...event, periods: event.periods.filter((period) => !elsewhere.has(period)) }
}

/** Adds a replacement for an opening event that a damaged journal lost: number 0, with a float of zero. */
function withBeginning(
  database: DatabaseSync,
  id: string,
  events: readonly RecordedShiftEvent[],
): RecordedShiftEvent[] {
  const row =
    events[0]?.seq === 1 ? undefined : prepared(database, 'SELECT * FROM shift WHERE id = ?').get(id)
  if (row === undefined) return [...events]
  const { terminal, openedAt } = asRecord(row)
  const event: ShiftEvent = {
    kind: 'shift-opened',
    terminal,
    float: NO_MONEY,
    by: null,
    periods: [],
    cashBefore: NO_MONEY,
  }
  return [{ seq: 0, at: openedAt, event }, ...events]
}

/** One more than the highest Z number of the terminal in any journal, also in one that only the shop database has. */
function nextZ(database: DatabaseSync, terminal: string): number {
  const highest = prepared(database, 'SELECT max(z_number) AS z FROM shift WHERE terminal = ?').get(terminal)
  return Math.max(Number(highest?.z ?? 0), notedZ(keyValueTable(database), terminal)) + 1
}

const lastZOf = (terminal: string): string => `last-z ${terminal}`

const notedZ = (keyValues: KeyValueTable, terminal: string): number =>
  Number(keyValues.read(lastZOf(terminal)) ?? 0)

/** Notes a Z number of the terminal that the shop database has, if it is higher than those here. */
export function noteLastZ(database: DatabaseSync, terminal: string, zNumber: number): void {
  if (zNumber >= nextZ(database, terminal)) keyValueTable(database).write(lastZOf(terminal), String(zNumber))
}

/** Takes over what another journal noted. No hash covers it, and no Z can follow what is no number of a Z. */
export function takeNotedZ(target: DatabaseSync, source: DatabaseSync): void {
  for (const { name, value } of source
    .prepare(`SELECT name, value FROM key_value WHERE name LIKE 'last-z %'`)
    .all())
    if (Z_NUMBER.test(String(value))) noteLastZ(target, String(name).slice(lastZOf('').length), Number(value))
}

/** A hundred Zs a day for twenty years. */
const Z_NUMBER = /^\d{1,6}$/

const countDraftOf = (shiftId: string): string => `count-draft ${shiftId}`

export const keepCountDraft = (keyValues: KeyValueTable, shiftId: string, draft: string): void =>
  void keyValues.write(countDraftOf(shiftId), draft)

/** Forgets the unfinished count of a shift that is closed now. */
export const dropCountDraft = (keyValues: KeyValueTable, shiftId: string): void =>
  void keyValues.write(countDraftOf(shiftId), null)

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

/** Throws where the shift is not at the expected version, so that no update is lost. */
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
  closedAt: numberOrNull(row.closed_at),
  zNumber: numberOrNull(row.z_number),
  version: Number(row.version),
})
