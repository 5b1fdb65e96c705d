import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../shared/failure.ts'
import type { BackupRow } from '../../shared/ipc/index.ts'
import type { Mode } from '../../shared/mode.ts'
import type { Clock, Log } from '../environment.ts'
import { makePrivateFolder } from '../private-files.ts'
import { diskFiles, journalFailure, quickCheck, type Row, removeDatabase } from '../sqlite/index.ts'
import { backupName, backupsIn, outdated } from './backup-files.ts'
import type { JournalFile } from './journal-file.ts'

export type BackupMaking = {
  readonly journal: JournalFile
  /** The folder of the backups. */
  readonly home: string
  /** The file of an unfinished backup. */
  readonly part: string
  readonly mode: Mode
  readonly clock: Clock
  readonly log: Log
}

/** Makes a backup, and removes old ones. Rotation keeps `wanted`, however old it is. Throws a named failure. */
export async function makeBackup(making: BackupMaking, wanted: string | null): Promise<BackupRow> {
  const { journal, home, part, mode, clock, log } = making
  const at = clock.now()
  const number = (backupsIn(home, mode)[0]?.number ?? 0) + 1
  try {
    makePrivateFolder(home)
    removeDatabase(part)
    await journal.backUpTo(part)
    const name = backupName(mode, at, number, await verified(part))
    diskFiles.sync(part)
    diskFiles.rename(part, join(home, name))
    diskFiles.syncFolder(home)
  } catch (error) {
    removeDatabase(part)
    throw named(error, making)
  }
  for (const { name } of outdated(backupsIn(home, mode)))
    if (name !== wanted) removeDatabase(join(home, name))
  const [made] = backupsIn(home, mode)
  if (!made) throw new CommandRefused('BACKUP_FAILED')
  log.info('backup made', { file: made.name })
  const { number: _number, ...row } = made
  return row
}

function named(error: unknown, { journal, log }: BackupMaking): CommandRefused {
  const why = journalFailure(error)
  if (why.failure.name === 'JOURNAL_DAMAGED') journal.markSuspect()
  log.error(`backup: ${why.message}`)
  return why.failure.name === 'JOURNAL_FAILED' ? new CommandRefused('BACKUP_FAILED', why.failure.detail) : why
}

/** Opens the copy, erases its seals, reads every page, and returns the number of sales. */
async function verified(file: string): Promise<number> {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL')
    copy.exec('DELETE FROM receipt_seal')
    for (const table of ['sale', 'event', 'print_job', 'fact']) {
      quickCheck(copy, 'JOURNAL_DAMAGED', table)
      await new Promise((resolve) => setImmediate(resolve)) // lets the till work between two tables
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
