/**
 * Adds the events that another journal has and this one lacks, and removes nothing. Where both have the same events of
 * a sale under the same numbers, missing ones are filled in (docs/decisions/restoring.md). The other file is of this
 * version (source.ts).
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Tampering } from '../../shared/tampering.ts'
import { eventReader, eventRows, takeAudit } from '../journal/index.ts'
import {
  entriesOf,
  indexSale,
  isPartly,
  jobRows,
  replayed,
  rowAsIndexed,
  rowUpdate,
  type SaleModel,
  takeJobs,
} from '../projections/index.ts'
import { insertMissingRows, inTransaction, isOfTheDisk, prepared, type Row } from '../sqlite/index.ts'
import { type ChangedDays, changedDays } from './changed-days.ts'
import { agree, insertMissing, knownEvents } from './take-events.ts'
import { type ShiftsTaken, takeShifts } from './take-shifts.ts'
import { type ToldHere, toldHere } from './told-here.ts'

export type MergeReport = {
  readonly added: number
  readonly updated: number
  readonly same: number
  /** Sales that were not taken, because their number belongs to another sale or the histories differ. */
  readonly conflicts: number
  /** Sales that were taken with some of their events missing. */
  readonly partly: number
  /** Days that had events here before and whose sums changed: yyyy-MM-dd, sorted. */
  readonly days: readonly string[]
  /** The first sign of tampering in the file, or null. It does not stop the merge. */
  readonly wrong: Tampering | null
}

export type Merged = { readonly report: MergeReport; readonly shifts: ShiftsTaken }

export type MergeOptions = {
  readonly model: SaleModel
  /** Also takes executed commands and single values. Only for the journal that was in use. */
  readonly live: boolean
  /** The first sign of tampering in the source (wrong-in-file.ts). */
  readonly wrong: Tampering | null
}

/** Runs in one transaction: commits everything or nothing. */
export function mergeJournal(target: DatabaseSync, source: DatabaseSync, options: MergeOptions): Merged {
  return inTransaction(target, () => {
    const taking = takingInto(target, options.model)
    const shifts = takeShifts(target, source, { ...taking, live: options.live })
    const count = { added: 0, updated: 0, same: 0, conflicts: shifts.conflicts, partly: 0 }
    for (const row of source.prepare('SELECT * FROM sale ORDER BY rowid').iterate()) {
      const events = knownEvents(source, String(row.id), options)
      const taken = apart(taking, () => takeSale({ row, events }, taking)) ?? 'conflicts'
      count[taken] += 1
      if (taken === 'conflicts') continue
      if (taken !== 'same' && isPartly(target, String(row.id))) count.partly += 1
      takeJobs(target, jobRows(source, String(row.id)))
    }
    takeAudit(target, source, options.live)
    takeRows(target, source, options.live ? [...EXPLANATIONS, ...OF_THE_LIVE_JOURNAL] : EXPLANATIONS)
    return { report: { ...count, days: taking.days.days(), wrong: options.wrong }, shifts }
  })
}

type Taking = {
  readonly target: DatabaseSync
  readonly model: SaleModel
  readonly told: ToldHere
  readonly days: ChangedDays
}

const takingInto = (target: DatabaseSync, model: SaleModel): Taking => ({
  target,
  model,
  told: toldHere(target),
  days: changedDays(target),
})

/** Rolls back only this sale and returns null where it cannot be taken, so that it does not stop the others. */
function apart<Value>({ target, days }: Taking, work: () => Value): Value | null {
  target.exec('SAVEPOINT one_sale')
  try {
    const value = work()
    days.keep()
    return value
  } catch (error) {
    if (isOfTheDisk(error)) throw error
    target.exec('ROLLBACK TO one_sale')
    days.drop()
    return null
  } finally {
    if (target.isTransaction) target.exec('RELEASE one_sale')
  }
}

/** The dry run of a merge. Writes nothing. */
export function rehearseMerge(target: DatabaseSync, source: DatabaseSync, options: MergeOptions): Merged {
  const rehearsed: { merged: Merged | null } = { merged: null }
  try {
    inTransaction(target, () => {
      rehearsed.merged = mergeJournal(target, source, options)
      throw new RehearsalOver()
    })
  } catch (error) {
    if (!(error instanceof RehearsalOver)) throw error
  }
  if (rehearsed.merged === null) throw new Error('the dry run of the merge returned no report')
  return rehearsed.merged
}

class RehearsalOver extends Error {}

type History = { readonly row: Row; readonly events: readonly Row[] }
type Taken = 'added' | 'updated' | 'same' | 'conflicts'

function takeSale(theirs: History, { target, model, told, days }: Taking): Taken {
  const id = String(theirs.row.id)
  const row = prepared(target, 'SELECT * FROM sale WHERE id = ?').get(id)
  if (isTaken(target, theirs.row)) return 'conflicts'
  if (row === undefined) {
    insertRow(target, theirs.row)
    insertMissing(target, id, theirs.events, told)
    makeAnew(target, theirs.row, { isNew: true }, model)
    days.book(entriesOf(target, id, model))
    return 'added'
  }
  const fitting = agreeing(eventRows(target, id), theirs)
  if (fitting === null) return 'conflicts'
  const isLonger = Number(fitting.row.version) > Number(row.version)
  const posted = entriesOf(target, id, model)
  if (insertMissing(target, id, fitting.events, told).length === 0 && !isLonger) return 'same'
  makeAnew(target, isLonger ? fitting.row : row, { isNew: false }, model)
  days.book(posted, -1)
  days.book(entriesOf(target, id, model))
  return 'updated'
}

