/** Creates and opens the register's file, and checks that it is undamaged. */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused, type FailureName } from '../../../shared/failure.ts'
import { untilFree } from '../../base/files/held-files.ts'
import {
  connect,
  FULL_FSYNC,
  fingerprintIn,
  fingerprintOf,
  isOfTheDisk,
  journalFailure,
  versionOf,
} from '../sqlite/index.ts'
import { KINDS } from './types.ts'

export const REGISTER_NAME = 'register.sqlite'

const VERSION = 1

/** The comment goes into the file with the table: raise its number whenever the JSON of a body gets another form (until 1.0). */
const TABLE = `CREATE TABLE register ( -- forms of the bodies: 7
    position INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT,
    UNIQUE (kind, key)
  ) STRICT`

/**
 * Until 1.0 a change of the tables edits them here. It changes the fingerprint, so that no other build's file is taken
 * for ours.
 */
const FINGERPRINT = fingerprintOf([TABLE])

const SCHEMA = `${TABLE}; PRAGMA user_version = ${VERSION}; PRAGMA application_id = ${FINGERPRINT};`

/** Makes an empty register. */
export function createRegister(file: string): DatabaseSync {
  const database = openRegisterFile(file)
  database.exec(SCHEMA)
  return database
}

export const isFile = (path: string): boolean =>
  untilFree('open', path, () => statSync(path, { throwIfNoEntry: false })?.isFile() === true)

/** Opens a register for its only writer. Throws JOURNAL_DAMAGED for a damaged file. */
export function openUndamaged(file: string): DatabaseSync {
  return openRegisterFile(file, assertUndamaged)
}

/**
 * Opens a register file for its only writer. A commit is on disk when its call returns. SQLite uses no write-ahead log
 * here, because a bad sector in such a log silently drops all commits after it (docs/decisions/register.md). A file that
 * was checked just before needs no `check`.
 */
export function openRegisterFile(
  file: string,
  check: (database: DatabaseSync) => void = () => {},
): DatabaseSync {
  const database = connect(file)
  try {
    assertOfThisBuild(database) // before anything is written
    database.exec(`
      PRAGMA journal_mode = DELETE;
      PRAGMA synchronous = EXTRA;
      ${FULL_FSYNC}
      PRAGMA secure_delete = ON;
      BEGIN EXCLUSIVE;
      ROLLBACK;
    `)
    check(database)
    database.exec(`PRAGMA user_version = ${VERSION}`) // fails now if the file cannot be written
    return database
  } catch (error) {
    database.close()
    throw asDamage(error)
  }
}

/**
 * Throws DATA_OF_ANOTHER_BUILD where the header and the tables say so, each for itself. Where only one of them differs
 * from ours, it is damage.
 */
export function assertOfThisBuild(database: DatabaseSync): void {
  if (fingerprintIn(database) === FINGERPRINT) return
  const tables = tablesOf(database)
  if (tables.length === 0 || tables.join() === TABLE) return
  throw new CommandRefused('DATA_OF_ANOTHER_BUILD', database.location())
}

const tablesOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL ORDER BY rowid`)
    .all()
    .map(({ sql }) => String(sql))

/** How many rows are checked before other work may run. */
const PORTION = 10_000

const assertUndamaged = (database: DatabaseSync): void => {
  for (const _ of damageLooks(database, 'JOURNAL_DAMAGED'));
}

/**
 * Reads every page. Throws `otherwise` if a page or row is damaged, or the index does not match its table. Other work may
 * run at each yield: with 100,000 goods a whole check takes a tenth of a second.
 */
export function* damageLooks(database: DatabaseSync, otherwise: FailureName): Generator<void> {
  const wrong = wrongInHead(database)
  if (wrong !== null) throw new CommandRefused(otherwise, wrong)
  const found = Object.values(database.prepare('PRAGMA integrity_check(register)').get() ?? {})[0]
  if (found !== 'ok') throw new CommandRefused(otherwise, String(found))
  const portion = database.prepare(
    `SELECT max(position) AS last, min(CASE WHEN wrong THEN position END) AS wrong FROM (
      SELECT position, version < 1 OR NOT json_valid(ifnull(body, 'null'))
          OR kind NOT IN (${KINDS.map((kind) => `'${kind}'`).join(', ')}) AS wrong
        FROM register WHERE position > ? ORDER BY position LIMIT ${PORTION})`,
  )
  for (let place: unknown = Number.MIN_SAFE_INTEGER; place !== null; ) {
    yield
    const found = portion.get(Number(place))
    if (typeof found?.wrong === 'number') throw new CommandRefused(otherwise, `row ${found.wrong}`)
    place = found?.last ?? null
  }
}

function wrongInHead(database: DatabaseSync): string | null {
  if (versionOf(database) !== VERSION) return `version ${versionOf(database)}`
  if (fingerprintIn(database) !== FINGERPRINT) return `fingerprint ${fingerprintIn(database)}`
  return tablesOf(database).join() === TABLE ? null : 'tables'
}

/** For SQLite a missing table or column is an error of the statement. Here it means damage. */
function asDamage(error: unknown): unknown {
  if (error instanceof CommandRefused || isOfTheDisk(error)) return journalFailure(error)
  return new CommandRefused('JOURNAL_DAMAGED', error instanceof Error ? error.message : null)
}
