/**
 * Adds the shifts of another journal, event by event like sales. A shift that is open there stays open here only if it
 * is this terminal's own and no other shift is open. Otherwise it is marked as left, and a person closes it
 * (docs/decisions/shifts.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import { formatZ } from '../../../shared/books/shift.ts'
import { failure } from '../../../shared/failure.ts'
import { addToList, eventRows, keyValueTable, readList } from '../journal/index.ts'
import {
  asRecord,
  entriesOfShift,
  insertShift,
  openShiftId,
  periodsNamedBy,
  type ShiftRecord,
  takeJobs,
  updateShift,
} from '../projections/index.ts'
import { prepared, type Row } from '../sqlite/index.ts'
import type { ChangedDays } from './changed-days.ts'
import { notePartedZ, type ReportedShifts } from './reported-shifts.ts'
import { agree, insertEventRows, knownEvents, missingIn } from './take-events.ts'
import { type Named, namedPeriods, reportTimesOnce } from './times-without-shift.ts'

export type ShiftsTaken = {
  readonly added: number
  /**
   * Shifts that were not taken: the histories differ, the Z number belongs to another shift here, the shift was closed
   * here without those events, or its Z there lacks sales that are here.
   */
  readonly unlike: readonly string[]
}

/** SQL condition: some events of the shift are missing. */
export const IS_TORN = 'version <> (SELECT count(*) FROM event WHERE subject = shift.id)'

export type TakingShifts = {
  readonly live: boolean
  readonly told: ReportedShifts
  readonly days: ChangedDays
}

export function shiftTaker(target: DatabaseSync, source: DatabaseSync, options: TakingShifts) {
  const taking = { ...options, target, source, own: isOwn(target, source), named: namedPeriods(target) }
  const left = new Set<unknown>()
  const count = { added: 0, had: 0 }
  const unlike: string[] = []
  const rows = source.prepare(`SELECT * FROM shift WHERE (state = 'closed') = ? ORDER BY rowid`)
  const take = (isClosed: 0 | 1): void => {
    for (const row of rows.all(isClosed)) {
      const shift = asRecord(row)
      const taken = takeShift({ shift, events: knownEvents(source, shift.id, options) }, taking)
      options.days.keep()
      if (taken !== 'conflicts') count[taken] += 1
      else {
        left.add(shift.id)
        unlike.push(`${shift.terminal} Z ${shift.zNumber === null ? '–' : formatZ(shift.zNumber)}`)
      }
    }
  }
  return {
    closed: () => take(1),
    unclosed: () => take(0),
    /** Takes the papers of the shifts. */
    jobs: (): void => {
      const jobs = source.prepare('SELECT * FROM print_job WHERE shift_id IS NOT NULL ORDER BY rowid').all()
      takeJobs(
        target,
        jobs
          .filter(({ shift_id }) => !left.has(shift_id))
          .map((job) => (options.live ? job : asUnconfirmed(job))),
      )
    },
    taken: (): ShiftsTaken => ({ added: count.added, unlike }),
  }
}

/** The shifts of a journal that no Z has ended, and the times without a shift that they will report, as events name them. */
export function unclosedShifts(source: DatabaseSync): ReadonlySet<string> {
  const rows = source.prepare(`SELECT id FROM shift WHERE state <> 'closed'`).all()
  return new Set(
    rows.flatMap(({ id }) => [
      String(id),
      ...periodsNamedBy(source, String(id)).map((period) => `-${period}`),
    ]),
  )
}

/** A Z that was queued when the backup was made was probably printed since, so it becomes unconfirmed. */
const asUnconfirmed = (job: Row): Row =>
  job.kind === 'z-report' && job.state === 'queued'
    ? { ...job, state: 'unconfirmed', failure: JSON.stringify(failure('PRINT_UNCONFIRMED')) }
    : job

/** Whether the other journal has our tag. A new journal has no tag yet: all that goes into it is its own. */
function isOwn(target: DatabaseSync, source: DatabaseSync): boolean {
  const tag = keyValueTable(target).read('tag')
  return tag === null || keyValueTable(source).read('tag') === tag
}

