/**
 * Makes backups of the journal while it is in use, verifies and rotates them. A restore adds what only the backup has,
 * and removes nothing.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import type { BackupRow } from '../../../shared/page/index.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { createMutex } from '../../base/mutex.ts'
import { createPeriodicTask } from '../../base/periodic-task.ts'
import { closing, journalFailure, removeDatabase, removeOrWarn } from '../sqlite/index.ts'
import { backupFolder, backupsIn, isBackupName } from './backup-files.ts'
import { assertOwnJournal, positionIn, readable } from './foreign-journal.ts'
import type { JournalFile, Merging } from './journal-file.ts'
import { type BackupMaking, makeBackup } from './make-backup.ts'
import type { MergeReport } from './merge.ts'
import { openSource } from './source.ts'

export type Backups = {
  /** Makes a backup now. Throws DISK_FULL, NOT_SAVED, or JOURNAL_DAMAGED where the copy shows damage. */
  readonly now: () => Promise<BackupRow>
  readonly list: () => readonly BackupRow[]
  readonly pathOf: (name: string) => string
  /** The dry run of a restore. */
  readonly inspect: (name: string) => Promise<MergeReport>
  /** Makes a backup, then adds what only the chosen backup has. `added` is called after each commit that added events. */
  readonly restore: (name: string, added?: () => void) => Promise<MergeReport>
  /** The same for a copy from elsewhere that was looked into (foreign-journal.ts). */
  readonly inspectFile: (path: string) => Promise<MergeReport>
  readonly restoreFile: (path: string, added?: () => void) => Promise<MergeReport>
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
  const { journal, mode, clock, log } = parts
  const home = backupFolder(folder)
  const part = join(home, `journal-${mode}.part`)
  const mutex = createMutex()
  const { runExclusive } = mutex
  const stopping = new AbortController()
  let making = false
  let lastBackedUp: number | null = null
  removeParts(home, log)

  const list = (): BackupRow[] => backupsIn(home, mode).map(({ number: _number, ...row }) => row)

  const make = async (wanted: string | null = null): Promise<BackupRow> => {
    assertNotStopped()
    const seen = journal.position()
    const made = await makeBackup({ ...parts, home, part }, wanted)
    lastBackedUp = seen
    return made
  }

  const pathOf = (name: string): string => {
    if (list().some((one) => one.name === name)) return join(home, name)
    const foreign = isBackupName(name) && existsSync(join(home, name))
    throw new CommandRefused(foreign ? 'OTHER_MODE' : 'NOT_FOUND')
  }

  /** Opens a backup that was looked into, for a merge. */
  const opened = async (
    path: string,
    merge: (source: DatabaseSync, merging: Merging) => Promise<MergeReport>,
    added = () => {},
  ): Promise<MergeReport> => {
    assertNotStopped()
    try {
      const { file, wrong } = await readable(path, { copy: part, log, signal: stopping.signal })
      const source = openSource(file)
      try {
        return await merge(source, { wrong, mayGoOn: assertNotStopped, added })
      } finally {
        source.close()
      }
    } catch (error) {
      assertNotStopped()
      throw failureOf(error, journal, basename(path))
    } finally {
      removeDatabase(part)
    }
  }

  const assertNotStopped = (): void => {
    if (stopping.signal.aborted) throw new CommandRefused('BUSY')
  }

  const backUpWhereDue = async (): Promise<void> => {
    const [newest] = list()
    lastBackedUp ??= newest === undefined ? 0 : await positionIn(join(home, newest.name))
    if (journal.position() !== lastBackedUp) await make()
  }

  const makeWhereDue = (): void => {
    const position = journal.position()
    if (position === 0 || position === lastBackedUp || making) return
    making = true
    // A failure is logged. The next backup is made at its usual time.
    runExclusive(backUpWhereDue)
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

  const inspectFile = (path: string) =>
    runExclusive(async () => {
      assertNamed(path, mode)
      return opened(path, journal.rehearse)
    })
  const restoreFile = (path: string, added?: () => void) =>
    runExclusive(async () => {
      assertNamed(path, mode)
      await make(basename(path))
      return opened(path, journal.merge, added)
    })

  return {
    now: () => runExclusive(() => make()),
    list,
    pathOf,
    inspect: async (name) => inspectFile(await ownJournal(name)),
    restore: async (name, added) => restoreFile(await ownJournal(name), added),
    inspectFile,
    restoreFile,
    start: task.start,
    stop: () => {
      stopping.abort()
      return task.stop()
    },
  }
}

/** Throws where the file is not named as a backup of this mode, or is missing. */
function assertNamed(path: string, mode: Mode): void {
  const name = basename(path)
  if (!name.startsWith(`journal-${mode}-`)) throw new CommandRefused('OTHER_MODE', name)
  if (!existsSync(path)) throw new CommandRefused('NOT_FOUND', name)
}

/** Damage that shows during the merge may be in either file: the next start looks into this journal. */
function failureOf(error: unknown, journal: Pick<JournalFile, 'markSuspect'>, name: string): CommandRefused {
  const why = journalFailure(error)
  if (why.failure.name !== 'JOURNAL_DAMAGED') return why
  journal.markSuspect()
  return new CommandRefused('FILE_DAMAGED', name)
}

/** Unfinished backups of a journal. An unfinished copy of the register is left alone, because it may still be written (register.ts). */
const UNFINISHED = /^journal-.*\.part(-\w+)?$/

/** Removes unfinished backups of a killed process: they may hold seals, which must not outlive the paper. */
function removeParts(home: string, log: Log): void {
  if (!existsSync(home)) return
  for (const name of readdirSync(home)) if (UNFINISHED.test(name)) removeOrWarn(join(home, name), log)
}

/** Throws where a copied file does not open as a journal with all its tables. */
export const backupOpens = (file: string): void =>
  closing(new DatabaseSync(file, { readOnly: true }), (copy) => {
    for (const table of ['sale', 'event', 'audit']) copy.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()
  })
