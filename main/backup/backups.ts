/**
 * Backups of the journal, made while it is in use, verified, and kept by rotation. A restore adds what only the backup has, and
 * removes nothing.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../shared/failure.ts'
import type { BackupRow } from '../../shared/ipc/index.ts'
import type { Mode } from '../../shared/mode.ts'
import type { Clock, Log } from '../environment.ts'
import {
  diskFiles,
  journalFailure,
  lastPosition,
  quickCheck,
  type Row,
  removeDatabase,
} from '../journal/index.ts'
import { createMutex } from '../mutex.ts'
import { createPeriodicTask } from '../periodic-task.ts'
import { backupFolder, backupName, backupsIn, isBackupName, outdated } from './backup-files.ts'
import type { JournalFile } from './journal-file.ts'
import type { MergeReport } from './merge.ts'

export type Backups = {
  /** Makes one now. Throws DISK_FULL or BACKUP_FAILED; JOURNAL_DAMAGED where the backup shows that the journal is damaged. */
  readonly now: () => Promise<BackupRow>
  readonly list: () => readonly BackupRow[]
  readonly pathOf: (name: string) => string
  /** What a restore would do. */
  readonly inspect: (name: string) => Promise<MergeReport>
  /** Backs up what there is, then takes what only the backup has. */
  readonly restore: (name: string) => Promise<MergeReport>
  /** The same with a backup outside the folder, such as a copy on a stick. */
  readonly inspectFile: (path: string) => Promise<MergeReport>
  readonly restoreFile: (path: string) => Promise<MergeReport>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export type BackupsParts = {
  readonly journal: JournalFile
  /** Of the terminal's data. */
  readonly folder: string
  readonly mode: Mode
  readonly clock: Clock
  readonly log: Log
  /** Keeps other files beside the backup. The backup is good even where this fails. */
  readonly keepBeside?: (home: string) => void
}

const HOUR = 3_600_000
const EVERY_MS = 4 * HOUR
/** A till that was off makes one soon after its start. */
const FIRST_AFTER_MS = 60_000

export function createBackups({ journal, folder, mode, clock, log, keepBeside }: BackupsParts): Backups {
  const home = backupFolder(folder)
  const mutex = createMutex()
  const { runExclusive } = mutex
  let making = false
  let lastBackedUp: number | null = null
  const part = join(home, `journal-${mode}.part`)
  removeParts(home)

  const files = () => backupsIn(home, mode)
  const list = (): BackupRow[] => files().map(({ number: _number, ...row }) => row)

  /** Rotation keeps `wanted`, however old it is. */
  const make = async (wanted: string | null = null): Promise<BackupRow> => {
    const at = clock.now()
    const seen = journal.position()
    const number = (files()[0]?.number ?? 0) + 1
    try {
      mkdirSync(home, { recursive: true })
      removeDatabase(part)
      await journal.backUpTo(part)
      const name = backupName(mode, at, number, await verified(part))
      diskFiles.sync(part)
      diskFiles.rename(part, join(home, name))
      diskFiles.syncFolder(home)
    } catch (error) {
      removeDatabase(part)
      throw named(error)
    }
    lastBackedUp = seen
    try {
      keepBeside?.(home)
    } catch (error) {
      log.warn(`beside the backup: ${error instanceof Error ? error.message : 'unknown'}`)
    }
    for (const { name } of outdated(files())) if (name !== wanted) removeDatabase(join(home, name))
    const [row] = list()
    if (!row) throw new CommandRefused('BACKUP_FAILED')
    log.info(`backup ${row.name}`)
    return row
  }

  const named = (error: unknown): CommandRefused => {
    const why = journalFailure(error)
    if (why.failure.name === 'JOURNAL_DAMAGED') journal.markSuspect()
    log.error(`backup: ${why.message}`)
    return why.failure.name === 'JOURNAL_FAILED'
      ? new CommandRefused('BACKUP_FAILED', why.failure.detail)
      : why
  }

  const pathOf = (name: string): string => {
    if (list().some((one) => one.name === name)) return join(home, name)
    const foreign = isBackupName(name) && existsSync(join(home, name))
    throw new CommandRefused(foreign ? 'BACKUP_OTHER_MODE' : 'BACKUP_UNKNOWN')
  }

  /** Does the work where the backup can be read. Throws a named failure where it cannot. */
  const checked = <Value>(path: string, work: () => Value): Value => {
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

  const opened = <Value>(path: string, work: (source: DatabaseSync) => Value): Value =>
    checked(path, () => journal.withBackup(path, part, work))

  const makeWhereDue = (): void => {
    const position = journal.position()
    lastBackedUp ??= positionIn(home, list()[0])
    if (position === 0 || position === lastBackedUp || making) return
    making = true
    // A failure is in the log; the next backup is made at its time.
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

  const inspectFile = (path: string) => runExclusive(async () => opened(path, journal.rehearse))
  const restoreFile = (path: string) =>
    runExclusive(async () => {
      checked(path, () => {})
      await make(basename(path))
      return opened(path, journal.merge)
    })

  return {
    now: () => runExclusive(() => make()),
    list,
    pathOf,
    inspect: async (name) => inspectFile(pathOf(name)),
    restore: async (name) => restoreFile(pathOf(name)),
    inspectFile,
    restoreFile,
    start: task.start,
    stop: task.stop,
  }
}

/** Opens the copy again, erases its seals, reads every page, and counts its sales. */
async function verified(file: string): Promise<number> {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL')
    copy.exec('DELETE FROM receipt_seal')
    for (const table of ['sale', 'event', 'print_job', 'fact']) {
      quickCheck(copy, 'JOURNAL_DAMAGED', table)
      await new Promise((resolve) => setImmediate(resolve)) // lets the till go on between two tables
    }
    const { sales, torn } = copy
      .prepare(
        `SELECT (SELECT count(*) FROM sale) AS sales,
           (SELECT count(*) FROM sale WHERE partly = 0 AND version <>
             (SELECT count(*) FROM event WHERE subject = sale.id)) AS torn`,
      )
      .get() as Row
    if (Number(torn) > 0)
      throw new CommandRefused('JOURNAL_DAMAGED', `${torn} sales without all their events`)
    return Number(sales)
  } finally {
    copy.close()
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

/** Removes backups that a kill left unfinished: they may hold seals, which must not outlive the paper. */
function removeParts(home: string): void {
  if (!existsSync(home)) return
  for (const name of readdirSync(home))
    if (/\.part(-\w+)?$/.test(name)) rmSync(join(home, name), { force: true })
}

/** Throws where a file that was copied elsewhere does not open as a journal with all its tables. */
export function backupOpens(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    for (const table of ['sale', 'event', 'audit']) copy.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()
  } finally {
    copy.close()
  }
}
