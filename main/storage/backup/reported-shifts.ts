/**
 * Knows which shifts this journal has already reported in a Z. A Z covers all events of its shift that were in the
 * journal at the close. Events that a merge adds to such a shift belong to the next Z (docs/decisions/restoring.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ShiftEvent } from '../../../shared/books/shift.ts'
import { addToList, chainOf, keyValueTable, readList } from '../journal/index.ts'
import { periodOf, periodsIn } from '../projections/index.ts'
import { prepared } from '../sqlite/index.ts'

export type ReportedShifts = {
  /** Whether this journal's Zs report that shift, or that time without a shift ("-4f0c…"). */
  readonly has: (shiftId: string) => boolean
  /** Call it where the till may have closed a shift since. */
  readonly refresh: () => void
}

export function reportedShifts(database: DatabaseSync): ReportedShifts {
  let closings = closingsIn(database)
  let told = toldIn(database)
  return {
    has: (shiftId) => told.has(shiftId),
    refresh: () => {
      const now = closingsIn(database)
      if (now === closings) return
      closings = now
      told = toldIn(database)
    },
  }
}

const closingsIn = (database: DatabaseSync): unknown =>
  prepared(database, `SELECT count(*) AS closings FROM shift WHERE state = 'closed'`).get()?.closings

/** Ids of shifts closed by this journal, and of the times without a shift that their Zs report. */
function toldIn(database: DatabaseSync): ReadonlySet<string> {
  const parted = partedZs(database)
  const closed = database
    .prepare(
      // With JOIN, SQLite scans all events. CROSS JOIN makes it look up the events of each shift.
      `SELECT s.id AS id, o.body AS opened FROM shift s CROSS JOIN event e ON e.subject = s.id AND e.kind = 'shift-closed'
         LEFT JOIN event o ON o.subject = s.id AND o.kind = 'shift-opened'
         WHERE json_extract(e.body, '$.totals.chain.id') = ?`,
    )
    .all(chainOf(database).id)
    .filter(({ id }) => !parted.has(String(id)))
  return new Set(
    closed.flatMap(({ id, opened }) => [String(id), ...periodsIn(opened).map((one) => `-${one}`)]),
  )
}

/** The shift id of a merged event: its own, or that of the present time without a shift if its Z was printed here. */
export const shiftHere = (
  database: DatabaseSync,
  told: ReportedShifts,
  shiftId: string | null,
): string | null => (shiftId !== null && told.has(shiftId) ? `-${periodOf(database)}` : shiftId)

/** The key of shifts whose Z came from another file of the same chain: that Z covers that file's events. */
const PARTED = 'parted-zs'

export const partedZs = (database: DatabaseSync): ReadonlySet<string> =>
  readList(keyValueTable(database), PARTED)

/** Call it for each Z that a merge adds. */
export function notePartedZ(database: DatabaseSync, shiftId: string, closing: unknown): void {
  const { totals } = JSON.parse(String(closing)) as Extract<ShiftEvent, { kind: 'shift-closed' }>
  if (totals.chain.id === chainOf(database).id) addToList(keyValueTable(database), PARTED, shiftId)
}
