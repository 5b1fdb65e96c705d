/**
 * The shifts of another journal: as sales are taken, event by event. A shift that is open there is the drawer's here only where
 * it is this terminal's own and no other is open: otherwise it is left, and closed by a person (docs/decisions/shifts.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import { failure } from '../../shared/failure.ts'
import { eventRows } from './events.ts'
import { factTable } from './facts.ts'
import { entriesOfShift, sumUp } from './ledger-sums.ts'
import { takeJobs } from './print-jobs.ts'
import type { Row } from './row.ts'
import { asRecord, insertShift, openShiftId, type ShiftRecord, updateShift } from './shifts.ts'
import { agree, insertMissing, knownEvents } from './take-events.ts'

export type ShiftsTaken = {
  readonly added: number
  /** Left where they are: the histories part, or its closing has a number that is another's here. */
  readonly conflicts: number
}

/** Some of its events are missing. */
export const IS_TORN = 'version <> (SELECT count(*) FROM event WHERE subject = shift.id)'

export function takeShifts(
  target: DatabaseSync,
  source: DatabaseSync,
  options: { readonly live: boolean },
): ShiftsTaken {
  const own = isOwn(target, source)
  const count = { added: 0, had: 0, conflicts: 0 }
  const left = new Set<unknown>()
  for (const row of source.prepare('SELECT * FROM shift ORDER BY rowid').all()) {
    const shift = asRecord(row)
    const taken = takeShift(target, { shift, events: knownEvents(source, shift.id, options) }, own)
    count[taken] += 1
    if (taken === 'conflicts') left.add(shift.id)
  }
  const jobs = source.prepare('SELECT * FROM print_job WHERE shift_id IS NOT NULL ORDER BY rowid').all()
  takeJobs(
    target,
    jobs
      .filter(({ shift_id }) => !left.has(shift_id))
      .map((job) => (options.live ? job : perhapsPrinted(job))),
  )
  return count
}

/** A Z that waited when the backup was made has come out since, as far as anybody knows: it is no original twice. */
const perhapsPrinted = (job: Row): Row =>
  job.kind === 'z-report' && job.state === 'queued'
    ? { ...job, state: 'doubtful', failure: JSON.stringify(failure('PERHAPS_PRINTED')) }
    : job

/** A journal that is made anew has no tag yet: what it is made of is its own. */
function isOwn(target: DatabaseSync, source: DatabaseSync): boolean {
  const tag = factTable(target).read('tag')
  return tag === null || factTable(source).read('tag') === tag
}

type Theirs = { readonly shift: ShiftRecord; readonly events: readonly Row[] }

function takeShift(
  target: DatabaseSync,
  { shift, events }: Theirs,
  own: boolean,
): 'added' | 'had' | 'conflicts' {
  const row = target.prepare('SELECT * FROM shift WHERE id = ?').get(shift.id)
  if (row === undefined) {
    // The same number was given twice under one tag: both were printed, so both are here.
    const tag = numberIsTaken(target, shift) ? shift.id : shift.tag
    insertShift(target, { ...shift, tag, state: stateHere(target, shift, own) })
    insertMissing(target, shift.id, events)
    sumUp(target, entriesOfShift(target, shift.id))
    return 'added'
  }
  const { version, state, tag } = asRecord(row)
  if (numberIsTaken(target, { ...shift, tag }) || !agree(eventRows(target, shift.id), events))
    return 'conflicts'
  sumUp(target, entriesOfShift(target, shift.id), -1)
  insertMissing(target, shift.id, events)
  sumUp(target, entriesOfShift(target, shift.id))
  if (shift.version > version)
    updateShift(target, { ...shift, state: shift.state === 'closed' ? 'closed' : state }, version)
  return 'had'
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
