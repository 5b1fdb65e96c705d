import type { DatabaseSync, StatementSync } from 'node:sqlite'

const kept = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/**
 * The statement of this SQL, compiled once for each open file, because adding a line to a cart runs about twenty. Do
 * not use it for SQL that contains values, nor to iterate rows while the same statement may run again.
 */
export function prepared(database: DatabaseSync, text: string): StatementSync {
  const own = kept.get(database) ?? new Map<string, StatementSync>()
  kept.set(database, own)
  const statement = own.get(text) ?? database.prepare(text)
  own.set(text, statement)
  return statement
}
