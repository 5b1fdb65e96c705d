/**
 * The shifts of another journal: as sales are taken, the longer history that begins with the shorter one is right. A shift
 * that is open there is the drawer's here only where it is this terminal's own and no other is open: otherwise it is left,
 * and closed by a person (docs/decisions/shifts.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import { factTable } from './facts.ts'
import type { Row } from './row.ts'
import { attempt, prepared, UNREADABLE } from './salvage.ts'
import { asRecord, insertShift, openShiftId, type ShiftRecord, updateShift } from './shifts.ts'

type SalvagedShift = { readonly shift: ShiftRecord; readonly events: readonly Row[] }

/** Answers how many were left where they are: their number is another's here, or the histories part. */
export function takeShifts(
  target: DatabaseSync,
  source: DatabaseSync,
  { live }: { readonly live: boolean },
): number {
  const own = isOwn(target, source)
  let conflicts = 0
  for (const salvaged of salvagedShifts(source)) {
    if (!takeShift(target, salvaged, own)) conflicts += 1
    else if (live) takeJobs(target, source, salvaged.shift.id)
  }
  return conflicts
}

/** A journal that is made anew has no tag yet: what it is made of is its own. */
function isOwn(target: DatabaseSync, source: DatabaseSync): boolean {
  const tag = factTable(target).read('tag')
  return tag === null || attempt(() => factTable(source).read('tag')) === tag
}

function* salvagedShifts(source: DatabaseSync): Generator<SalvagedShift> {
  const next = prepared(source, 'SELECT rowid AS place, * FROM shift WHERE rowid > ? ORDER BY rowid LIMIT 1')
  const events = prepared(source, 'SELECT * FROM shift_event WHERE shift_id = ? ORDER BY seq')
  if (next === null || events === null) return // from before there were shifts
  for (let place = 0, unread = 0; unread < MOST_UNREAD; ) {
    const row = attempt(() => (next.get(place) as Row | undefined) ?? null)
    if (row === null) return
    if (row === UNREADABLE) {
      place += 1
      unread += 1
      continue
    }
    place = Number(row.place)
    const shift = asRecord(row)
    const read = attempt(() => events.all(shift.id) as Row[])
    if (read !== UNREADABLE && read.length === shift.version) yield { shift, events: read }
  }
}

/** Places behind an unreadable page that are looked at one by one. */
const MOST_UNREAD = 5_000

function takeShift(target: DatabaseSync, { shift, events }: SalvagedShift, own: boolean): boolean {
  const had = target.prepare('SELECT * FROM shift WHERE id = ?').get(shift.id) as Row | undefined
  if (numberIsTaken(target, shift)) return false
  if (had === undefined) {
    insertShift(target, { ...shift, state: stateHere(target, shift, own) })
    insertEvents(target, shift.id, events, 0)
    return true
  }
  const { version, state } = asRecord(had)
  if (version >= shift.version) return true
  if (!beginsAlike(target, shift.id, events)) return false
  updateShift(target, { ...shift, state: shift.state === 'closed' ? 'closed' : state }, version)
  insertEvents(target, shift.id, events, version)
  return true
}

function stateHere(target: DatabaseSync, shift: ShiftRecord, own: boolean): ShiftRecord['state'] {
  if (shift.state === 'closed') return 'closed'
  return shift.state === 'open' && own && openShiftId(target) === null ? 'open' : 'left'
}

const numberIsTaken = (target: DatabaseSync, { id, terminal, tag, zNumber }: ShiftRecord): boolean =>
  zNumber !== null &&
  target
    .prepare('SELECT 1 FROM shift WHERE id <> ? AND terminal = ? AND tag = ? AND z_number = ?')
    .get(id, terminal, tag, zNumber) !== undefined

function beginsAlike(target: DatabaseSync, id: string, events: readonly Row[]): boolean {
  const had = target.prepare('SELECT seq, body FROM shift_event WHERE shift_id = ? ORDER BY seq').all(id)
  return had.every((row: Row, index) => String(row.body) === String(events[index]?.body))
}

function insertEvents(target: DatabaseSync, id: string, events: readonly Row[], after: number): void {
  const insert = target.prepare(
    'INSERT INTO shift_event (shift_id, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { seq, at, kind, body } of events)
    if (Number(seq) > after) insert.run(id, Number(seq), Number(at), String(kind), String(body))
}

/** Papers that were not out yet. */
function takeJobs(target: DatabaseSync, source: DatabaseSync, shiftId: string): void {
  const jobs = attempt(
    () => source.prepare('SELECT * FROM print_job WHERE shift_id = ?').all(shiftId) as Row[],
  )
  const keep = target.prepare(
    `INSERT OR IGNORE INTO print_job (id, kind, shift_id, printer, state, failure, attempts, queued_at, printed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const row of jobs === UNREADABLE ? [] : jobs)
    keep.run(
      String(row.id),
      String(row.kind),
      shiftId,
      String(row.printer),
      String(row.state),
      typeof row.failure === 'string' ? row.failure : null,
      Number(row.attempts),
      Number(row.queued_at),
      row.printed_at === null ? null : Number(row.printed_at),
    )
}
