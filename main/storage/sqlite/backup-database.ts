import { open } from 'node:fs/promises'
import { backup, type DatabaseSync } from 'node:sqlite'
import { removeSync } from '../../base/files/held-files.ts'
import { makePrivateFile } from '../../base/files/private-files.ts'

/** How many pages one step copies. Other work runs between two steps. */
const PAGES = 200

/** With constant commits about one try in five fails (`metACommit`). */
const MOST_TRIES = 20

/**
 * The copy is flushed to disk each time this many pages have been copied. At the end SQLite flushes the whole copy again
 * while it keeps the database locked, so little should be left to write by then.
 */
const PAGES_UNWRITTEN = 500

/** SQLite's online backup, which includes commits made during it. */
export async function backUpDatabase(database: DatabaseSync, file: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    makePrivateFile(file)
    try {
      await copied(database, file)
      return
    } catch (error) {
      if (!metACommit(error) || tries === MOST_TRIES) throw error
      removeSync(file)
    }
  }
}

async function copied(database: DatabaseSync, file: string): Promise<void> {
  const copy = await open(file, 'r+')
  let written = 0
  let writing: Promise<void> | null = null
  const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }): void => {
    const now = totalPages - remainingPages
    if (writing !== null || now - written < PAGES_UNWRITTEN) return
    written = now
    writing = copy
      .datasync()
      .catch(() => {}) // SQLite meets the same error and reports it
      .then(() => {
        writing = null
      })
  }
  try {
    await backup(database, file, { rate: PAGES, progress })
  } finally {
    await writing
    // Not before: closing a file ends the locks that SQLite has on it (sqlite.org/howtocorrupt.html, 2.2).
    await copy.close()
  }
}

/**
 * Whether a step met an open transaction of the same connection, because Node runs each step on another thread. Node
 * then rejects with SQLite's code 0, "not an error" (seen with Node 24.9; test/unit/storage/journal/backups.test.ts).
 */
const metACommit = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 0
