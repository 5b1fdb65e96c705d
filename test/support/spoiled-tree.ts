import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites the first page of a table or index, so that none of its rows can be read. */
export function spoilTree(file: string, name: string): void {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const root = Number(
    database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(name)?.rootpage,
  )
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size)
  database.close()
  const bytes = readFileSync(file)
  bytes.fill(0x5a, (root - 1) * size, root * size)
  writeFileSync(file, bytes)
}
