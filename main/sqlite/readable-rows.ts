/** Reads what can be read of a damaged table. */
import type { DatabaseSync } from 'node:sqlite'
import { attempt, UNREADABLE } from './attempt.ts'
import type { Row } from './row.ts'

const BATCH = 200
/** How many row ids are tried where the last row id of a table cannot be read. */
const PLACES_TRIED = 1_000_000

/** Every row that can be read, with its rowid as `place`. Goes on behind a page that cannot be read. */
export function* rowsByPlace(source: DatabaseSync, table: string): Generator<Row> {
  const many = attempt(() =>
    source.prepare(`SELECT rowid AS place, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH}`),
  )
  if (many === UNREADABLE) return
  const one = source.prepare(`SELECT rowid AS place, * FROM ${table} WHERE rowid = ?`)
  const newest = attempt(() => source.prepare(`SELECT max(rowid) AS last FROM ${table}`).get() as Row)
  const last = newest === UNREADABLE ? PLACES_TRIED : Number(newest.last ?? 0)
  for (let place = 0; place < last; ) {
    const batch = attempt(() => many.all(place) as Row[])
    if (batch === UNREADABLE) {
      for (let at = place + 1; at <= place + BATCH; at += 1) yield* readable(() => one.all(at))
      place += BATCH
    } else {
      yield* batch
      place = batch.length === 0 ? last : Math.max(place + 1, Number(batch.at(-1)?.place))
    }
  }
}

/** No rows where reading throws. */
export const readable = (read: () => unknown[]): Row[] => {
  const rows = attempt(read)
  return rows === UNREADABLE ? [] : (rows as Row[])
}
