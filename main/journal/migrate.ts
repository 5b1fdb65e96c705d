import type { DatabaseSync } from 'node:sqlite'
import { type Log, silentLog } from '../environment.ts'
import { inTransaction, versionOf } from '../sqlite/index.ts'
import { chainAll, type Progress } from './chain.ts'
import type { Migration } from './migrations.ts'

/** Functions that compute projections again. Passed in, because the journal does not know what events mean. */
export type Rebuild = {
  /** The row of every sale. */
  readonly sales: (database: DatabaseSync, log: Log) => void
  /** The tables that sales are found by. */
  readonly index: (database: DatabaseSync, progress: Progress) => void
  /** The sums of the ledger. */
  readonly sums: (database: DatabaseSync, progress: Progress) => void
}

/** Runs the steps that a file has not had, each in one transaction with its number. */
export function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[],
  rebuild: Rebuild,
  log: Log = silentLog,
): void {
  const had = versionOf(database)
  // A step may rebuild a table under another name, so foreign keys are checked at the end of the step.
  database.exec('PRAGMA foreign_keys = OFF')
  try {
    const steps = migrations.slice(had)
    steps.forEach((step, index) => {
      const later = new Set(steps.slice(index + 1).flatMap(partsOf))
      inTransaction(database, () => {
        if ('sql' in step) database.exec(step.sql)
        // Only the last step that computes a part does it, because earlier ones knew other tables.
        for (const part of partsOf(step)) if (!later.has(part)) compute(part)
        if (database.prepare('PRAGMA foreign_key_check').get() !== undefined)
          throw new Error(`step ${had + index + 1} broke a foreign key`)
        database.exec(`PRAGMA user_version = ${had + index + 1}`)
      })
    })
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }

  function compute(part: Part): void {
    if (part === 'sales') rebuild.sales(database, log)
    else if (part === 'index') rebuild.index(database, progressIn(log, 'sales are indexed'))
    else if (part === 'sums') rebuild.sums(database, progressIn(log, 'sums are computed'))
    else chainAll(database, progressIn(log, 'events are chained'))
  }
}

type Part = keyof Rebuild | 'chain'

/** What a step computes from the events. A replay changes the rows from which the others follow. */
function partsOf(step: Migration): readonly Part[] {
  if ('replay' in step) return ['sales', 'index', 'sums']
  if ('index' in step) return ['index']
  if ('sums' in step) return ['sums']
  return 'chain' in step ? ['chain'] : []
}

const progressIn =
  (log: Log, what: string): Progress =>
  (done, all) =>
    log.info(`${what}: ${done} of ${all}`)
