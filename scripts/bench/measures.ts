import { measureBytesPerSale } from './bytes-per-sale.ts'
import type { Measure } from './figure.ts'
import { measureJournalCommand } from './journal-command.ts'
import { measurePin } from './pin.ts'
import { measureReceipt } from './receipt.ts'
import { measureSearch } from './search.ts'
import { measureServiceCall } from './service-call.ts'
import { measureTokenStorm } from './token-storm.ts'

export const MEASURES: Readonly<Record<string, Measure>> = {
  search: measureSearch,
  'service-call': measureServiceCall,
  'token-storm': measureTokenStorm,
  'journal-command': measureJournalCommand,
  'bytes-per-sale': measureBytesPerSale,
  receipt: measureReceipt,
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
