import { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS, migrate } from '../journal/index.ts'
import { rebuildProjections } from '../projections/index.ts'

const PARTS = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'

/**
 * The first table, index or trigger that a journal of this version does not have, or has otherwise; null where there is
 * none. A view, a virtual table or a foreign trigger would run its own queries when ours read or write.
 */
export function foreignPart(database: DatabaseSync, version = MIGRATIONS.length): string | null {
  const [is, should] = [partsOf(database), partsOfOwn(version)]
  for (const [name, parts] of is) {
    if (!should.has(name)) return `${name} is not of this program`
    if (should.get(name) !== parts) return `${name} is not that of this program`
  }
  // A trigger guards what is written. A journal without one can be read, and its seal tells what was changed.
  for (const name of should.keys())
    if (!is.has(name) && !name.startsWith('trigger ')) return `${name} is missing`
  return null
}

/** The same, where also a missing trigger is wrong. */
export function wrongShape(database: DatabaseSync): string | null {
  const is = partsOf(database)
  for (const name of partsOfOwn(MIGRATIONS.length).keys()) if (!is.has(name)) return `${name} is missing`
  return foreignPart(database)
}

function partsOfOwn(version: number): ReadonlyMap<string, string> {
  const made = new DatabaseSync(':memory:')
  migrate(made, MIGRATIONS.slice(0, version), rebuildProjections)
  const parts = partsOf(made)
  made.close()
  return parts
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
