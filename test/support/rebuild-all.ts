import type { DatabaseSync } from 'node:sqlite'
import { silentLog } from '../../main/base/clock-and-log.ts'
import { rebuildProjections } from '../../main/storage/projections/index.ts'

/** Computes everything that is derived from the events again, as a migration does. */
export const rebuildAll = (database: DatabaseSync): void => rebuildProjections(database, silentLog)
