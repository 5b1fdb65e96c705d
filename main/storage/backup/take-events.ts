/** Compares and takes the events of one sale or shift from another journal of this version. */
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import { appendEvents, eventRows, isOfFuture, storedEvent } from '../journal/index.ts'
import type { Row } from '../sqlite/index.ts'
import { type ReportedShifts, shiftHere } from './reported-shifts.ts'

/**
 * The events of a subject. Throws where a newer program wrote one of them. In our own damaged journal such a version is
 * garbage, so there the event counts as missing.
 */
export function knownEvents(
  source: DatabaseSync,
  subject: string,
  { live }: { readonly live: boolean },
): readonly Row[] {
  const rows = eventRows(source, subject)
  const newer = rows.find(isOfFuture)
  if (newer === undefined) return rows
  if (live) return rows.filter((row) => !isOfFuture(row))
  throw new CommandRefused('FROM_FUTURE', `${newer.kind} of version ${newer.version}`)
}

/** Whether events with the same number are the same on both sides. */
export function agree(ours: readonly Row[], theirs: readonly Row[]): boolean {
  const bodies = new Map(ours.map(({ seq, body }) => [seq, body]))
  return theirs.every(({ seq, body }) => (bodies.get(seq) ?? body) === body)
}

/** Their events whose number does not exist here. */
export function missingIn(ours: readonly Row[], theirs: readonly Row[]): readonly Row[] {
  const had = new Set(ours.map(({ seq }) => seq))
  return theirs.filter(({ seq }) => !had.has(seq))
}

/** Appends events that are missing here. They keep their shift, unless its Z was already printed here without them. */
export const insertEventRows = (
  target: DatabaseSync,
  subject: string,
  missing: readonly Row[],
  told: ReportedShifts,
): void =>
  appendEvents(
    target,
    subject,
    missing.map((row) => {
      const event = storedEvent(row)
      return { ...event, shiftId: shiftHere(target, told, event.shiftId) }
    }),
  )
