import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** A row of SQLite. Its reader knows the types of the columns. */
export type Row = Readonly<Record<string, unknown>>

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Inserts rows with these columns. Existing rows stay as they are. */
export function insertMissingRows(
  database: DatabaseSync,
  table: string,
  names: readonly string[],
  rows: Iterable<Row>,
): void {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  for (const row of rows) insert.run(...names.map((name) => (row[name] ?? null) as SQLInputValue))
}

export const isExact = (value: unknown): boolean =>
  typeof value !== 'bigint' || Number.isSafeInteger(Number(value))

/** A value for hashing: integers too large for a number become text. */
export const exact = (value: unknown): unknown =>
  typeof value !== 'bigint' ? (value ?? null) : isExact(value) ? Number(value) : `${value}`
