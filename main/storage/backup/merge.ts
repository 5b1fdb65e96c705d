/**
 * Adds the events that another journal has and this one lacks, and removes nothing. Where both have the same events of
 * a sale under the same numbers, missing ones are filled in (docs/decisions/restoring.md). The other file is of this
 * version (source.ts).
 *
 *     closed shifts ─▶ sales that are over, one after the other ─▶ in one transaction all that a person or the runner goes on with
 *
 * The till sells meanwhile, because each slice is a transaction. If the merge is cut off, the same merge takes the rest.
 */
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tampering } from '../../../shared/shop/tampering.ts'
import { takeAudit } from '../journal/index.ts'
import { isPartly, jobRows, takeJobs, takeNotedZ } from '../projections/index.ts'
import { insertMissingRows, inTransaction, prepared, type Row } from '../sqlite/index.ts'
import { knownEvents } from './take-events.ts'
import { type History, type Taking, takeOneSale, takingInto } from './take-sale.ts'
import { type ShiftsTaken, shiftTaker, unclosedShifts } from './take-shifts.ts'

export type MergeReport = {
  readonly added: number
  readonly updated: number
  readonly same: number
  /** Sales that were not taken, because their number belongs to another sale or the histories differ. */
  readonly conflicts: number
  /** The first of these conflicts: numbers of sales, and shifts as `K01 Z 0007`. */
  readonly unlike: readonly string[]
  /** Sales that were taken with some of their events missing. */
  readonly partly: number
  /** Days that had events here before and whose sums changed: yyyy-MM-dd, sorted. */
  readonly days: readonly string[]
  /** The first sign of tampering in the file, or null. It does not stop the merge. */
  readonly wrong: Tampering | null
}

export type Merged = { readonly report: MergeReport; readonly shifts: ShiftsTaken }

export type MergeOptions = {
  /** Also takes executed commands and single values. Only for the journal that was in use. */
  readonly live: boolean
  /** The first sign of tampering in the source (wrong-in-file.ts). */
  readonly wrong: Tampering | null
}

/** Runs in one transaction: commits everything or nothing. */
export function mergeJournal(target: DatabaseSync, source: DatabaseSync, options: MergeOptions): Merged {
  const room = makeRoom(target)
  try {
    return inTransaction(target, () => {
      const taking = takingInto(target)
      const steps = stepsOf(taking, source, options)
      let step = steps.next()
      while (!step.done) step = steps.next()
      taking.days.settle()
      return step.value
    })
  } finally {
    room.leave()
  }
}

/** How many sales a slice takes: some ten milliseconds of work, which a person hardly notices. */
const SLICE = 50

export type Slices = {
  /** Runs a slice in a transaction of its own. */
  readonly slice: <Value>(work: () => Value) => Value
  /** Called before each slice. Throws to end the merge. */
  readonly mayGoOn: () => void
}

/** Merges slice by slice, so that other work can run in between. */
export async function mergeInSlices(
  target: DatabaseSync,
  source: DatabaseSync,
  { slice, mayGoOn, ...options }: MergeOptions & Slices,
): Promise<Merged> {
  const room = makeRoom(target)
  try {
    const taking = takingInto(target)
    const steps = stepsOf(taking, source, options)
    for (;;) {
      mayGoOn()
      const merged = slice(() => oneSlice(steps, taking))
      if (merged !== null) return merged
      await nextTurn()
    }
  } finally {
    room.leave()
  }
}

/** Returns null where more is left. */
function oneSlice(steps: Steps, { told, days }: Taking): Merged | null {
  told.refresh()
  let step = steps.next()
  for (let done = 1; !step.done && done < SLICE; done += 1) step = steps.next()
  days.settle()
  days.note()
  return step.done ? step.value : null
}

/** The dry run of a slice: rolls back what it wrote. */
export function rolledBack<Value>(target: DatabaseSync, work: () => Value): Value {
  const done: Value[] = []
  try {
    inTransaction(target, () => {
      done.push(work())
      throw new RehearsalOver()
    })
  } catch (error) {
    if (!(error instanceof RehearsalOver)) throw error
  }
  return done[0] as Value
}

class RehearsalOver extends Error {}

