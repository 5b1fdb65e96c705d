/**
 * Each time without a shift is told in one Z, also where two files of one history opened a shift over it: in that of a shift that
 * came closed, or else in that of the one that was here (docs/decisions/restoring.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable } from './key-value.ts'
import { prepared } from './prepared.ts'
import { toldElsewhereOf } from './shifts.ts'
import { periodsIn } from './told-here.ts'

/** Which shifts name each time without one. */
export type Named = Map<string, Set<string>>

const OPENED = 'SELECT s.id AS id, e.body AS body FROM shift s JOIN event e ON e.subject = s.id AND e.seq = 1'

export function namedPeriods(target: DatabaseSync): Named {
  const named: Named = new Map()
  for (const { id, body } of target.prepare(OPENED).all()) noteNamed(named, String(id), periodsIn(body))
  return named
}

function noteNamed(named: Named, shiftId: string, periods: readonly string[]): void {
  for (const period of periods) named.set(period, (named.get(period) ?? new Set()).add(shiftId))
}

/** To be called for each shift that a merge brought, or brought something of. */
export function settlePeriods(target: DatabaseSync, named: Named, shiftId: string): void {
  const opened = prepared(target, `${OPENED} WHERE s.id = ?`).get(shiftId)
  const periods = periodsIn(opened?.body ?? null)
  for (const period of periods)
    for (const other of named.get(period) ?? []) {
      const leaves = isClosed(target, shiftId) ? other : shiftId
      if (other !== shiftId && !isClosed(target, leaves)) noteToldElsewhere(target, leaves, period)
    }
  noteNamed(named, shiftId, periods)
}

const isClosed = (target: DatabaseSync, shiftId: string): boolean =>
  prepared(target, 'SELECT state FROM shift WHERE id = ?').get(shiftId)?.state === 'closed'

function noteToldElsewhere(target: DatabaseSync, shiftId: string, period: string): void {
  const facts = keyValueTable(target)
  const had = JSON.parse(facts.read(toldElsewhereOf(shiftId)) ?? '[]') as readonly string[]
  facts.write(toldElsewhereOf(shiftId), JSON.stringify([...new Set([...had, period])]))
}
