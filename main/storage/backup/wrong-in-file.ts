/**
 * Checks a file before events are taken from it: its hash chain, its audit trail, and the trails of other files in it.
 * Merged events get a new place in this journal's chain, which would hide tampering. Findings use the words of `npm run
 * audit:verify`.
 */
import type { DatabaseSync } from 'node:sqlite'
import { chainOf, eventsByPosition, hashBlob, MIGRATIONS, withAuditRow, withEvent } from '../journal/index.ts'
import { attempt, isOfTheDisk, type Row, UNREADABLE, versionOf } from '../sqlite/index.ts'
import { changedEvent, type Finding, finding } from './finding.ts'
import { wrongAside, wrongAuditRow, wrongAuditRowAmong } from './verify-audit.ts'
import { wrongLink } from './verify-chain.ts'

/** The first finding, or null. */
export function wrongInFile(source: DatabaseSync): Finding | null {
  for (const check of [
    () => wrongLink(source, { head: null }, []),
    () => wrongAuditRow(source, []),
    () => wrongAside(source),
  ]) {
    const wrong = tried(check)
    if (wrong !== null) return wrong
  }
  return null
}

/** A check that throws is a finding itself, unless the disk failed: that error is thrown. */
function tried(check: () => Finding | null): Finding | null {
  try {
    return check()
  } catch (error) {
    if (isOfTheDisk(error)) throw error
    return finding('unreadable', null, error instanceof Error ? error.message : 'it cannot be read')
  }
}

/** The first finding in a damaged file; `made` has its readable rows. Rows that cannot be read are no finding here. */
export function wrongInDamaged(damaged: DatabaseSync, made: DatabaseSync): Finding | null {
  if (attempt(() => versionOf(damaged)) !== MIGRATIONS.length) return null
  const isReadable = attempt(() => damaged.prepare('PRAGMA quick_check(1)').get()?.quick_check) === 'ok'
  return isReadable
    ? wrongInFile(damaged)
    : (wrongLinkAmong(made, lastEntryOf(damaged)) ?? wrongAuditRowAmong(made))
}

function lastEntryOf(damaged: DatabaseSync): number | null {
  const chain = attempt(() => chainOf(damaged))
  return chain === UNREADABLE ? null : chain.entry
}

/** Checks each event whose predecessor is readable, and all audit rows between them. */
function wrongLinkAmong(made: DatabaseSync, lastEntry: number | null): Finding | null {
  const { between, isUnsure } = entriesIn(made, lastEntry)
  let before: Row | null = null
  for (const event of eventsByPosition(made)) {
    if (event === null) break
    const position = Number(event.position)
    const follows: boolean = before !== null && Number(before.position) === position - 1
    if (before !== null && follows && !isUnsure(position - 1)) {
      const head = Buffer.from(before.hash as Uint8Array).toString('hex')
      const afterEntries = between(position - 1).reduce(withAuditRow, { ...chainOf(made), head })
      if (!hashBlob(withEvent(afterEntries, position, event)).equals(event.hash as Uint8Array))
        return changedEvent(position, event)
    }
    before = event.hash === null ? null : event
  }
  return null
}

type Entry = { readonly seq: number; readonly after: number; readonly hash: string }

function entriesIn(made: DatabaseSync, lastEntry: number | null) {
  const entries: readonly Entry[] = made
    .prepare('SELECT seq, after, hash FROM audit ORDER BY seq')
    .all()
    .map(({ seq, after, hash }) => ({ seq: Number(seq), after: Number(after), hash: String(hash) }))
  const byEvent = new Map(entries.map(({ after }) => [after, [] as Entry[]]))
  for (const entry of entries) byEvent.get(entry.after)?.push(entry)
  const end = { seq: (lastEntry ?? Number.POSITIVE_INFINITY) + 1, after: Number.POSITIVE_INFINITY }
  /** The ranges of events between which audit rows are missing. */
  const gaps = [...entries, end].flatMap(({ seq, after }, index) => {
    const before = entries[index - 1] ?? { seq: 0, after: 0 }
    return seq === before.seq + 1 ? [] : [{ from: before.after, to: after }]
  })
  return {
    /** The audit rows after that event and before the next one. */
    between: (position: number): readonly Entry[] => byEvent.get(position) ?? [],
    isUnsure: (position: number): boolean => gaps.some(({ from, to }) => from <= position && position <= to),
  }
}
