import { rmSync } from 'node:fs'
import { backup, type DatabaseSync } from 'node:sqlite'

/** Pages a step: the till goes on working between two steps. */
const PAGES = 200

/** One try in five fails while the till does nothing but commit. */
const MOST_TRIES = 20

/** SQLite's online backup: it includes commits that are made meanwhile. */
export async function backUpDatabase(database: DatabaseSync, file: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await backup(database, file, { rate: PAGES })
      return
    } catch (error) {
      if (!metACommit(error) || tries === MOST_TRIES) throw error
      rmSync(file, { force: true })
    }
  }
}

/**
 * Node runs each step on a thread of its own. A step during an open transaction of the same connection fails, and Node rejects
 * with SQLite's code 0, "not an error" (seen with Node 24.9; test/unit/journal/backups.test.ts).
 */
const metACommit = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 0
