import type { DatabaseSync } from 'node:sqlite'
import { type Log, silentLog } from '../environment.ts'
import { chainAll } from './chain.ts'
import { versionOf } from './connect.ts'
import { hasLedger, sumAll } from './ledger-sums.ts'
import type { Migration } from './migrations.ts'
import { replaySales } from './replay.ts'
import { indexAllSales, type Progress } from './sale-index.ts'
import type { SaleModel } from './sale-model.ts'
import { inTransaction } from './transaction.ts'

/** Takes the steps that a file has not had, each with its number in one transaction. */
export function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[],
  model: SaleModel | null,
  log: Log = silentLog,
): void {
  const had = versionOf(database)
  // A table that others refer to is made anew under another name: the references are checked once it has its own again.
  database.exec('PRAGMA foreign_keys = OFF')
  try {
    const steps = migrations.slice(had)
    steps.forEach((step, index) => {
      inTransaction(database, () => {
        if (!isMadeLater(step, steps.slice(index + 1))) take(step)
        if (database.prepare('PRAGMA foreign_key_check').get() !== undefined)
          throw new Error(`step ${had + index + 1} left a row that refers to nothing`)
        database.exec(`PRAGMA user_version = ${had + index + 1}`)
      })
    })
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }

  function take(step: Migration): void {
    if ('sql' in step) database.exec(step.sql)
    else if ('index' in step) indexAllSales(database, progressIn(log, 'sales are made findable'))
    else if ('sums' in step) sums(database, model, log)
    else if ('chain' in step) chainAll(database, progressIn(log, 'events are chained'))
    else refold(database, model, log)
  }
}

/** What is made anew from all sales is made once, by the last step that wants it: an earlier one knew other tables. */
const isMadeLater = (step: Migration, later: readonly Migration[]): boolean =>
  later.some(
    (other) =>
      ('refold' in step && 'refold' in other) ||
      ('index' in step && 'index' in other) ||
      ('sums' in step && 'sums' in other) ||
      ('chain' in step && 'chain' in other),
  )

const progressIn =
  (log: Log, what: string): Progress =>
  (done, all) =>
    log.info(`${what}: ${done} of ${all}`)

function sums(database: DatabaseSync, model: SaleModel | null, log: Log): void {
  if (!hasLedger(database) || database.prepare('SELECT 1 FROM event LIMIT 1').get() === undefined) return
  if (model === null)
    throw new Error('the books are to be made anew from the events, and nothing was given to do it')
  sumAll(database, model, progressIn(log, 'the books are added up'))
}

function refold(database: DatabaseSync, model: SaleModel | null, log: Log): void {
  if (database.prepare('SELECT 1 FROM sale LIMIT 1').get() === undefined) return
  if (model === null)
    throw new Error('the sales are to be made anew from their events, and nothing was given to do it')
  replaySales(database, model, log)
}
