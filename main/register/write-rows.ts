import type { DatabaseSync } from 'node:sqlite'
import { prepared } from '../sqlite/index.ts'
import type { Kind, RegisterChange } from './types.ts'

/** An upsert. A row keeps its position; a row that was removed and comes back gets the last one, like a new row. */
export const OR_UPDATE = `ON CONFLICT (kind, key) DO UPDATE SET version = version + 1, body = excluded.body,
  position = CASE WHEN body IS NULL THEN excluded.position ELSE position END WHERE body IS NOT excluded.body`

export function writeRows(database: DatabaseSync, kind: Kind, changes: Iterable<RegisterChange>): void {
  const put = prepared(
    database,
    `INSERT INTO register (position, kind, key, version, body)
      VALUES ((SELECT ifnull(max(position), 0) + 1 FROM register), ?, ?, 1, ?) ${OR_UPDATE}`,
  )
  for (const { key, body } of changes) put.run(kind, key, body)
}
