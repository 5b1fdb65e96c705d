import type { Rebuild } from '../journal/index.ts'
import { sumAll } from './ledger-sums.ts'
import { replaySales } from './replay.ts'
import { indexAllSales } from './sale-index.ts'
import type { SaleModel } from './sale-model.ts'

/** What a migration computes again from the events. Without a model it throws where there are events. */
export const rebuildWith =
  (model: SaleModel | null): Rebuild =>
  (database, log) => {
    if (database.prepare('SELECT 1 FROM event LIMIT 1').get() === undefined) return
    if (model === null)
      throw new Error('the projections must be computed again, which needs a model of sales')
    replaySales(database, model, log)
    indexAllSales(database, log)
    sumAll(database, model, log)
  }
