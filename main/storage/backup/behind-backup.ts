import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { keyValueTable, MIGRATIONS, ownVersionOf } from '../journal/index.ts'
import { attempt, closing, UNREADABLE } from '../sqlite/index.ts'
import { assertSchemaIsTree } from './schema-pages.ts'
import { foreignPart } from './shape.ts'
import { openSource } from './source.ts'

export type Behind = {
  /** An old copy has nothing that the backup lacks. After a fork, each has events that the other lacks. */
  readonly as: 'old copy' | 'fork'
  readonly backup: string
}

/**
 * The first backup that shows that the journal is an old copy, otherwise the first one of a fork, otherwise null. The last
 * event of such a backup is not in the journal. Backups with another tag do not count: a rescued journal has a new tag, and
 * lacks what the rescue could not read.
 */
export function behindBackup(journal: DatabaseSync, backups: readonly string[]): Behind | null {
  let fork: Behind | null = null
  for (const backup of backups) {
    const as = behindAs(journal, backup)
    if (as === 'old copy') return { as, backup }
    if (as === 'fork') fork ??= { as, backup }
  }
  return fork
}

function behindAs(journal: DatabaseSync, file: string): Behind['as'] | null {
  try {
    assertSchemaIsTree(file)
    return closing(openSource(file), (backup) => {
      // Before the first query, which would never end in a view that somebody put in place of a table.
      if (foreignPart(backup) !== null || ownVersionOf(backup) !== MIGRATIONS.length) return null
      if (keyValueTable(backup).read('tag') !== keyValueTable(journal).read('tag')) return null
      if (hasEvent(journal, lastEvent(backup))) return null
      const last = attempt(() => lastEvent(journal))
      return last === UNREADABLE || hasEvent(backup, last) ? 'old copy' : 'fork'
    })
  } catch {
    return null // a backup that cannot be read tells nothing
  }
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
