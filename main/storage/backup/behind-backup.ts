import { basename } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Log } from '../../base/clock-and-log.ts'
import { keyValueTable, MIGRATIONS, ownVersionOf, tagsOfJournal } from '../journal/index.ts'
import { attempt, closing, journalFailure, UNREADABLE } from '../sqlite/index.ts'
import { assertSchemaIsTree } from './schema-pages.ts'
import { foreignPart } from './shape.ts'
import { openSource } from './source.ts'

/**
 * The first backup that shows that the journal is an old copy, otherwise null: the journal has nothing that the backup
 * lacks, and not its last event. A lost journal that came back is one, too: the backup is of the journal that was rescued
 * from it. Backups of before the journal's own rescue do not count, because it lacks what the rescue could not read.
 */
export const behindBackup = (journal: DatabaseSync, backups: readonly string[], log: Log): string | null =>
  backups.find((backup) => isBehind(journal, backup, log)) ?? null

function isBehind(journal: DatabaseSync, file: string, log: Log): boolean {
  try {
    assertSchemaIsTree(file)
    return closing(openSource(file), (backup) => {
      // Before the first query, which would never end in a view that somebody put in place of a table.
      if (foreignPart(backup) !== null || ownVersionOf(backup) !== MIGRATIONS.length) return false
      const tags = tagsOfJournal(keyValueTable(backup))
      const tag = keyValueTable(journal).read('tag') ?? ''
      if (!tags.includes(tag)) return false
      if (tags.at(-1) !== tag) return hasMore(backup, journal)
      if (hasEvent(journal, lastEvent(backup))) return false
      const last = attempt(() => lastEvent(journal))
      if (last === UNREADABLE || hasEvent(backup, last)) return true
      log.warn('the journal and a backup sold apart', { file: basename(file) })
      return false
    })
  } catch (error) {
    log.warn(`a backup cannot be read: ${journalFailure(error).message}`, { file: basename(file) })
    return false
  }
}

/** Whether the backup has a later event of any sale or shift. A rescue gives events new hashes, but not new numbers. */
function hasMore(backup: DatabaseSync, journal: DatabaseSync): boolean {
  const event = journal.prepare('SELECT 1 FROM event WHERE subject = ? AND seq >= ?')
  for (const last of backup.prepare('SELECT subject, max(seq) AS seq FROM event GROUP BY subject').iterate())
    if (event.get(String(last.subject), Number(last.seq)) === undefined) return true
  return false
}

/** Empty where there is none. */
const lastEvent = (database: DatabaseSync): readonly SQLOutputValue[] =>
  Object.values(
    database.prepare('SELECT subject, seq, hash FROM event ORDER BY position DESC LIMIT 1').get() ?? {},
  )

/** The hash covers all events before, so that an event of another journal is not taken for this one. */
const hasEvent = (database: DatabaseSync, event: readonly SQLOutputValue[]): boolean =>
  event.length === 0 ||
  database.prepare('SELECT 1 FROM event WHERE subject = ? AND seq = ? AND hash = ?').get(...event) !==
    undefined
