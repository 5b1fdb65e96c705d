import { accessSync, closeSync, constants, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused, type FailureName } from '../../../shared/failure.ts'
import { isThere, untilFree } from '../../base/files/held-files.ts'
import { makePrivateFile } from '../../base/files/private-files.ts'

/** An open SQLite file, for modules that pass it on and run no SQL of their own. */
export type Database = DatabaseSync

/** Closes the file when the work returns or throws. */
export function closing<Value>(database: DatabaseSync, work: (database: DatabaseSync) => Value): Value {
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** How long to wait for another process to release the file. */
const TIMEOUT_MS = 2000

/** Opens a file without changing it, or creates an empty one. From the first read on, no other process can write to it. */
export function connect(file: string): DatabaseSync {
  if (!isThere(file)) makePrivateFile(file)
  const database = untilFree('open', file, () => opened(file))
  database.exec(`
    PRAGMA busy_timeout = ${TIMEOUT_MS};
    PRAGMA locking_mode = EXCLUSIVE;
  `)
  return database
}

/**
 * Throws why the system does not open the file. Only Windows is asked by opening it: elsewhere, closing a file ends the locks
 * that this process has on it elsewhere (sqlite.org/howtocorrupt.html, 2.2).
 */
function askSystem(file: string): void {
  if (process.platform === 'win32') closeSync(openSync(file, 'r+'))
  else accessSync(file, constants.R_OK | constants.W_OK)
}

/** SQLite does not tell why it cannot open a file (SQLITE_CANTOPEN); the system does. */
function opened(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    askSystem(file)
    throw error
  }
}

/**
 * Commits wait until the drive has written its cache, too, where fsync does not do that (macOS: F_FULLFSYNC,
 * sqlite.org/pragma.html#pragma_fullfsync). Without effect elsewhere.
 */
export const FULL_FSYNC = 'PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;'

/**
 * Prepares for writing: every commit is on the disk before the call returns (WAL with synchronous=FULL), and erased
 * rows are overwritten. Throws where the file cannot be written.
 */
export function makeWriter(database: DatabaseSync): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    ${FULL_FSYNC}
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    BEGIN IMMEDIATE;
    ROLLBACK;
  `)
}

/** For a file from elsewhere: runs nothing that its schema names, and checks each cell. Node loads no extensions. */
export const distrust = (database: DatabaseSync): void =>
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')

export function versionOf(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number }
  return Number(row.user_version)
}

/** Throws FROM_FUTURE where a newer program wrote the file. */
export function knownVersionOf(database: DatabaseSync, known: number): number {
  const version = versionOf(database)
  if (version > known)
    throw new CommandRefused('FROM_FUTURE', `version ${version}; this program knows ${known}`)
  return version
}

/** Reads every page. Throws `otherwise` if one is damaged. */
export function quickCheck(database: DatabaseSync, otherwise: FailureName = 'JOURNAL_DAMAGED'): void {
  const found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
  if (found !== 'ok') throw new CommandRefused(otherwise, String(found))
}

/** Moves the write-ahead log into the file, so that the file can be copied or renamed alone. */
export const emptyWal = (database: DatabaseSync): void =>
  void database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
