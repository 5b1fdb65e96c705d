import type { DatabaseSync } from 'node:sqlite'
import { silentLog } from '../../main/environment.ts'
import { rebuildWith } from '../../main/projections/index.ts'
import { saleModel } from '../../main/sales/index.ts'

/** Computes everything that is derived from the events again, as a migration does. */
export const rebuildAll = (database: DatabaseSync): void => rebuildWith(saleModel)(database, silentLog)
