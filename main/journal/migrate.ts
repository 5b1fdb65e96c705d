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
      inTransaction(database, () => {
        if (!isMadeLater(step, steps.slice(index + 1))) take(step)
        if (database.prepare('PRAGMA foreign_key_check').get() !== undefined)
          throw new Error(`step ${had + index + 1} broke a foreign key`)
        database.exec(`PRAGMA user_version = ${had + index + 1}`)
      })
    })
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }

  function take(step: Migration): void {
    if ('sql' in step) database.exec(step.sql)
    else if ('index' in step) rebuild.index(database, progressIn(log, 'sales are indexed'))
    else if ('sums' in step) rebuild.sums(database, progressIn(log, 'sums are computed'))
    else if ('chain' in step) chainAll(database, progressIn(log, 'events are chained'))
    else rebuild.sales(database, log)
  }
}

/** Whether a later step computes the same data: only the last one runs, because earlier ones knew other tables. */
const isMadeLater = (step: Migration, later: readonly Migration[]): boolean =>
  !('sql' in step) && later.some((other) => kindOf(other) === kindOf(step))

const kindOf = (step: Migration): string | undefined => Object.keys(step)[0]

const progressIn =
  (log: Log, what: string): Progress =>
  (done, all) =>
    log.info(`${what}: ${done} of ${all}`)
