import type { DatabaseSync, StatementSync } from 'node:sqlite'

const kept = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/**
 * The statement of this text, compiled once for each open file: adding a line to a cart runs about twenty. Not for a text with
 * values in it, nor for rows that are iterated while the same statement may run again.
 */
export function prepared(database: DatabaseSync, text: string): StatementSync {
  const own = kept.get(database) ?? new Map<string, StatementSync>()
  kept.set(database, own)
  const statement = own.get(text) ?? database.prepare(text)
  own.set(text, statement)
  return statement
}
