import { backup, type DatabaseSync } from 'node:sqlite'

/** Pages a step: the till works on between two of them. */
const PAGES = 200

/** SQLite's online backup: commits that are made meanwhile are in it too. */
export async function backUpDatabase(database: DatabaseSync, file: string): Promise<void> {
  await backup(database, file, { rate: PAGES })
}
