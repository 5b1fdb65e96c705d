import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import { type Log, silentLog } from '../../base/clock-and-log.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import { connect, diskFiles, type Files, makeWriter, whyNot } from '../sqlite/index.ts'
import { ownVersionOf } from './format.ts'
import { keyValueTable } from './key-value.ts'
import { migrate, type Rebuild } from './migrate.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { finishOldFiles } from './old-file.ts'
import { upgrade } from './upgrade.ts'

export type OpenOptions = {
  readonly rebuild: Rebuild
  readonly mode?: Mode | null
  readonly log?: Log
  readonly files?: Files
  readonly migrations?: readonly Migration[]
}

type Opening = { readonly [Name in keyof OpenOptions]-?: Exclude<OpenOptions[Name], undefined> }

/** Opens the journal's file for its one writer; creates or migrates it where needed. Throws a named failure. */
export function openDatabase(file: string, options: OpenOptions): DatabaseSync {
  const opening = {
    mode: null,
    log: silentLog,
    files: diskFiles,
    migrations: MIGRATIONS,
    ...options,
  }
  try {
    makePrivateFolder(dirname(file))
    finishOldFiles(file, opening.files, opening.log)
    return upToDate(file, opening) ?? upToDate(file, opening) ?? refuse('the migration did not take')
  } catch (error) {
    throw whyNot(error, file)
  }
}

/** Null where the file was migrated and must be opened again. */
function upToDate(file: string, opening: Opening): DatabaseSync | null {
  const { migrations, rebuild, mode, files, log } = opening
  const database = connect(file)
  try {
    const version = ownVersionOf(database, migrations)
    if (version === 0) refuseForeign(database)
    else refuseOtherMode(database, mode)
    makeWriter(database)
    if (version === 0) migrate(database, migrations, rebuild)
    if (version === 0 || version === migrations.length) return database
  } catch (error) {
    database.close()
    throw error
  }
  upgrade(file, database, opening)
  finishOldFiles(file, files, log)
  return null
}

function refuseForeign(database: DatabaseSync): void {
  if (database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get()) refuse('a database that is no journal')
}

function refuseOtherMode(database: DatabaseSync, mode: Mode | null): void {
  const had = keyValueTable(database).read('mode')
  if (mode !== null && had !== null && had !== mode)
    throw new CommandRefused('OTHER_MODE', `a journal of ${had}`)
}

function refuse(why: string): never {
  throw new CommandRefused('JOURNAL_FAILED', why)
}
