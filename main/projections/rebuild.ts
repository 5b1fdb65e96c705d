/** The functions with which a migration computes projections again. */
import type { Rebuild } from '../journal/index.ts'
import { hasLedger, sumAll } from './ledger-sums.ts'
import { replaySales } from './replay.ts'
import { hasSaleIndex, indexAllSales } from './sale-index.ts'
import type { SaleModel } from './sale-model.ts'

/** Without a model a migration throws where there are sales or events to read. */
export function rebuildWith(model: SaleModel | null): Rebuild {
  return {
    sales: (database, log) => {
      if (database.prepare('SELECT 1 FROM sale LIMIT 1').get() !== undefined)
        replaySales(database, needed(model), log)
    },
    index: (database, progress) => {
      if (hasSaleIndex(database)) indexAllSales(database, progress)
    },
    sums: (database, progress) => {
      if (hasLedger(database) && database.prepare('SELECT 1 FROM event LIMIT 1').get() !== undefined)
        sumAll(database, needed(model), progress)
    },
  }
}

function needed(model: SaleModel | null): SaleModel {
  if (model === null) throw new Error('the projections must be computed again, which needs a model of sales')
  return model
}
