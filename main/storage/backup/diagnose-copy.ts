/** Looks at the copy of a journal for `--diagnose`: whether it is whole, and a few counts. Changes nothing. */
import { DatabaseSync } from 'node:sqlite'
import type { Failure } from '../../../shared/failure.ts'
import { MIGRATIONS, ownVersionOf } from '../journal/index.ts'
import { closing, journalFailure, quickCheck } from '../sqlite/index.ts'
import { RESCUED } from './rescue-notice.ts'

export type CopyDiagnosis = {
  /** Why the journal cannot be used; null where it can. */
  readonly failure: Failure | null
  readonly rescued: boolean
  /** The last event. */
  readonly lastAt: number | null
  /** Papers that have not come out. */
  readonly waitingPapers: number
  readonly counts: Readonly<Record<string, number>>
}

const COUNTS: Readonly<Record<string, string>> = {
  sales: 'SELECT count(*) FROM sale',
  events: 'SELECT count(*) FROM event',
  unfinishedSales: 'SELECT count(*) FROM sale WHERE due = 1',
  attention: 'SELECT coalesce(sum(attention), 0) FROM sale WHERE attention > 0',
  printJobs: 'SELECT count(*) FROM print_job',
}
const WAITING = `SELECT count(*) FROM print_job WHERE state NOT IN ('printed', 'given-up')`

/** Of a journal that cannot be asked for more. */
export const SEEN_NOTHING = {
  rescued: false,
  lastAt: null,
  waitingPapers: 0,
  counts: {},
} as const

export function diagnoseCopy(copy: string): CopyDiagnosis {
  try {
    return closing(new DatabaseSync(copy), seen)
  } catch (error) {
    return { failure: journalFailure(error).failure, ...SEEN_NOTHING }
  }
}

function seen(opened: DatabaseSync): CopyDiagnosis {
  const first = (sql: string): number | null => {
    const [value = null] = Object.values(opened.prepare(sql).get() ?? {})
    return value === null ? null : Number(value)
  }
  const version = ownVersionOf(opened)
  quickCheck(opened)
  // An older version lacks columns. The next start converts it.
  if (version < MIGRATIONS.length) return { failure: null, ...SEEN_NOTHING }
  return {
    failure: null,
    rescued:
      (first(`SELECT count(*) FROM key_value WHERE name = '${RESCUED}' AND value IS NOT NULL`) ?? 0) > 0,
    lastAt: first('SELECT max(at) FROM event'),
    waitingPapers: first(WAITING) ?? 0,
    counts: Object.fromEntries(Object.entries(COUNTS).map(([what, sql]) => [what, first(sql) ?? 0])),
  }
}
