import type { DatabaseSync } from 'node:sqlite'
import { prepared } from '../sqlite/index.ts'
import type { Kind, OwnKind, RegisterChange } from './types.ts'

/** An upsert. An existing row keeps its position; a removed row that is written again comes last, like a new one. */
export const OR_UPDATE = `ON CONFLICT (kind, key) DO UPDATE SET version = version + 1, body = excluded.body,
  position = CASE WHEN body IS NULL THEN excluded.position ELSE position END WHERE body IS NOT excluded.body`

export function writeRows(database: DatabaseSync, kind: Kind, changes: Iterable<RegisterChange>): void {
  const put = prepared(
    database,
    `INSERT INTO register (position, kind, key, version, body)
      VALUES ((SELECT ifnull(max(position), 0) + 1 FROM register), ?, ?, 1, ?) ${OR_UPDATE}`,
  )
  const remove = prepared(database, 'DELETE FROM register WHERE kind = ? AND key = ?')
  for (const { key, body } of changes) {
    if (body === null && OWN_KINDS.has(kind)) remove.run(kind, key)
    else put.run(kind, key, body)
  }
}

const OWN_KINDS: ReadonlySet<Kind> = new Set<OwnKind>(['note', 'agreed', 'conflict'])

/** Rows of this till alone, which are stored with a change. */
export function writeOwnRows(database: DatabaseSync, changes: readonly RegisterChange[]): void {
  for (const change of changes) writeRows(database, change.kind ?? 'note', [change])
}
