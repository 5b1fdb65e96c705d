/** Reads what can be read of a damaged table. */
import type { DatabaseSync } from 'node:sqlite'
import { attempt, UNREADABLE } from './failures.ts'
import type { Row } from './row.ts'

const BATCH = 200
/** How many row ids are tried if neither the table's last page nor an index tells the last one. */
const PLACES_TRIED = 1_000_000
/** How many row ids are tried after the last one in an index: a damaged file may contain an old page of the index. */
const PLACES_BEHIND = 10_000

/** Yields every readable row, with its row id as `place`. Skips rows on damaged pages. */
export function* rowsByPlace(source: DatabaseSync, table: string): Generator<Row> {
  const many = attempt(() =>
    source.prepare(`SELECT rowid AS place, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH}`),
  )
  if (many === UNREADABLE || isFirstPageDamaged(source, table)) return
  const one = source.prepare(`SELECT rowid AS place, * FROM ${table} WHERE rowid = ?`)
  const last = lastPlace(source, table)
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

/** No row can be reached without the first page of a table. A million failed attempts would take half a minute. */
function isFirstPageDamaged(source: DatabaseSync, table: string): boolean {
  const first = attempt(() =>
    source.prepare("SELECT pagetype FROM dbstat WHERE name = ? AND path = '/'").get(table),
  )
  return first !== UNREADABLE && first?.pagetype === 'corrupted'
}

/** The last row id: from the table, or else from an index, whose entries contain the row ids. */
function lastPlace(source: DatabaseSync, table: string): number {
  const lastIn = (from: string) =>
    attempt(() => Number(source.prepare(`SELECT max(rowid) AS last FROM ${from}`).get()?.last ?? 0))
  const last = lastIn(table)
  if (last !== UNREADABLE) return last
  const indexes = attempt(() => source.prepare(`SELECT name FROM pragma_index_list('${table}')`).all())
  const told = (indexes === UNREADABLE ? [] : indexes)
    .map(({ name }) => lastIn(`${table} INDEXED BY ${name}`))
    .filter((one) => one !== UNREADABLE)
  return told.length === 0 ? PLACES_TRIED : Math.max(...told) + PLACES_BEHIND
}

/** Returns no rows if reading throws. */
const readable = (read: () => unknown[]): Row[] => {
  const rows = attempt(read)
  return rows === UNREADABLE ? [] : (rows as Row[])
}
