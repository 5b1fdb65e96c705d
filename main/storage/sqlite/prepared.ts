import type { DatabaseSync, StatementSync } from 'node:sqlite'

const kept = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/**
 * The statement of this SQL, compiled once for each open file, because adding a line to a cart runs about twenty. Do
 * not use it for SQL that contains values, nor to iterate rows while the same statement may run again.
 */
export function prepared(database: DatabaseSync, text: string): StatementSync {
  const own = kept.get(database) ?? new Map<string, StatementSync>()
  const known = own.get(text)
  if (known !== undefined) return known
  const statement = database.prepare(text)
  kept.set(database, own.set(text, statement))
  return statement
}
