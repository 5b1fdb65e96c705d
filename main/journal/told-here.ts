/**
 * What the Zs of this journal have told: a Z tells of all that the journal had of its shift when it was closed, and of nothing
 * that comes after it. So what a merge brings into such a shift is the next Z's (docs/decisions/restoring.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ShiftEvent } from '../../shared/shift.ts'
import { chainOf } from './chain.ts'
import { keyValueTable } from './key-value.ts'
import { periodOf } from './shifts.ts'

/** Shifts that this journal has closed; times without a shift that those told of, with their sign: "-4f0c…". */
export type ToldHere = ReadonlySet<string>

export function toldHere(database: DatabaseSync): ToldHere {
  const parted = partedZs(database)
  const closed = database
    .prepare(
      `SELECT s.id AS id, o.body AS opened FROM shift s JOIN event e ON e.subject = s.id AND e.kind = 'shift-closed'
         LEFT JOIN event o ON o.subject = s.id AND o.kind = 'shift-opened'
         WHERE json_extract(e.body, '$.totals.chain.id') = ?`,
    )
    .all(chainOf(database).id)
    .filter(({ id }) => !parted.has(String(id)))
  return new Set(
    closed.flatMap(({ id, opened }) => [String(id), ...periodsIn(opened).map((one) => `-${one}`)]),
  )
}

type Opened = Extract<ShiftEvent, { kind: 'shift-opened' }>

/** Times without a shift that the body of a shift's opening names. */
export const periodsIn = (body: unknown): readonly string[] =>
  body === null ? [] : ((JSON.parse(String(body)) as Opened).periods ?? [])

/** The shift under which an event that a merge brings is kept: its own, or the present time without one, which the next Z tells of. */
export const shiftHere = (database: DatabaseSync, told: ToldHere, shiftId: string | null): string | null =>
  shiftId !== null && told.has(shiftId) ? `-${periodOf(database)}` : shiftId

/** Shifts whose Z a merge brought out of another file with the beginning of this chain: it was printed of that file. */
const PARTED = 'parted-zs'

export function partedZs(database: DatabaseSync): ReadonlySet<string> {
  const kept = keyValueTable(database).read(PARTED)
  return new Set(kept === null ? [] : (JSON.parse(kept) as string[]))
}

/** To be called for each shift of which a merge brought the Z. */
export function notePartedZ(database: DatabaseSync, shiftId: string, closing: unknown): void {
  const { totals } = JSON.parse(String(closing)) as Extract<ShiftEvent, { kind: 'shift-closed' }>
  if (totals.chain?.id !== chainOf(database).id) return
  keyValueTable(database).write(PARTED, JSON.stringify([...partedZs(database), shiftId]))
}
