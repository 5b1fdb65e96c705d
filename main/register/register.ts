/**
 * The register: goods, people and settings as rows with a version, in one SQLite file of the terminal's folder
 * (docs/decisions/register.md). What many tills will share is here; what happened is in the journal.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../environment.ts'
import {
  backUpDatabase,
  connect,
  diskFiles,
  inTransaction,
  isDamage,
  isOfTheDisk,
  journalFailure,
  knownVersionOf,
  makeWriter,
  markSuspect,
  prepared,
  quickCheck,
  removeDatabase,
  suspectOf,
  versionOf,
} from '../sqlite/index.ts'
import { rescueRegister, stampOf } from './rescue.ts'
import type { Kind, Register, RegisterChange, RegisterRow } from './types.ts'

export const REGISTER_NAME = 'register.sqlite'

/** `older` gives the rows that a new file begins with. */
export type RegisterParts = {
  readonly folder: string
  readonly log: Log
  readonly now: () => number
  readonly older?: () => Promise<ReadonlyMap<Kind, readonly RegisterChange[]>>
}

const SCHEMA = `
  CREATE TABLE register (
    position INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT,
    UNIQUE (kind, key)
  ) STRICT;
  PRAGMA user_version = 1;
`
const VERSION = 1

/** For the rows of a replacement, until all of them are there. It is in memory, and belongs to no transaction of the file. */
const INCOMING = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE incoming (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
`

/** How many rows are read or written before other work has its turn. */
const PORTION = 2000

/** Opens the register, and makes its file where there is none. A damaged one is rescued (rescue.ts). Throws a named failure. */
export async function openRegister({ folder, log, now, older }: RegisterParts): Promise<Register> {
  const file = join(folder, REGISTER_NAME)
  mkdirSync(dirname(file), { recursive: true })
  try {
    const isNew = !existsSync(file)
    if (isNew) await create(file, (await older?.()) ?? new Map())
    else if (existsSync(suspectOf(file))) rescue(file, { log, now })
    return overFile(file, opened(file, { log, now }), isNew ? now() : null)
  } catch (error) {
    throw journalFailure(error)
  }
}

type Opening = Pick<RegisterParts, 'log' | 'now'>

function opened(file: string, opening: Opening): DatabaseSync {
  try {
    return readable(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    rescue(file, opening)
    return readable(file)
  }
}

/** Reads every page of the table, so that damage shows now and not to a cashier. */
function readable(file: string): DatabaseSync {
  const database = connect(file)
  try {
    knownVersionOf(database, VERSION)
    makeWriter(database)
    quickCheck(database, 'JOURNAL_DAMAGED', 'register')
    database.exec(INCOMING)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function rescue(file: string, { log, now }: Opening): void {
  rescueRegister(file, { create: (made) => made.exec(SCHEMA), write: writeRows, log, now })
  rmSync(suspectOf(file), { force: true })
}

/** Under another name first: a file with the register's name is whole. */
async function create(file: string, first: ReadonlyMap<Kind, readonly RegisterChange[]>): Promise<void> {
  const draft = `${file}.part`
  removeDatabase(draft)
  const database = new DatabaseSync(draft)
  try {
    database.exec('PRAGMA synchronous = FULL')
    inTransaction(database, () => {
      database.exec(SCHEMA)
      for (const [kind, changes] of first) writeRows(database, kind, changes)
    })
  } finally {
    database.close()
  }
  diskFiles.rename(draft, file)
  diskFiles.syncFolder(dirname(file))
}

function writeRows(database: DatabaseSync, kind: Kind, changes: Iterable<RegisterChange>): void {
  const put = prepared(
    database,
    `INSERT INTO register (position, kind, key, version, body)
      VALUES ((SELECT ifnull(max(position), 0) + 1 FROM register), ?, ?, 1, ?) ${OR_UPDATE}`,
  )
  for (const { key, body } of changes) put.run(kind, key, body)
}

/** A row keeps its place. One that comes back after it was removed is behind all others, like a new one. */
const OR_UPDATE = `ON CONFLICT (kind, key) DO UPDATE SET version = version + 1, body = excluded.body,
  position = CASE WHEN body IS NULL THEN excluded.position ELSE position END WHERE body IS NOT excluded.body`

/** `newAt` is when the file was made, null for one that was there. */
function overFile(file: string, database: DatabaseSync, newAt: number | null): Register {
  let writes = 0
  /** How many of them are in the copy; null before the first copy. */
  let copied: number | null = null

  const named = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      if (isDamage(error)) markSuspect(file)
      throw isOfTheDisk(error) ? journalFailure(error) : error
    }
  }

  function* portions(kind: Kind): Generator<readonly RegisterRow[]> {
    // By place, not by key: `+kind` keeps the index out.
    const read = prepared(
      database,
      `SELECT position, key, version, body FROM register
        WHERE +kind = ? AND position > ? AND body IS NOT NULL ORDER BY position LIMIT ${PORTION}`,
    )
    for (let place = 0; ; ) {
      const rows = named(() => read.all(kind, place)) as readonly unknown[] as readonly PlacedRow[]
      if (rows.length === 0) return
      place = rows.at(-1)?.position ?? place
      yield rows
    }
  }

  const replaceAll: Register['replaceAll'] = async (kind, rows, watch) => {
    database.exec('DELETE FROM incoming')
    const put = prepared(
      database,
      'INSERT INTO incoming (key, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
    )
    try {
      for (let at = 0; at < rows.length; at += PORTION) {
        const portion = rows.slice(at, at + PORTION)
        for (const { key, body } of portion) put.run(key, body)
        watch?.progress(at + portion.length, rows.length)
        await nextTurn()
        if (watch?.stopped()) return false
      }
      named(() => inTransaction(database, () => takeIncoming(database, kind)))
      writes += 1
      return true
    } finally {
      database.exec('DELETE FROM incoming')
    }
  }

  return {
    path: file,
    rows: (kind) => {
      const read = prepared(
        database,
        'SELECT key, version, body FROM register WHERE kind = ? AND body IS NOT NULL ORDER BY position',
      )
      return named(() => read.all(kind)) as readonly unknown[] as readonly RegisterRow[]
    },
    portions,
    write: (kind, rows) => {
      named(() => inTransaction(database, () => writeRows(database, kind, rows)))
      writes += 1
    },
    replaceAll,
    backUpTo: async (folder) => {
      const kept = join(folder, REGISTER_NAME)
      if (copied === writes && existsSync(kept)) return
      const seen = writes
      const part = join(folder, 'register.part')
      removeDatabase(part)
      try {
        await backUpDatabase(database, part)
        checkCopy(part)
        diskFiles.sync(part)
        // A register that was removed by mistake is in this copy alone.
        if (newAt !== null && copied === null && existsSync(kept))
          diskFiles.rename(kept, join(folder, `register-before-${stampOf(newAt)}.sqlite`))
        diskFiles.rename(part, kept)
        diskFiles.syncFolder(folder)
      } finally {
        removeDatabase(part)
      }
      copied = seen
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

function takeIncoming(database: DatabaseSync, kind: Kind): void {
  database
    .prepare(
      `UPDATE register SET version = version + 1, body = NULL
        WHERE kind = ? AND body IS NOT NULL AND key NOT IN (SELECT key FROM incoming)`,
    )
    .run(kind)
  database
    .prepare(
      `INSERT INTO register (position, kind, key, version, body)
        SELECT (SELECT ifnull(max(position), 0) FROM register) + position, ?, key, 1, body FROM incoming WHERE true
        ORDER BY position ${OR_UPDATE}`,
    )
    .run(kind)
}

type PlacedRow = RegisterRow & { readonly position: number }

/** A copy is one file, without a log of its own beside it. */
function checkCopy(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
    if (versionOf(copy) !== VERSION) throw new Error('the copy of the register has another version')
    quickCheck(copy, 'BACKUP_FAILED', 'register')
  } finally {
    copy.close()
  }
}
