import { backup, type DatabaseSync } from 'node:sqlite'
import { removeSync } from '../held-files.ts'
import { makePrivateFile } from '../private-files.ts'

/** How many pages one step copies. Other work runs between two steps. */
const PAGES = 200

/** With constant commits about one try in five fails (`metACommit`). */
const MOST_TRIES = 20

/** SQLite's online backup, which includes commits made during it. */
export async function backUpDatabase(database: DatabaseSync, file: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    makePrivateFile(file)
    try {
      await backup(database, file, { rate: PAGES })
      return
    } catch (error) {
      if (!metACommit(error) || tries === MOST_TRIES) throw error
      removeSync(file)
    }
  }
}

/**
 * Whether a step met an open transaction of the same connection, because Node runs each step on another thread. Node
 * then rejects with SQLite's code 0, "not an error" (seen with Node 24.9; test/unit/journal/backups.test.ts).
 */
const metACommit = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 0
