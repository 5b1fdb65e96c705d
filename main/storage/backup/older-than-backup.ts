import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable, MIGRATIONS, ownVersionOf } from '../journal/index.ts'
import { closing } from '../sqlite/index.ts'
import { assertSchemaIsTree } from './schema-pages.ts'
import { foreignPart } from './shape.ts'
import { openSource } from './source.ts'

/**
 * Whether the newest backup of the journal has a last event that the journal lacks: then the file is an old copy.
 * A rescued journal has another tag, so that what a rescue could not take is not missed again.
 */
export function isOlderThanBackup(journal: DatabaseSync, backups: () => readonly string[]): boolean {
  try {
    const [newest] = backups()
    if (newest === undefined) return false
    assertSchemaIsTree(newest)
    return closing(openSource(newest), (backup) => {
      // Before the first query, which would never end in a view that somebody put in place of a table.
      if (foreignPart(backup) !== null || ownVersionOf(backup) !== MIGRATIONS.length) return false
      if (keyValueTable(backup).read('tag') !== keyValueTable(journal).read('tag')) return false
      const last = backup.prepare('SELECT subject, seq FROM event ORDER BY position DESC LIMIT 1').get()
      if (last === undefined) return false
      const has = journal.prepare('SELECT 1 FROM event WHERE subject = ? AND seq = ?')
      return has.get(String(last.subject), Number(last.seq)) === undefined
    })
  } catch {
    return false // a backup that cannot be read tells nothing
  }
}
