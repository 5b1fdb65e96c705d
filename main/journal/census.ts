import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './row.ts'

/** What of a journal no migration may lose. */
export type Census = {
  readonly counts: Readonly<Record<string, string>>
  /** The sales that are not done. */
  readonly due: ReadonlySet<string>
}

/** Of tables that every version has. */
const COUNTED: Readonly<Record<string, string>> = {
  sales: 'SELECT count(*) FROM sale',
  // the sum can be above what a number holds exactly
  total: 'SELECT CAST(coalesce(sum(total), 0) AS TEXT) FROM sale',
  events: 'SELECT count(*) FROM sale_event',
  'open attention': 'SELECT count(*) FROM attention WHERE settled_at IS NULL',
  attention: 'SELECT count(*) FROM attention',
  seals: 'SELECT count(*) FROM receipt_seal',
  'owed print jobs': `SELECT count(*) FROM print_job WHERE state NOT IN ('printed', 'given-up')`,
  'print jobs': 'SELECT count(*) FROM print_job',
  facts: 'SELECT count(*) FROM fact',
}

export function takeCensus(database: DatabaseSync): Census {
  const first = (sql: string): string => String(Object.values(database.prepare(sql).get() ?? {})[0])
  const due = database.prepare('SELECT id FROM sale WHERE due = 1').all()
  return {
    counts: Object.fromEntries(Object.entries(COUNTED).map(([what, sql]) => [what, first(sql)])),
    due: new Set(due.map((row: Row) => String(row.id))),
  }
}

/**
 * What a migration lost or changed, in words for the support line; empty where it did neither. A sale that becomes due is
 * no loss: a newer program may look on where an older one had stopped.
 */
export function losses(before: Census, after: Census): readonly string[] {
  const gone = [...before.due].filter((id) => !after.due.has(id))
  return [
    ...Object.keys(COUNTED)
      .filter((what) => before.counts[what] !== after.counts[what])
      .map((what) => `${what}: ${before.counts[what]} became ${after.counts[what]}`),
    ...(gone.length > 0 ? [`no longer due: ${gone.slice(0, 5).join(' ')} (${gone.length})`] : []),
  ]
}
