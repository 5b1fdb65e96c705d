/** The events of one subject in another journal, of this version, beside those of the same subject here. */
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../shared/failure.ts'
import { appendEvents, eventRows, storedEvent } from './events.ts'
import type { Row } from './row.ts'
import { shiftHere, type ToldHere } from './told-here.ts'
import { bodyVersion } from './upcast.ts'

/**
 * Throws where a newer program wrote one of them: it would be misread. In what was salvaged of our own journal such a version is
 * garbage, and its event is missing.
 */
export function knownEvents(
  source: DatabaseSync,
  subject: string,
  { live }: { readonly live: boolean },
): readonly Row[] {
  const rows = eventRows(source, subject)
  const newer = rows.find(isNewer)
  if (newer === undefined) return rows
  if (live) return rows.filter((row) => !isNewer(row))
  throw new CommandRefused('JOURNAL_FROM_FUTURE', `${newer.kind} of version ${newer.version}`)
}

const isNewer = ({ kind, version }: Row): boolean => Number(version) > bodyVersion(String(kind))

/** Every number that both have is the same event. */
export function agree(ours: readonly Row[], theirs: readonly Row[]): boolean {
  const bodies = new Map(ours.map(({ seq, body }) => [seq, body]))
  return theirs.every(({ seq, body }) => (bodies.get(seq) ?? body) === body)
}

/**
 * What is not here yet: as it is there, with the shift of that time, unless its Z was told here without it; its place is this
 * journal's. Answers with what was taken.
 */
export function insertMissing(
  target: DatabaseSync,
  subject: string,
  theirs: readonly Row[],
  told: ToldHere,
): readonly Row[] {
  const missing = missingHere(target, subject, theirs)
  const stored = missing.map(storedEvent)
  appendEvents(
    target,
    subject,
    stored.map((event) => ({ ...event, shiftId: shiftHere(target, told, event.shiftId) })),
  )
  return missing
}

/** Those whose number nothing has here. */
export function missingHere(target: DatabaseSync, subject: string, theirs: readonly Row[]): readonly Row[] {
  const had = new Set(eventRows(target, subject).map(({ seq }) => seq))
  return theirs.filter(({ seq }) => !had.has(seq))
}
