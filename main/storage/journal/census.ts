import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../sqlite/index.ts'

/** Counts that show whether a migration lost anything. */
export type Census = {
  readonly counts: Readonly<Record<string, string>>
  /** The state of each sale with a step left. */
  readonly due: ReadonlyMap<string, string>
  /** The state of any sale, while the file is open. */
  readonly stateOf: (saleId: string) => string
}

/** What a migration must leave as it is. */
const COUNTED: Readonly<Record<string, string>> = {
  sales: 'SELECT count(*) FROM sale',
  // as text, because the sum may exceed the exact integers of a number
  total: 'SELECT CAST(coalesce(sum(total), 0) AS TEXT) FROM sale',
  seals: 'SELECT count(*) FROM receipt_seal',
  'owed print jobs': `SELECT count(*) FROM print_job WHERE state NOT IN ('printed', 'given-up')`,
  'print jobs': 'SELECT count(*) FROM print_job',
  keyValues: 'SELECT count(*) FROM key_value',
  events: 'SELECT count(*) FROM event',
}

export function takeCensus(database: DatabaseSync): Census {
  const first = (sql: string): string => String(Object.values(database.prepare(sql).get() ?? {})[0])
  const due = database.prepare('SELECT id, state FROM sale WHERE due = 1').all()
  return {
    counts: Object.fromEntries(Object.entries(COUNTED).map(([what, sql]) => [what, first(sql)])),
    due: new Map(due.map((row: Row) => [String(row.id), String(row.state)])),
    stateOf: (saleId) => String(database.prepare('SELECT state FROM sale WHERE id = ?').get(saleId)?.state),
  }
}

/**
 * The losses of a migration, in words for support. A sale that becomes due is none, because a newer program may
 * continue where an older one stopped. A sale that is no longer due and has another state is none either.
 */
export function losses(before: Census, after: Census): readonly string[] {
  const gone = [...before.due]
    .filter(([id, state]) => !after.due.has(id) && after.stateOf(id) === state)
    .map(([id]) => id)
  return [
    ...Object.keys(COUNTED)
      .filter((what) => before.counts[what] !== after.counts[what])
      .map((what) => `${what}: ${before.counts[what]} became ${after.counts[what]}`),
    ...(gone.length > 0 ? [`no longer due: ${gone.slice(0, 5).join(' ')} (${gone.length})`] : []),
  ]
}
