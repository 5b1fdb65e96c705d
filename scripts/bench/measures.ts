import { measureEventLoop } from './event-loop.ts'
import type { Measure } from './figure.ts'
import { measureHistory } from './history.ts'
import { measurePin } from './pin.ts'
import { measureRecovery } from './recovery.ts'
import { measureReports } from './reports.ts'
import { measureShopDatabase } from './shop-database.ts'

export const MEASURES: Readonly<Record<string, Measure>> = {
  history: measureHistory,
  reports: measureReports,
  recovery: measureRecovery,
  'event-loop': measureEventLoop,
  'shop-database': measureShopDatabase,
  pin: measurePin,
}
