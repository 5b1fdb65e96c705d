import { hash } from 'node:crypto'

/**
 * The fingerprint of each migration, in order. The packaged till has no SQL, so they stand here. After a change of a file
 * test/unit/shop-database/fingerprints.test.ts prints the new one.
 */
export const FINGERPRINTS: readonly string[] = [
  '0f2925085929ec88c9d45d946898a0ace4171aa4573e46d2657093e9bc89671a',
]

/** Of the text of a migration, whichever ends its lines have. */
export const fingerprintOfSql = (sql: string): string => hash('sha256', sql.replaceAll('\r\n', '\n'))
