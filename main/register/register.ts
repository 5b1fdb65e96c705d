/**
 * The register: goods, people and settings as rows with a version, in one SQLite file of the terminal's folder
 * (docs/decisions/register.md). What many tills will share is here; what happened is in the journal.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandRefused } from '../../shared/failure.ts'
import { backupFolder } from '../backup/index.ts'
import type { Log } from '../environment.ts'
import { createMutex } from '../mutex.ts'
import {
  backUpDatabase,
  diskFiles,
  inTransaction,
  isDamage,
  journalFailure,
  named,
  prepared,
  removeDatabase,
  whyNot,
} from '../sqlite/index.ts'
import { rescueRegister } from './rescue.ts'
import { assertSound, makePrivateFile, makeRegister, openSound, REGISTER_NAME } from './sound.ts'
import type { Kind, Register, RegisterChange, RegisterRow } from './types.ts'

/** `older` gives the rows that a new file begins with. `neverHadStaff` is what else tells it: a register of garbage cannot. */
export type RegisterParts = {
  readonly folder: string
  readonly log: Log
  readonly now: () => number
  readonly neverHadStaff?: boolean
  readonly older?: () => Promise<ReadonlyMap<Kind, readonly RegisterChange[]>>
}

/** For the rows of a replacement, until all of them are there. It is in memory, and belongs to no transaction of the file. */
const INCOMING = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE incoming (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
`

/** How many rows are read or written before other work has its turn. */
const PORTION = 2000

/**
 * Opens the register. One that is damaged, or gone while its copy is there, is rescued (rescue.ts); where there is neither, it is
 * made. Throws a named failure.
 */
export async function openRegister(parts: RegisterParts): Promise<Register> {
  const { folder, log, now, older, neverHadStaff = false } = parts
  const file = join(folder, REGISTER_NAME)
  const copy = join(backupFolder(folder), REGISTER_NAME)
  try {
    mkdirSync(folder, { recursive: true })
    if (!existsSync(file) && !isFile(copy)) create(file, (await older?.()) ?? new Map())
    const database = soundOrRescued(file, () => rescueRegister(file, { copy, neverHadStaff, log, now }))
    database.exec(INCOMING)
    return overFile(file, copy, database)
  } catch (error) {
    throw whyNot(error, file)
  }
}

function soundOrRescued(file: string, rescue: () => void): DatabaseSync {
  if (existsSync(file))
    try {
      return openSound(file)
    } catch (error) {
      if (!isDamage(error)) throw error
    }
  rescue()
  return openSound(file)
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Under another name first: a file with the register's name is whole. */
function create(file: string, first: ReadonlyMap<Kind, readonly RegisterChange[]>): void {
  const draft = `${file}.part`
  removeDatabase(draft)
  const database = makeRegister(draft)
  try {
    inTransaction(database, () => {
      for (const [kind, changes] of first) writeRows(database, kind, changes)
    })
  } finally {
    database.close()
  }
  // Left by a register that is gone: it would be taken for the new file's own.
  for (const end of ['-journal', '-wal', '-shm']) diskFiles.remove(`${file}${end}`)
  diskFiles.rename(draft, file)
  diskFiles.syncFolder(dirname(file))
}

/** A row keeps its place. One that comes back after it was removed is behind all others, like a new one. */
const OR_UPDATE = `ON CONFLICT (kind, key) DO UPDATE SET version = version + 1, body = excluded.body,
  position = CASE WHEN body IS NULL THEN excluded.position ELSE position END WHERE body IS NOT excluded.body`

function writeRows(database: DatabaseSync, kind: Kind, changes: Iterable<RegisterChange>): void {
  const put = prepared(
    database,
    `INSERT INTO register (position, kind, key, version, body)
      VALUES ((SELECT ifnull(max(position), 0) + 1 FROM register), ?, ?, 1, ?) ${OR_UPDATE}`,
  )
  for (const { key, body } of changes) put.run(kind, key, body)
}

type PlacedRow = RegisterRow & { readonly position: number }

function overFile(file: string, copy: string, database: DatabaseSync): Register {
  const { runExclusive } = createMutex()
  let writes = 0
  /** How many of them are in the copy; null before this run has made one. */
  let copied: number | null = null

  const change = (work: () => void): void => {
    named(() => inTransaction(database, work))
    writes += 1
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

  const replaceAll: Register['replaceAll'] = (kind, rows, watch) =>
    runExclusive(async () => {
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
        change(() => takeIncoming(database, kind))
        return true
      } finally {
        if (database.isOpen) database.exec('DELETE FROM incoming')
      }
    })

  const makeCopy = async (): Promise<void> => {
    if (copied === writes && existsSync(copy)) return
    const seen = writes
    mkdirSync(dirname(copy), { recursive: true })
    const part = join(dirname(copy), 'register.part')
    removeDatabase(part)
    try {
      makePrivateFile(part)
      await backUpDatabase(database, part)
      checkCopy(part)
      diskFiles.sync(part)
      diskFiles.rename(part, copy)
      diskFiles.syncFolder(dirname(copy))
    } catch (error) {
      const { name, detail } = journalFailure(error).failure
      throw new CommandRefused(name === 'JOURNAL_FAILED' ? 'BACKUP_FAILED' : name, detail)
    } finally {
      removeDatabase(part)
    }
    copied = seen
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
    write: (kind, changes) => change(() => writeRows(database, kind, changes)),
    replaceAll,
    copy: () => runExclusive(makeCopy),
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

function checkCopy(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    assertSound(copy, 'BACKUP_FAILED')
  } finally {
    copy.close()
  }
}