/** Memory for the pages of all indexes that a sale is in, and for the savepoint of each sale. */
const ROOM_KB = 64 * 1024

/** Gives the merge that memory until `leave`: with SQLite's own 2 MB a large one takes twice as long. */
function makeRoom(target: DatabaseSync): { readonly leave: () => void } {
  const { cache_size } = target.prepare('PRAGMA cache_size').get() as { cache_size: number }
  target.exec(`PRAGMA cache_size = -${ROOM_KB}; PRAGMA temp_store = MEMORY`)
  return {
    leave: () => {
      if (target.isOpen) target.exec(`PRAGMA cache_size = ${cache_size}; PRAGMA temp_store = DEFAULT`)
    },
  }
}

type Steps = Generator<void, Merged>

/** A person looks at each named conflict. Only a wrong file has more than these. */
const MOST_NAMED = 20

/** Yields where a transaction may end. */
function* stepsOf(taking: Taking, source: DatabaseSync, options: MergeOptions): Steps {
  const { target, days } = taking
  const shifts = shiftTaker(target, source, { ...taking, live: options.live })
  const count = { added: 0, updated: 0, same: 0, conflicts: 0, partly: 0 }
  const unlike: string[] = []
  const take = (theirs: History, mayKeep?: (id: string) => boolean): boolean => {
    const id = String(theirs.row.id)
    const taken = takeOneSale(theirs, taking, mayKeep)
    if (taken === null) return false
    count[taken] += 1
    if (taken === 'conflicts') {
      unlike.push(String(theirs.row.sender_invoice_no))
      return true
    }
    if (taken !== 'same' && isPartly(target, id)) count.partly += 1
    takeJobs(target, jobRows(source, id))
    return true
  }

  shifts.closed()
  yield
  const unclosed = unclosedShifts(source)
  const isOver = ({ row, events }: History): boolean =>
    row.due === 0 && !events.some(({ shift_id }) => unclosed.has(String(shift_id)))
  const later: string[] = []
  for (const row of source.prepare('SELECT * FROM sale ORDER BY rowid').iterate()) {
    const theirs = { row, events: knownEvents(source, String(row.id), options) }
    const isTaken = isOver(theirs) && take(theirs, (id) => !isDue(target, id))
    if (!isTaken) later.push(String(row.id))
    yield
  }
  shifts.unclosed()
  for (const id of later) {
    const row = prepared(source, 'SELECT * FROM sale WHERE id = ?').get(id) as Row
    take({ row, events: knownEvents(source, id, options) })
  }
  shifts.jobs()
  takeAudit(target, source, options.live)
  takeNotedZ(target, source)
  takeRows(target, source, options.live ? [...EXPLANATIONS, ...OF_THE_LIVE_JOURNAL] : EXPLANATIONS)
  const taken = shifts.taken()
  const all = [...unlike, ...taken.unlike]
  const conflicts = { conflicts: all.length, unlike: all.slice(0, MOST_NAMED) }
  return { report: { ...count, ...conflicts, days: days.reported(), wrong: options.wrong }, shifts: taken }
}

/** Whether the runner has something to do for the sale. */
const isDue = (database: DatabaseSync, id: string): boolean =>
  prepared(database, 'SELECT due FROM sale WHERE id = ?').get(id)?.due === 1

type Table = readonly [name: string, columns: string, which: string]

/** Explanations of discrepancies, so that they outlive a lost disk. */
const EXPLANATIONS: readonly Table[] = [
  ['reconciliation', 'day, done_at, keys, result, matched', 'true'],
  ['explanation', 'day, key, why, who, who_name, at', 'true'],
]

/**
 * Single values such as the sale at the counter, and executed commands. The tag is not copied: the new journal may lack
 * sales and would give their numbers again.
 */
const OF_THE_LIVE_JOURNAL: readonly Table[] = [
  ['key_value', 'name, value', "name <> 'tag'"],
  ['command', 'id, at, person, request, answer', 'true'],
]

function takeRows(target: DatabaseSync, source: DatabaseSync, tables: readonly Table[]): void {
  for (const [table, columns, which] of tables) {
    const rows = source.prepare(`SELECT ${columns} FROM ${table} WHERE ${which}`).all()
    insertMissingRows(target, table, columns.split(', '), rows)
  }
}
