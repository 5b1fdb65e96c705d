/**
 * The format of a journal's file. Until 1.0 a change of the format edits step 1 of the migrations, so that the number of
 * steps does not tell it: the fingerprint does. It is in the file twice, in its header and as a key-value, so that a damaged
 * one of them is told from a file of another build.
 */
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import {
  attempt,
  fingerprintIn,
  fingerprintOf,
  isDamage,
  knownVersionOf,
  versionOf,
} from '../sqlite/index.ts'
import { keyValueTable } from './key-value.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

/** Changed whenever the JSON of an event, a sale or another stored value gets another form (until 1.0). */
export const STORED_FORMS = 10

const fingerprintAfter = (steps: readonly Migration[]): number =>
  fingerprintOf([`forms ${STORED_FORMS}`, ...steps.map(({ sql }) => sql)])

const KEY = 'format'

/** Writes the fingerprint of all steps. */
export function writeFormat(database: DatabaseSync, steps: readonly Migration[]): void {
  const fingerprint = fingerprintAfter(steps)
  database.exec(`PRAGMA application_id = ${fingerprint}`)
  keyValueTable(database).write(KEY, String(fingerprint))
}

/**
 * The number of steps that the file has had; 0 for a file without any. Throws FROM_FUTURE for a file of a newer
 * program, and DATA_OF_ANOTHER_BUILD for one whose tables or stored values another build made.
 */
export function ownVersionOf(database: DatabaseSync, steps: readonly Migration[] = MIGRATIONS): number {
  const version = versionOf(database)
  if (version > 0 && isOfAnotherBuild(database, steps.slice(0, version)))
    throw version > steps.length && hasFormat(database)
      ? new CommandRefused('FROM_FUTURE', `version ${version}; this program knows ${steps.length}`)
      : new CommandRefused('DATA_OF_ANOTHER_BUILD', database.location())
  return knownVersionOf(database, steps.length)
}

/** Whether a fingerprint is stored in the file, whichever build wrote it. */
const hasFormat = (database: DatabaseSync): boolean =>
  typeof attempt(() => keyValueTable(database).read(KEY)) === 'string'

function isOfAnotherBuild(database: DatabaseSync, steps: readonly Migration[]): boolean {
  const own = fingerprintAfter(steps)
  if (fingerprintIn(database) === own) return false
  try {
    return keyValueTable(database).read(KEY) !== String(own)
  } catch (error) {
    return !isDamage(error) // a build without the table
  }
}
