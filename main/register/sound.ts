/** What a sound register is. Everything that opens one, or makes one, checks it. */

import { writeFileSync } from 'node:fs'
import { DatabaseSync as Database, type DatabaseSync } from 'node:sqlite'
import { CommandRefused, type FailureName } from '../../shared/failure.ts'
import { OWNER_ONLY } from '../atomic-file.ts'
import { connect, isOfTheDisk, journalFailure, versionOf } from '../sqlite/index.ts'
import { KINDS } from './types.ts'

export const REGISTER_NAME = 'register.sqlite'

const VERSION = 1
/** A version above this is a damaged header, and no newer program. */
const LATEST_IMAGINABLE = 99

const SCHEMA = `
  CREATE TABLE register (
    position INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT,
    UNIQUE (kind, key)
  ) STRICT;
  PRAGMA user_version = ${VERSION};
`

/** Makes an empty register at a path where there is nothing. PIN hashes will be in it: only the owner can read the file. */
export function makeRegister(file: string): DatabaseSync {
  makePrivateFile(file)
  const database = new Database(file)
  database.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; ${SCHEMA}`)
  return database
}

export const makePrivateFile = (file: string): void =>
  writeFileSync(file, '', { mode: OWNER_ONLY, flag: 'wx' })

/**
 * Opens a register for its one writer. A commit is on the disk when it returns. There is no write-ahead log: a bad sector of one would
 * take back what was committed, and nobody would be told (docs/decisions/register.md). Throws JOURNAL_DAMAGED where it is not sound.
 */
export function openSound(file: string): DatabaseSync {
  const database = connect(file)
  try {
    database.exec(`
      PRAGMA journal_mode = DELETE;
      PRAGMA synchronous = EXTRA;
      PRAGMA secure_delete = ON;
      BEGIN EXCLUSIVE;
      ROLLBACK;
    `)
    assertSound(database)
    database.exec(`PRAGMA user_version = ${VERSION}`) // tells now whether the file can be written
    return database
  } catch (error) {
    database.close()
    throw asDamage(error)
  }
}

/** Reads every page. Throws `otherwise` where one is damaged, the index and its table differ, or a row cannot be one. */
export function assertSound(database: DatabaseSync, otherwise: FailureName = 'JOURNAL_DAMAGED'): void {
  const version = versionOf(database)
  if (version > VERSION && version <= LATEST_IMAGINABLE)
    throw new CommandRefused('JOURNAL_FROM_FUTURE', `version ${version}; this program knows ${VERSION}`)
  if (version !== VERSION) throw new CommandRefused(otherwise, `version ${version}`)
  const found = Object.values(database.prepare('PRAGMA integrity_check(register)').get() ?? {})[0]
  if (found !== 'ok') throw new CommandRefused(otherwise, String(found))
  const wrong = database
    .prepare(
      `SELECT position FROM register WHERE version < 1 OR NOT json_valid(ifnull(body, 'null'))
        OR kind NOT IN (${KINDS.map((kind) => `'${kind}'`).join(', ')}) LIMIT 1`,
    )
    .get()
  if (wrong !== undefined) throw new CommandRefused(otherwise, `row ${wrong.position}`)
}

/** A lost table or column is an error of the statement for SQLite, and damage here. */
function asDamage(error: unknown): unknown {
  if (error instanceof CommandRefused || isOfTheDisk(error)) return journalFailure(error)
  return new CommandRefused('JOURNAL_DAMAGED', error instanceof Error ? error.message : null)
}
