import { join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import type { BackupRow } from '../../../shared/page/index.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { startThread } from '../../base/thread.ts'
import {
  type Answer,
  isDamage,
  journalFailure,
  makeCheckedCopy,
  removeDatabase,
  valueIn,
} from '../sqlite/index.ts'
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
    await makeCheckedCopy({
      part,
      copy: journal.backUpTo,
      check: async () => join(home, backupName(mode, at, number, await verified(part))),
    })
  } catch (error) {
    if (isDamage(error)) journal.markSuspect()
    log.error(`backup: ${journalFailure(error).message}`)
    throw error
  }
  for (const { name } of outdated(backupsIn(home, mode)))
    if (name !== wanted) removeDatabase(join(home, name))
  const [made] = backupsIn(home, mode)
  if (!made) throw new CommandRefused('NOT_SAVED')
  log.info('backup made', { file: made.name })
  const { number: _number, ...row } = made
  return row
}

const MOST_MEGABYTES = 256

/** In a worker thread: erases the seals in the copy, checks all its pages and flushes it to disk. Returns the number of sales. */
async function verified(file: string): Promise<number> {
  const limits = { megabytes: MOST_MEGABYTES, ms: null }
  const thread = startThread<Answer<number>, Answer<number>>(
    'backup-worker.js',
    file,
    limits,
    (answer, { done }) => done(answer),
  )
  return valueIn(await thread.done)
}
