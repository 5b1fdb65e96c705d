import { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS, migrate } from '../journal/index.ts'
import { rebuildWith } from '../projections/index.ts'

const PARTS = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'

/**
 * The first table, index or trigger that a journal of this version does not have, or has otherwise; null where there is
 * none. A view, a virtual table or a foreign trigger would run its own queries when ours read or write.
 */
export function wrongShape(database: DatabaseSync, version = MIGRATIONS.length): string | null {
  const made = new DatabaseSync(':memory:')
  migrate(made, MIGRATIONS.slice(0, version), rebuildWith(null))
  const [is, should] = [partsOf(database), partsOf(made)]
  made.close()
  for (const [name, parts] of should) {
    if (!is.has(name)) return `${name} is missing`
    if (is.get(name) !== parts) return `${name} is not that of this program`
  }
  for (const name of is.keys()) if (!should.has(name)) return `${name} is not of this program`
  return null
}

/** Two parts of the same name count as another one. */
function partsOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  for (const { type, name, tbl_name, sql } of database.prepare(PARTS).all()) {
    const key = `${type} ${name}`
    parts.set(key, `${parts.get(key) ?? ''}${tbl_name}: ${sql};`)
  }
  return parts
}