type Theirs = { readonly shift: ShiftRecord; readonly events: readonly Row[] }
type Taking = Omit<TakingShifts, 'live'> & {
  readonly target: DatabaseSync
  readonly source: DatabaseSync
  readonly own: boolean
  readonly named: Named
}

function takeShift(theirs: Theirs, taking: Taking): 'added' | 'had' | 'conflicts' {
  const { shift } = theirs
  const { target, own } = taking
  const row = target.prepare('SELECT * FROM shift WHERE id = ?').get(shift.id)
  if (row === undefined) {
    // Two shifts with the same number and tag were both printed, so both are kept, one with another tag.
    const tag = numberIsTaken(target, shift) ? shift.id : shift.tag
    insertShift(target, { ...shift, tag, state: stateHere(target, shift, own) })
    noteTag(target, tag)
    takeEventsOf(theirs, taking)
    reportTimesOnce(target, taking.named, shift.id)
    return 'added'
  }
  const ours = asRecord(row)
  const { version, state, tag } = ours
  if (numberIsTaken(target, { ...shift, tag }) || !fits(ours, theirs, taking)) return 'conflicts'
  taking.days.book(entriesOfShift(target, shift.id), -1)
  const taken = takeEventsOf(theirs, taking)
  if (shift.version > version)
    updateShift(target, { ...shift, state: shift.state === 'closed' ? 'closed' : state }, version)
  if (taken.length > 0) reportTimesOnce(target, taking.named, shift.id)
  return 'had'
}

/** Tags of other journals that shifts were taken from, because a shift without sales does not name its tag. */
const OTHER_TAGS = 'other-tags'

/** The valid tags of shifts: this journal's own, and those of journals that shifts were taken from. */
export function tagsOfShifts(database: DatabaseSync): ReadonlySet<string | null> {
  const values = keyValueTable(database)
  return new Set([values.read('tag'), ...readList(values, OTHER_TAGS)])
}

function noteTag(database: DatabaseSync, tag: string): void {
  if (!tagsOfShifts(database).has(tag)) addToList(keyValueTable(database), OTHER_TAGS, tag)
}

function takeEventsOf({ shift, events }: Theirs, { target, told, days }: Taking): readonly Row[] {
  const taken = missingIn(eventRows(target, shift.id), events)
  insertEventRows(target, shift.id, taken, told)
  for (const { kind, body } of taken) if (kind === 'shift-closed') notePartedZ(target, shift.id, body)
  days.book(entriesOfShift(target, shift.id))
  return taken
}

/** Whether both files have the same history of the shift, and its Z covers all of its events. */
function fits(ours: ShiftRecord, { shift, events }: Theirs, { target, source, told }: Taking): boolean {
  const had = eventRows(target, shift.id)
  if (!agree(had, events)) return false
  // The drawer count at the close contained the cash of a missing event, so adding the event would count it twice.
  if (told.has(shift.id)) return missingIn(had, events).length === 0
  return ours.state === 'closed' || shift.state !== 'closed' || hasAllOf(source, target, shift.id)
}

/** Whether the other file has all events of sales that the shift has here. */
const hasAllOf = (source: DatabaseSync, target: DatabaseSync, shiftId: string): boolean =>
  target
    .prepare(
      `SELECT e.subject AS subject, e.seq AS seq FROM shift_sale t
         JOIN event e ON e.subject = t.sale_id AND e.shift_id = t.shift_id WHERE t.shift_id = ?`,
    )
    .all(shiftId)
    .every(
      ({ subject, seq }) =>
        prepared(source, 'SELECT 1 FROM event WHERE subject = ? AND seq = ?').get(
          String(subject),
          Number(seq),
        ) !== undefined,
    )

function stateHere(target: DatabaseSync, shift: ShiftRecord, own: boolean): ShiftRecord['state'] {
  if (shift.state === 'closed') return 'closed'
  return shift.state === 'open' && own && openShiftId(target) === null ? 'open' : 'left'
}

const numberIsTaken = (target: DatabaseSync, { id, terminal, tag, zNumber }: ShiftRecord): boolean =>
  zNumber !== null &&
  target
    .prepare('SELECT 1 FROM shift WHERE id <> ? AND terminal = ? AND tag = ? AND z_number = ?')
    .get(id, terminal, tag, zNumber) !== undefined
