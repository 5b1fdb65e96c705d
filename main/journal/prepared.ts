import type { DatabaseSync, StatementSync } from 'node:sqlite'

const kept = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/**
 * The statement of this text, compiled once for each open file: a line that is rung up runs some twenty of them. Not for a
 * text that is made of values, nor for rows that are iterated while others are asked for.
 */
export function prepared(database: DatabaseSync, text: string): StatementSync {
  const own = kept.get(database) ?? new Map<string, StatementSync>()
  kept.set(database, own)
  const statement = own.get(text) ?? database.prepare(text)
  own.set(text, statement)
  return statement
}
