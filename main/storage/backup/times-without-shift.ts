/**
 * Makes sure that only one Z reports each time without a shift, even where two files of one history each opened a shift
 * after it. A shift that was merged closed reports it, otherwise the shift that was here first
 * (docs/decisions/restoring.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import { addToList, keyValueTable } from '../journal/index.ts'
import { isClosed, openings, periodsNamedBy, reportedElsewhereKey } from '../projections/index.ts'

/** The shifts whose opening names a time without a shift, by that time's id. */
export type Named = Map<string, Set<string>>

export function namedPeriods(target: DatabaseSync): Named {
  const named: Named = new Map()
  for (const { id, periods } of openings(target)) noteNamed(named, id, periods)
  return named
}

function noteNamed(named: Named, shiftId: string, periods: readonly string[]): void {
  for (const period of periods) named.set(period, (named.get(period) ?? new Set()).add(shiftId))
}

/** Call it for each shift that got events in a merge. */
export function reportTimesOnce(target: DatabaseSync, named: Named, shiftId: string): void {
  const periods = periodsNamedBy(target, shiftId)
  for (const period of periods)
    for (const other of named.get(period) ?? []) {
      const leaves = isClosed(target, shiftId) ? other : shiftId
      if (other !== shiftId && !isClosed(target, leaves)) noteToldElsewhere(target, leaves, period)
    }
  noteNamed(named, shiftId, periods)
}

const noteToldElsewhere = (target: DatabaseSync, shiftId: string, period: string): void =>
  addToList(keyValueTable(target), reportedElsewhereKey(shiftId), period)
