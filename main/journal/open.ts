import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../shared/failure.ts'
import { MIGRATIONS } from './migrations.ts'

/**
 * Opens the file as the journal needs it: every commit is on the disk before the call returns (WAL with
 * synchronous=FULL), what is erased is overwritten, and no second process writes beside us.
 */
export function openDatabase(file: string, migrations: readonly string[] = MIGRATIONS): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  try {
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA busy_timeout = 2000;
    `)
    migrate(database, migrations)
    return database
  } catch (error) {
    database.close()
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused('JOURNAL_FAILED', error instanceof Error ? error.message : null)
  }
}

/** Each step and its number in one transaction; a file that is ahead of this program is left untouched. */
function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number }
  const had = Number(row.user_version)
  if (had > migrations.length)
    throw new CommandRefused(
      'JOURNAL_FAILED',
      `journal version ${had}, this program knows ${migrations.length}`,
    )
  migrations.slice(had).forEach((step, index) => {
    inTransaction(database, () => {
      database.exec(step)
      database.exec(`PRAGMA user_version = ${had + index + 1}`)
    })
  })
}

/** Commits what `work` did, or nothing of it. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
