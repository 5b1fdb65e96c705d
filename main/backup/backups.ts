/**
 * Makes backups of the journal while it is in use, verifies and rotates them. A restore adds what only the backup has,
 * and removes nothing.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../shared/failure.ts'
import type { BackupRow } from '../../shared/ipc/index.ts'
import type { Mode } from '../../shared/mode.ts'
import { lastPosition } from '../journal/index.ts'
import { createMutex } from '../mutex.ts'
import { createPeriodicTask } from '../periodic-task.ts'
import { journalFailure, quickCheck } from '../sqlite/index.ts'
import { backupFolder, backupsIn, isBackupName } from './backup-files.ts'
import { assertOwnJournal } from './foreign-journal.ts'
import { type BackupMaking, makeBackup } from './make-backup.ts'
import type { MergeReport } from './merge.ts'

export type Backups = {
  /** Makes a backup now. Throws DISK_FULL, BACKUP_FAILED, or JOURNAL_DAMAGED where the copy shows damage. */
  readonly now: () => Promise<BackupRow>
  readonly list: () => readonly BackupRow[]
  readonly pathOf: (name: string) => string
  /** The dry run of a restore. */
  readonly inspect: (name: string) => Promise<MergeReport>
  /** Makes a backup, then adds what only the chosen backup has. */
  readonly restore: (name: string) => Promise<MergeReport>
  /** The same for a backup outside the folder, such as a copy on a stick. */
  readonly inspectFile: (path: string) => Promise<MergeReport>
  readonly restoreFile: (path: string) => Promise<MergeReport>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export type BackupsParts = Omit<BackupMaking, 'home' | 'part'> & {
  /** The folder of the terminal's data. */
  readonly folder: string
}

const HOUR = 3_600_000
const EVERY_MS = 4 * HOUR
/** When the first backup after a start is due: soon, because the till was off. */
const FIRST_AFTER_MS = 60_000

export function createBackups({ folder, ...parts }: BackupsParts): Backups {
  const { journal, mode, clock } = parts
  const home = backupFolder(folder)
  const part = join(home, `journal-${mode}.part`)
  const mutex = createMutex()
  const { runExclusive } = mutex
  let making = false
  let lastBackedUp: number | null = null
  removeParts(home)

  const list = (): BackupRow[] => backupsIn(home, mode).map(({ number: _number, ...row }) => row)

  const make = async (wanted: string | null = null): Promise<BackupRow> => {
    const seen = journal.position()
    const made = await makeBackup({ ...parts, home, part }, wanted)
    lastBackedUp = seen
    return made
  }

  const pathOf = (name: string): string => {
    if (list().some((one) => one.name === name)) return join(home, name)
    const foreign = isBackupName(name) && existsSync(join(home, name))
    throw new CommandRefused(foreign ? 'BACKUP_OTHER_MODE' : 'BACKUP_UNKNOWN')
  }

  const opened = <Value>(path: string, work: (source: DatabaseSync) => Value): Value =>
    whereReadable(path, mode, () => journal.withBackup(path, part, work))

  const makeWhereDue = (): void => {
    const position = journal.position()
    lastBackedUp ??= positionIn(home, list()[0])
    if (position === 0 || position === lastBackedUp || making) return
    making = true
    // A failure is logged. The next backup is made at its usual time.
    runExclusive(() => make())
      .catch(() => {})
      .finally(() => {
        making = false
      })
  }

  const task = createPeriodicTask(clock, mutex, {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: EVERY_MS,
    due: makeWhereDue,
  })

  /** The backup's path, once a thread has looked into it: somebody may have put another file into the folder. */
  const ownJournal = async (name: string): Promise<string> => {
    const path = pathOf(name)
    await assertOwnJournal(path)
    return path
  }

  const inspectFile = (path: string) => runExclusive(async () => opened(path, journal.rehearse))
  const restoreFile = (path: string) =>
    runExclusive(async () => {
      whereReadable(path, mode, () => {})
      await make(basename(path))
      return opened(path, journal.merge)
    })

  return {
    now: () => runExclusive(() => make()),
    list,
    pathOf,
    inspect: async (name) => inspectFile(await ownJournal(name)),
    restore: async (name) => restoreFile(await ownJournal(name)),
    inspectFile,
    restoreFile,
    start: task.start,
    stop: task.stop,
  }
}

/** Does the work where the backup can be read. Throws a named failure where it cannot. */
function whereReadable<Value>(path: string, mode: Mode, work: () => Value): Value {
  const name = basename(path)
  if (!name.startsWith(`journal-${mode}-`)) throw new CommandRefused('BACKUP_OTHER_MODE', name)
  if (!existsSync(path)) throw new CommandRefused('BACKUP_UNKNOWN', name)
  try {
    const source = new DatabaseSync(path, { readOnly: true })
    try {
      quickCheck(source)
    } finally {
      source.close()
    }
    return work()
  } catch (error) {
    const why = journalFailure(error)
    throw why.failure.name === 'JOURNAL_DAMAGED' ? new CommandRefused('BACKUP_DAMAGED', name) : why
  }
}

/** The position of the last event in a backup; 0 where it cannot be read, so that another is made. */
function positionIn(home: string, row: BackupRow | undefined): number {
  if (row === undefined) return 0
  const file = new DatabaseSync(join(home, row.name), { readOnly: true })
  try {
    return lastPosition(file)
  } catch {
    return 0
  } finally {
    file.close()
  }
}

/** Removes unfinished backups of a killed process: they may hold seals, which must not outlive the paper. */
function removeParts(home: string): void {
  if (!existsSync(home)) return
  for (const name of readdirSync(home))
    if (/\.part(-\w+)?$/.test(name)) rmSync(join(home, name), { force: true })
}

/** Throws where a copied file does not open as a journal with all its tables. */
export function backupOpens(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    for (const table of ['sale', 'event', 'audit']) copy.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()
  } finally {
    copy.close()
  }
}
