import type { DatabaseSync } from 'node:sqlite'
import { prepared, textOrNull } from '../sqlite/index.ts'

/** Single values of the journal, such as its tag and the sale at the counter. */
export type KeyValueTable = {
  readonly read: (name: string) => string | null
  readonly write: <Value extends string | null>(name: string, value: Value) => Value
}

export function keyValueTable(database: DatabaseSync): KeyValueTable {
  return {
    read: (name) =>
      textOrNull(prepared(database, 'SELECT value FROM key_value WHERE name = ?').get(name)?.value),
    write: (name, value) => {
      prepared(
        database,
        'INSERT INTO key_value (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      ).run(name, value)
      return value
    },
  }
}

/** The list stored under a name; empty where there is none. */
export function readList(values: Pick<KeyValueTable, 'read'>, name: string): Set<string> {
  const text = values.read(name)
  return new Set(text === null ? [] : (JSON.parse(text) as string[]))
}

export const addToList = (values: KeyValueTable, name: string, value: string): void =>
  void values.write(name, JSON.stringify([...readList(values, name).add(value)]))
