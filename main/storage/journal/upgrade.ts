/**
 * Migrates a journal with sales to a newer version, never in place:
 *
 *     counted and closed ─▶ copied to .migrating ─▶ migrated there ─▶ counted again ─▶ on the disk
 *       ─▶ the old file gets a second name ─▶ the new one takes the first ─▶ the old one's seals are erased
 *
 * If it is cut off at any point, the file under the journal's own name is the complete old one or the complete new one.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Log } from '../../base/clock-and-log.ts'
import {
  closing,
  connect,
  emptyWal,
  type Files,
  makeWriter,
  quickCheck,
  removeDatabase,
  versionOf,
} from '../sqlite/index.ts'
import { type Census, losses, takeCensus } from './census.ts'
import { migrate, type Rebuild } from './migrate.ts'
import type { Migration } from './migrations.ts'
import { keepOldFile } from './old-file.ts'

export type Upgrade = {
  readonly migrations: readonly Migration[]
  readonly rebuild: Rebuild
  readonly files: Files
  readonly log: Log
}

/** Migrates the file. Closes the connection `old`. */
export function upgrade(file: string, old: DatabaseSync, parts: Upgrade): void {
  const { migrations, files, log } = parts
  const version = versionOf(old)
  const before = closing(old, counted)
  const asItWas = stampOf(file)
  const copy = `${file}.migrating`
  removeDatabase(copy, files)
  log.info(`the journal is taken from version ${version} to ${migrations.length}`, { file: basename(file) })
  try {
    files.copy(file, copy)
    files.sync(copy)
    upgradeCopy(copy, before, parts)
    files.sync(copy)
    if (stampOf(file) !== asItWas)
      throw new CommandRefused('JOURNAL_LOCKED', 'the journal was changed while it was copied')
    const secondName = keepOldFile(file, version, files)
    try {
      files.rename(copy, file)
    } catch (error) {
      if (stampOf(file) === asItWas) files.remove(secondName)
      throw error
    }
  } catch (error) {
    removeDatabase(copy, files)
    throw error
  }
  files.syncFolder(dirname(file))
}

function counted(database: DatabaseSync): Census {
  quickCheck(database)
  const census = takeCensus(database)
  emptyWal(database)
  return census
}

/** Migrates a file that nobody else uses. Throws where anything would be lost. */
export function upgradeCopy(
  copy: string,
  before: Census,
  { migrations, rebuild, log }: Omit<Upgrade, 'files'>,
): void {
  closing(connect(copy), (database) => {
    makeWriter(database)
    migrate(database, migrations, rebuild, log)
    quickCheck(database, 'JOURNAL_FAILED')
    const lost = losses(before, takeCensus(database))
    if (lost.length > 0) throw new CommandRefused('JOURNAL_FAILED', `migration: ${lost.join('; ')}`)
    emptyWal(database)
  })
}

/** A text that changes when another process writes the file. */
function stampOf(file: string): string {
  const { size, mtimeNs, ino } = statSync(file, { bigint: true })
  return [size, mtimeNs, ino, existsSync(`${file}-wal`)].join(' ')
}
