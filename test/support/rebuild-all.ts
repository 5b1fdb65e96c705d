import type { DatabaseSync } from 'node:sqlite'
import { silentLog } from '../../main/environment.ts'
import { rebuildWith } from '../../main/projections/index.ts'
import { saleModel } from '../../main/sales/index.ts'

/** Computes everything that is derived from the events again, as the last steps of a migration do. */
export function rebuildAll(database: DatabaseSync): void {
  const { sales, index, sums } = rebuildWith(saleModel)
  sales(database, silentLog)
  index(database, () => {})
  sums(database, () => {})
}
