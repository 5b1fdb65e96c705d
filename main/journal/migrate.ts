import type { DatabaseSync } from 'node:sqlite'
import { versionOf } from './connect.ts'
import type { Migration } from './migrations.ts'
import { type Fold, refoldSales } from './refold.ts'
import { inTransaction } from './transaction.ts'

/** Takes the steps that a file has not had, each with its number in one transaction. */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], fold: Fold | null): void {
  const had = versionOf(database)
  migrations.slice(had).forEach((step, index) => {
    inTransaction(database, () => {
      if ('sql' in step) database.exec(step.sql)
      else refold(database, fold)
      database.exec(`PRAGMA user_version = ${had + index + 1}`)
    })
  })
}

function refold(database: DatabaseSync, fold: Fold | null): void {
  if (database.prepare('SELECT 1 FROM sale LIMIT 1').get() === undefined) return
  if (fold === null)
    throw new Error('the sales are to be made anew from their events, and nothing was given to do it')
  refoldSales(database, fold, (saleId, error) => {
    throw new Error(`sale ${saleId}: ${error instanceof Error ? error.message : 'cannot be made anew'}`)
  })
}