/**
 * Their events, if they fit ours; null where the histories differ. A migration appends `notice-kept` events to older
 * sales. They are left out where our history continued differently.
 */
function agreeing(ours: readonly Row[], theirs: History): History | null {
  if (agree(ours, theirs.events)) return theirs
  const happened = theirs.events.filter(({ kind }) => kind !== 'notice-kept')
  const version = Number(theirs.row.version) - (theirs.events.length - happened.length)
  return agree(ours, happened) ? { row: { ...theirs.row, version }, events: happened } : null
}

/** Whether another sale here has the same unique number or invoice. */
const isTaken = (target: DatabaseSync, row: Row): boolean =>
  TAKEN_BY.some(
    ([query, ...names]) =>
      prepared(target, query).get(...names.map((name) => row[name] as SQLInputValue)) !== undefined,
  )

/** Separate queries, so that each one uses an index. */
const TAKEN_BY = [
  ['SELECT 1 FROM sale WHERE sender_invoice_no = ? AND id <> ?', 'sender_invoice_no', 'id'],
  ['SELECT 1 FROM sale_invoice WHERE invoice_id = ? AND sale_id <> ?', 'invoice_id', 'id'],
  [
    'SELECT 1 FROM sale WHERE terminal = ? AND day = ? AND sequence = ? AND tag = ? AND id <> ?',
    'terminal',
    'day',
    'sequence',
    'tag',
    'id',
  ],
] as const

/** The copied columns: without `looks` and `looked_at`, which belong to the other run's clock. */
const KEPT = [
  'id',
  'terminal',
  'day',
  'sequence',
  'tag',
  'sender_invoice_no',
  'opened_at',
  'version',
  'state',
  'state_since',
  'total',
  'invoice_id',
  'due',
  'waits',
  'snapshot',
] as const

const insertRow = (target: DatabaseSync, row: Row): void =>
  void target
    .prepare(`INSERT INTO sale (${KEPT.join(', ')}) VALUES (${KEPT.map(() => '?').join(', ')})`)
    .run(...KEPT.map((name) => row[name] as SQLInputValue))

/** Computes the sale's row again from all events. */
function makeAnew(
  target: DatabaseSync,
  row: Row,
  { isNew }: { readonly isNew: boolean },
  model: SaleModel,
): void {
  const id = String(row.id)
  const before = isNew ? null : rowAsIndexed(target, id)
  const events = eventReader(target)(id)
  const made = replayed({ row, events, isToday: true }, model)
  const after = rowUpdate(target)({ ...made, row, lastAt: events.at(-1)?.at ?? Number(row.opened_at) })
  indexSale(target, before, after)
}

/** Adds events of a sale that exists here. Returns whether they fit. */
export const takeEvents = (
  target: DatabaseSync,
  id: string,
  events: readonly Row[],
  model: SaleModel,
): boolean =>
  inTransaction(target, () => {
    const row = target.prepare('SELECT * FROM sale WHERE id = ?').get(id)
    if (row === undefined) return false
    const version = Math.max(Number(row.version), ...events.map(({ seq }) => Number(seq)))
    return takeSale({ row: { ...row, version }, events }, takingInto(target, model)) !== 'conflicts'
  })

/** Marks a sale or shift whose later events may be lost as incomplete, so that a person is told. */
export const markOpenEnded = (target: DatabaseSync, id: string, model: SaleModel): void =>
  inTransaction(target, () => {
    target
      .prepare(
        `UPDATE shift SET version = version + 1
           WHERE id = ? AND state <> 'closed' AND version = (SELECT count(*) FROM event WHERE subject = shift.id)`,
      )
      .run(id)
    const row = prepared(target, 'SELECT * FROM sale WHERE id = ? AND partly = 0').get(id)
    if (row === undefined) return
    makeAnew(target, { ...row, version: Number(row.version) + 1 }, { isNew: false }, model)
  })

type Table = readonly [name: string, columns: string, which: string]

/** Explanations of differences, so that they outlive a lost disk. */
const EXPLANATIONS: readonly Table[] = [
  ['reconciliation', 'day, done_at, keys, result, matched', 'true'],
  ['explanation', 'day, key, why, who, who_name, at', 'true'],
]

/**
 * Single values such as the sale at the counter, and executed commands. The tag is not copied: the new journal may lack
 * sales and would give their numbers again.
 */
const OF_THE_LIVE_JOURNAL: readonly Table[] = [
  ['fact', 'name, value', "name <> 'tag'"],
  ['command', 'id, at, person, request, answer', 'true'],
]

function takeRows(target: DatabaseSync, source: DatabaseSync, tables: readonly Table[]): void {
  for (const [table, columns, which] of tables) {
    const rows = source.prepare(`SELECT ${columns} FROM ${table} WHERE ${which}`).all()
    insertMissingRows(target, table, columns.split(', '), rows)
  }
}
