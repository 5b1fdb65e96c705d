import type { DatabaseSync } from 'node:sqlite'
import { type Log, silentLog } from '../../base/clock-and-log.ts'
import { inTransaction, versionOf } from '../sqlite/index.ts'
import { writeFormat } from './format.ts'
import type { Migration } from './migrations.ts'

/**
 * Computes the rows of sales, the search index and the ledger's sums from the events. Passed in, because the journal does not
 * know what events mean.
 */
export type Rebuild = (database: DatabaseSync, log: Log) => void

/** Runs the migrations that a file lacks, and stores the new version number in the same transaction. */
export function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[],
  rebuild: Rebuild,
  log: Log = silentLog,
): void {
  const steps = migrations.slice(versionOf(database))
  if (steps.length === 0) return
  // A migration may replace a table by a copy that it renames. Foreign keys are broken meanwhile, so they are checked at the end.
  database.exec('PRAGMA foreign_keys = OFF')
  try {
    inTransaction(database, () => {
      for (const { sql } of steps) database.exec(sql)
      if (steps.some(({ replay }) => replay === true)) rebuild(database, log)
      if (database.prepare('PRAGMA foreign_key_check').get() !== undefined)
        throw new Error('the migration broke a foreign key')
      writeFormat(database, migrations)
      database.exec(`PRAGMA user_version = ${migrations.length}`)
    })
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }
}
