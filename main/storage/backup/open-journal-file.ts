import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { type Migration, openDatabase, ownVersionOf } from '../journal/index.ts'
import {
  latestAt,
  printJobReader,
  rebuildProjections,
  shiftReader,
  unfinishedReader,
} from '../projections/index.ts'
import { openOrRescue } from '../sqlite/index.ts'
import { backupFolder, backupsIn } from './backup-files.ts'
import { behindBackup } from './behind-backup.ts'
import { rescueJournal } from './rescue.ts'

export type JournalOpening = {
  readonly mode: Mode | null
  readonly migrations: readonly Migration[]
  readonly now: () => number
  readonly log: Log
  readonly destroySealKey: () => void
}

/** Opens the journal's file for its one writer. Makes, migrates or rescues it where needed. Throws a named failure. */
export function openJournalFile(file: string, opening: JournalOpening): DatabaseSync {
  const { mode, migrations, now, log, destroySealKey } = opening
  const open = (path: string) => openDatabase(path, { rebuild: rebuildProjections, mode, migrations, log })
  const folder = backupFolder(dirname(file))
  const backups = () => (mode === null ? [] : backupsIn(folder, mode).map(({ name }) => join(folder, name)))
  return openOrRescue({
    ...{ file, name: 'journal', now, log, create: open },
    open: (path) => tried(open(path), backups, log),
    assertOwn: (database) => void ownVersionOf(database, migrations),
    hasCopy: () => backups().length > 0,
    setAside: 'by renaming',
    rescue: (target, damaged) =>
      rescueJournal(target, damaged, {
        ...{ file, at: now(), log, destroySealKey, backups: backups() },
      }),
  })
}

/** More shifts than a shop has in many years. All are read, because Z numbers are counted from them. */
const SHIFTS_TRIED = 10_000

/** Reads unfinished sales and shifts, so that damage in them is found now and not by a cashier. */
function tried(database: DatabaseSync, backups: () => readonly string[], log: Log): DatabaseSync {
  const unfinished = unfinishedReader(database)
  const shifts = shiftReader(database)
  try {
    unfinished.due()
    unfinished.waiting()
    unfinished.setAside()
    unfinished.attention()
    printJobReader(database).owed()
    for (const { id, state } of shifts.latest(SHIFTS_TRIED, Number.MAX_SAFE_INTEGER))
      if (state !== 'closed') shifts.events(id)
    shifts.open()
    latestAt(database)
    const behind = behindBackup(database, backups(), log)
    if (behind !== null)
      throw new CommandRefused('JOURNAL_DAMAGED', `an old copy: ${basename(behind)} has later events`)
    return database
  } catch (error) {
    database.close()
    throw error instanceof SyntaxError ? new CommandRefused('JOURNAL_DAMAGED', error.message) : error
  }
}
