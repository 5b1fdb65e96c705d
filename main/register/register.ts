/**
 * The register: goods, staff and settings as versioned rows in one SQLite file of the data folder
 * (docs/decisions/register.md). Tills of one shop will share it. Events are in the journal.
 */
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandRefused } from '../../shared/failure.ts'
import { backupFolder } from '../backup/index.ts'
import type { Log } from '../environment.ts'
import { isThere } from '../held-files.ts'
import { createMutex } from '../mutex.ts'
import { makePrivateFolder } from '../private-files.ts'
import { createSignal } from '../signal.ts'
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
import { damageLooks, isFile, openUndamaged, REGISTER_NAME, replaceRegister } from './integrity.ts'
import { rescueRegister } from './rescue.ts'
import type { Kind, Register, RegisterChange, RegisterRow, RegisterWrite } from './types.ts'
import { OR_UPDATE, writeOwnRows, writeRows } from './write-rows.ts'

export type RegisterParts = {
  readonly folder: string
  readonly log: Log
  readonly now: () => number
  /** True if it is certain that there never were staff. An unreadable register cannot tell. */
  readonly neverHadStaff?: boolean
  /** The first rows of a new register. */
  readonly older?: () => Promise<ReadonlyMap<Kind, readonly RegisterChange[]>>
}

/** Collects the rows of a replacement. It is in memory, so that no transaction of the file is open meanwhile. */
const INCOMING = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE incoming (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
`

/** How many rows are read or written before the event loop runs other work. */
const PORTION = 2000

/**
 * Opens the register, and creates it if neither the file nor its copy exists. Rescues a damaged file, or a missing one
 * that has a copy (rescue.ts). Throws a named failure.
 */
export async function openRegister(parts: RegisterParts): Promise<Register> {
  const { folder, log, now, older, neverHadStaff = false } = parts
  const file = join(folder, REGISTER_NAME)
  const copy = join(backupFolder(folder), REGISTER_NAME)
  try {
    makePrivateFolder(folder)
    if (!isThere(file) && !isFile(copy)) {
      const first = (await older?.()) ?? []
      replaceRegister(file, (made) => {
        for (const [kind, changes] of first) writeRows(made, kind, changes)
      })
    }
    const database = soundOrRescued(file, () => rescueRegister(file, { copy, neverHadStaff, log, now }))
    database.exec(INCOMING)
    return overFile(file, copy, database)
  } catch (error) {
    throw whyNot(error, file)
  }
}

function soundOrRescued(file: string, rescue: () => void): DatabaseSync {
  if (isThere(file))
    try {
      return openUndamaged(file)
    } catch (error) {
      if (!isDamage(error)) throw error
    }
  rescue()
  return openUndamaged(file)
}

type PlacedRow = RegisterRow & { readonly position: number }

function overFile(file: string, copy: string, database: DatabaseSync): Register {
  const { runExclusive } = createMutex()
  const written = createSignal<RegisterWrite>()
  let writes = 0
  /** How many of the writes are in the copy. Null until this process has made one. */
  let copied: number | null = null

  const change = (work: () => void): void => {
    named(() => inTransaction(database, work))
    writes += 1
  }

  function* portions(kind: Kind): Generator<readonly RegisterRow[]> {
    // `+kind` keeps SQLite from using the index, which would need a sort.
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

  const replaceAll: Register['replaceAll'] = (kind, rows, watch, notes = []) =>
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
        change(() => {
          takeIncoming(database, kind)
          writeOwnRows(database, notes)
        })
        written.emit({ kind, keys: null })
        return true
      } finally {
        if (database.isOpen) database.exec('DELETE FROM incoming')
      }
    })

  const makeCopy = async (): Promise<void> => {
    if (copied === writes && isThere(copy)) return
    const seen = writes
    makePrivateFolder(dirname(copy))
    const part = join(dirname(copy), 'register.part')
    removeDatabase(part)
    try {
      await backUpDatabase(database, part)
      await checkCopy(part)
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
    row: (kind, key) => {
      const read = prepared(
        database,
        'SELECT key, version, body FROM register WHERE kind = ? AND key = ? AND body IS NOT NULL',
      )
      return (named(() => read.get(kind, key)) as unknown as RegisterRow | undefined) ?? null
    },
    write: (kind, changes, notes = []) => {
      const all = [...changes]
      change(() => {
        writeRows(database, kind, all)
        writeOwnRows(database, notes)
      })
      written.emit({ kind, keys: all.map(({ key }) => key) })
    },
    onWrite: written.listen,
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

async function checkCopy(file: string): Promise<void> {
  const copy = new DatabaseSync(file)
  try {
    for (const _ of damageLooks(copy, 'BACKUP_FAILED')) await nextTurn()
  } finally {
    copy.close()
  }
}
