/** Takes one sale of another journal, event by event (docs/decisions/restoring.md). */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { eventRows } from '../journal/index.ts'
import {
  beginningOf,
  entriesOfEvents,
  indexSale,
  readableEvent,
  replayed,
  rowAsIndexed,
  rowUpdate,
} from '../projections/index.ts'
import { inTransaction, isOfTheDisk, prepared, type Row } from '../sqlite/index.ts'
import { type ChangedDays, changedDays } from './changed-days.ts'
import { type ReportedShifts, reportedShifts } from './reported-shifts.ts'
import { agree, insertEventRows, missingIn } from './take-events.ts'

export type Taking = {
  readonly target: DatabaseSync
  readonly told: ReportedShifts
  readonly days: ChangedDays
}

export const takingInto = (target: DatabaseSync): Taking => ({
  target,
  told: reportedShifts(target),
  days: changedDays(target),
})

/** A sale's row in the other journal, and its events there. */
export type History = { readonly row: Row; readonly events: readonly Row[] }
export type Taken = 'added' | 'updated' | 'same' | 'conflicts'

/**
 * Takes a sale, or nothing of it: 'conflicts' where it does not fit, so that it does not stop the others. With `mayKeep`
 * it also takes nothing, and returns null, where that refuses the sale as it would be here.
 */
export function takeOneSale(
  theirs: History,
  taking: Taking,
  mayKeep: (id: string) => boolean = () => true,
): Taken | null {
  const { target, days } = taking
  const undo = (): void => {
    target.exec('ROLLBACK TO one_sale')
    days.drop()
  }
  target.exec('SAVEPOINT one_sale')
  try {
    const taken = takeSale(theirs, taking)
    const changes = taken === 'added' || taken === 'updated'
    if (changes && !mayKeep(String(theirs.row.id))) {
      undo()
      return null
    }
    days.keep()
    return taken
  } catch (error) {
    if (isOfTheDisk(error)) throw error
    undo()
    return 'conflicts'
  } finally {
    if (target.isTransaction) target.exec('RELEASE one_sale')
  }
}

function takeSale(theirs: History, { target, told, days }: Taking): Taken {
  const id = String(theirs.row.id)
  if (isTaken(target, theirs.row)) return 'conflicts'
  const row = prepared(target, 'SELECT * FROM sale WHERE id = ?').get(id)
  if (row === undefined) {
    insertRow(target, theirs.row)
    insertEventRows(target, id, theirs.events, told)
    days.book(makeAnew(target, theirs.row, { isNew: true }))
    return 'added'
  }
  const ours = eventRows(target, id)
  if (!agree(ours, theirs.events)) return 'conflicts'
  const missing = missingIn(ours, theirs.events)
  const isLonger = Number(theirs.row.version) > Number(row.version)
  if (missing.length === 0 && !isLonger) return 'same'
  days.book(entriesOfEvents(id, ours.flatMap(readableEvent), beginningOf(row)), -1)
  insertEventRows(target, id, missing, told)
  days.book(makeAnew(target, isLonger ? theirs.row : row, { isNew: false }))
  return 'updated'
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

/** The columns that are copied. `checks` and `checked_at` hold only where they were written; the snapshot is computed anew. */
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
] as const

const INSERT = `INSERT INTO sale (${KEPT.join(', ')}, snapshot) VALUES (${KEPT.map(() => '?').join(', ')}, '{}')`

const insertRow = (target: DatabaseSync, row: Row): void =>
  void prepared(target, INSERT).run(...KEPT.map((name) => row[name] as SQLInputValue))

/** Computes the sale's row again from all events. Returns their postings. */
function makeAnew(target: DatabaseSync, row: Row, { isNew }: { readonly isNew: boolean }) {
  const id = String(row.id)
  const before = isNew ? null : rowAsIndexed(target, id)
  const events = eventRows(target, id).flatMap(readableEvent)
  const made = replayed({ row, events, isToday: true })
  const after = rowUpdate(target)({ ...made, row, lastAt: events.at(-1)?.at ?? Number(row.opened_at) })
  indexSale(target, before, after)
  return entriesOfEvents(id, events, beginningOf(row))
}

/** Adds events of a sale that exists here. Returns whether they fit. */
export const takeEvents = (target: DatabaseSync, id: string, events: readonly Row[]): boolean =>
  inTransaction(target, () => {
    const row = target.prepare('SELECT * FROM sale WHERE id = ?').get(id)
    if (row === undefined) return false
    const version = Math.max(Number(row.version), ...events.map(({ seq }) => Number(seq)))
    const taking = takingInto(target)
    const taken = takeSale({ row: { ...row, version }, events }, taking)
    taking.days.keep()
    taking.days.settle()
    return taken !== 'conflicts'
  })

/** Marks a sale or shift whose later events may be lost as incomplete, so that a person is told. */
export const markOpenEnded = (target: DatabaseSync, id: string): void =>
  inTransaction(target, () => {
    target
      .prepare(
        `UPDATE shift SET version = version + 1
           WHERE id = ? AND state <> 'closed' AND version = (SELECT count(*) FROM event WHERE subject = shift.id)`,
      )
      .run(id)
    const row = prepared(target, 'SELECT * FROM sale WHERE id = ? AND partly = 0').get(id)
    if (row === undefined) return
    makeAnew(target, { ...row, version: Number(row.version) + 1 }, { isNew: false })
  })
