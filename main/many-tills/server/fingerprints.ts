import { hash } from 'node:crypto'

/**
 * The fingerprint of each migration, in order. The packaged till has no SQL, so they stand here. After a change of a file
 * test/unit/many-tills/server/fingerprints.test.ts prints the new one.
 */
export const FINGERPRINTS: readonly string[] = [
  '632d578615f3978bc4f62a061301b271cb2bd46390d1ed9f04f88736494c760e',
]

/** Whether a shop database or a dump with these fingerprints is of this build. */
export const isOfThisBuild = (fingerprints: unknown): boolean =>
  JSON.stringify(fingerprints) === JSON.stringify(FINGERPRINTS)

/** The fingerprint of the text of a migration. Line ends of Windows and of Unix make no difference. */
export const fingerprintOfSql = (sql: string): string => hash('sha256', sql.replaceAll('\r\n', '\n'))
