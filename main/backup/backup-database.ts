import { rmSync } from 'node:fs'
import { backup, type DatabaseSync } from 'node:sqlite'

/** Pages a step: the till works on between two of them. */
const PAGES = 200

/** One in five is met by a commit while nothing but commits happens. */
const MOST_TRIES = 20

/** SQLite's online backup: commits that are made meanwhile are in it too. */
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
 * Node runs each step on a thread of its own. One that meets an open transaction of this very connection is turned away,
 * and Node rejects with SQLite's code 0, "not an error" (seen with Node 24.9; test/unit/journal/backups.test.ts).
 */
const metACommit = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 0
