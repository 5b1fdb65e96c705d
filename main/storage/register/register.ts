/**
 * The register: goods, staff and settings as versioned rows in one SQLite file of the data folder
 * (docs/decisions/register.md). Tills of a shop share its rows (main/many-tills/link). Events are in the journal.
 */
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../../base/clock-and-log.ts'
import { isThere } from '../../base/files/held-files.ts'
import { createMutex } from '../../base/mutex.ts'
import { createSignal } from '../../base/signal.ts'
import { backupFolder } from '../backup/index.ts'
import {
  backUpDatabase,
  diskFiles,
  draftOf,
  hasRemains,
  inTransaction,
  makeCheckedCopy,
  named,
  openOrRescue,
  prepared,
  putInPlace,
  removeDatabase,
  removeOrWarn,
} from '../sqlite/index.ts'
import { bringUpToDate, checkInThread, type RowName, replaceInThread } from './draft.ts'
import {
  assertOfThisBuild,
  createRegister,
  isFile,
  openRegisterFile,
  openUndamaged,
  REGISTER_NAME,
} from './integrity.ts'
import { rescueRegister } from './rescue.ts'
import type { Kind, Register, RegisterChange, RegisterRow, RegisterWrite } from './types.ts'
import { writeOwnRows, writeRows } from './write-rows.ts'

export type RegisterParts = {
  readonly folder: string
  readonly log: Log
  readonly now: () => number
  /** True if it is certain that there never were staff. An unreadable register cannot tell. */
  readonly neverHadStaff?: boolean
}

/** How many rows are read before the event loop runs other work. */
const PORTION = 2000

/** Opens the register. Makes it, or rescues a damaged one or a missing one that has a copy. Throws a named failure. */
export async function openRegister(parts: RegisterParts): Promise<Register> {
  const { folder, log, now, neverHadStaff = false } = parts
  const file = join(folder, REGISTER_NAME)
  const copy = join(backupFolder(folder), REGISTER_NAME)
  const database = openOrRescue({
    ...{ file, name: 'register', now, log, open: openUndamaged, create: createRegister },
    assertOwn: assertOfThisBuild,
    // An unreadable copy was renamed by a rescue that may have been cut off.
    hasCopy: () => isFile(copy) || hasRemains(copy),
    // A rescue that was cut off would otherwise look like a missing file, of which only the copy is read.
    setAside: 'by copying',
    rescue: (target, damaged) => rescueRegister(target, damaged, { file, copy, neverHadStaff, log, now }),
  })
  // Left by an import and by a copy that were interrupted. They have all rows, people's PINs too.
  for (const left of [draftOf(file), draftOfCopy(copy)]) removeOrWarn(left, log)
  return overFile({ file, copy, log }, database)
}

const draftOfCopy = (copy: string): string => join(dirname(copy), 'register.part')

type PlacedRow = RegisterRow & { readonly position: number }

/** `meanwhile`: the rows of other kinds that were written since the replacement began. */
type Replacing = { readonly kind: Kind; readonly meanwhile: Map<string, RowName> }

type Files = { readonly file: string; readonly copy: string; readonly log: Log }

function overFile({ file, copy, log }: Files, opened: DatabaseSync): Register {
  let inUse = opened
  let ended = false
  let replacing: Replacing | null = null
  const { runExclusive } = createMutex()
  const written = createSignal<RegisterWrite>()
  let writes = 0
  /** How many of the writes are in the copy. Null until this process has made one. */
  let copied: number | null = null
  let copying: Promise<void> = Promise.resolve()

  /** The open file. Opens it again if that failed after a replacement, because another program held the file. */
  const database = (): DatabaseSync => {
    if (!inUse.isOpen && !ended) inUse = named(() => openRegisterFile(file))
    return inUse
  }

  const noteWritten = (row: RowName): void => void replacing?.meanwhile.set(`${row.kind}/${row.key}`, row)

  const write: Register['write'] = (kind, changes, notes = []) => {
    const all = [...changes]
    if (replacing?.kind === kind && all.length > 0)
      throw new Error(`all rows of the kind ${kind} are being replaced`)
    named(() =>
      inTransaction(database(), () => {
        writeRows(database(), kind, all)
        writeOwnRows(database(), notes)
      }),
    )
    writes += 1
    const keys = all.map(({ key }) => key)
    for (const key of keys) noteWritten({ kind, key })
    for (const { kind: own = 'note', key } of notes) noteWritten({ kind: own, key })
    written.emit({ kind, keys })
  }

  function* portions(kind: Kind): Generator<readonly RegisterRow[]> {
    // `+kind` keeps SQLite from using the index, which would need a sort.
    const portion = `SELECT position, key, version, body FROM register
      WHERE +kind = ? AND position > ? AND body IS NOT NULL ORDER BY position LIMIT ${PORTION}`
    for (let place = 0; ; ) {
      const rows = named(() =>
        prepared(database(), portion).all(kind, place),
      ) as readonly unknown[] as readonly PlacedRow[]
      if (rows.length === 0) return
      place = rows.at(-1)?.position ?? place
      yield rows
    }
  }

  /** Replaces the register file by the draft. No other write can come in between, because nothing here is awaited. */
  const goOnWith = (draft: string, replaced: Replacing, notes: readonly RegisterChange[]): void => {
    if (ended) throw new Error('the register was closed')
    named(() => {
      bringUpToDate(draft, database(), replaced.meanwhile.values(), notes)
      inUse.close()
      try {
        putInPlace(draft, file)
        diskFiles.syncFolder(dirname(file))
      } finally {
        openAgain()
      }
    })
    writes += 1
  }

  /** Opens the file at once, so that no other process locks it. If that fails, the next use of the register tries again. */
  const openAgain = (): void => {
    try {
      database()
    } catch (error) {
      log.warn('the register could not be opened again yet', { error })
    }
  }

  const copyTo = (target: string): Promise<void> => {
    copying = backUpDatabase(database(), target)
    return copying
  }

  const replaceAll: Register['replaceAll'] = (kind, rows, watch, notes = []) =>
    runExclusive(async () => {
      const draft = draftOf(file)
      replacing = { kind, meanwhile: new Map() }
      try {
        removeDatabase(draft)
        await copyTo(draft)
        if (!(await replaceInThread(draft, kind, rows, watch)) || watch?.stopped()) return false
        goOnWith(draft, replacing, notes)
      } finally {
        replacing = null
        removeDatabase(draft)
      }
      written.emit({ kind, keys: null })
      return true
    })

  const makeCopy = async (): Promise<void> => {
    if (copied === writes && isThere(copy)) return
    const seen = writes
    await makeCheckedCopy({
      part: draftOfCopy(copy),
      copy: copyTo,
      check: async (part) => {
        await checkInThread(part)
        return copy
      },
    })
    copied = seen
  }

  return {
    path: file,
    rows: (kind) => {
      const read = prepared(
        database(),
        'SELECT key, version, body FROM register WHERE kind = ? AND body IS NOT NULL ORDER BY position',
      )
      return named(() => read.all(kind)) as readonly unknown[] as readonly RegisterRow[]
    },
    portions,
    row: (kind, key) => {
      const read = prepared(
        database(),
        'SELECT key, version, body FROM register WHERE kind = ? AND key = ? AND body IS NOT NULL',
      )
      return (named(() => read.get(kind, key)) as unknown as RegisterRow | undefined) ?? null
    },
    write,
    onWrite: written.listen,
    replaceAll,
    copy: () => runExclusive(makeCopy),
    whenCopied: () => copying.catch(() => {}),
    close: () => {
      ended = true
      if (inUse.isOpen) inUse.close()
    },
  }
}
