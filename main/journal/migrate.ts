import type { DatabaseSync } from 'node:sqlite'
import { type Log, silentLog } from '../environment.ts'
import { versionOf } from './connect.ts'
import { sumAllSales } from './day-sums.ts'
import type { Migration } from './migrations.ts'
import { type Fold, refoldSales } from './refold.ts'
import { indexAllSales, type Progress } from './sale-index.ts'
import { inTransaction } from './transaction.ts'

/** Takes the steps that a file has not had, each with its number in one transaction. */
export function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[],
  fold: Fold | null,
  log: Log = silentLog,
): void {
  const had = versionOf(database)
  migrations.slice(had).forEach((step, index) => {
    inTransaction(database, () => {
      if ('sql' in step) database.exec(step.sql)
      else if ('index' in step) indexAllSales(database, progressIn(log, 'sales are made findable'))
      else if ('sums' in step) sumAllSales(database, progressIn(log, 'days are added up'))
      else refold(database, fold)
      database.exec(`PRAGMA user_version = ${had + index + 1}`)
    })
  })
}

const progressIn =
  (log: Log, what: string): Progress =>
  (done, all) =>
    log.info(`${what}: ${done} of ${all}`)

function refold(database: DatabaseSync, fold: Fold | null): void {
  if (database.prepare('SELECT 1 FROM sale LIMIT 1').get() === undefined) return
  if (fold === null)
    throw new Error('the sales are to be made anew from their events, and nothing was given to do it')
  refoldSales(database, fold, (saleId, error) => {
    throw new Error(`sale ${saleId}: ${error instanceof Error ? error.message : 'cannot be made anew'}`)
  })
}
