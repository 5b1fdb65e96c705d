import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/**
 * A positive number of 31 bits that stands for these texts, such as the SQL of a file's tables. It fits
 * `PRAGMA application_id`, which is 0 in a file without one. Builds with other tables have another number.
 */
export const fingerprintOf = (texts: readonly string[]): number =>
  createHash('sha256').update(JSON.stringify(texts)).digest().readUInt32BE() >>> 1

/** The fingerprint in the header of a file; 0 where it has none. */
export const fingerprintIn = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA application_id').get()?.application_id)
