import { measureBytesPerSale } from './bytes-per-sale.ts'
import { measureColdStart } from './cold-start.ts'
import { measureEventLoop, measureEventLoopHour } from './event-loop.ts'
import type { Measure } from './figure.ts'
import { measureHistory } from './history.ts'
import { measureIdle } from './idle.ts'
import { measureJournalCommand } from './journal-command.ts'
import { measureMemory } from './memory.ts'
import { measureChargeToQr, measurePaidToKnown } from './payment.ts'
import { measurePin } from './pin.ts'
import { measureReceipt } from './receipt.ts'
import { measureRecovery } from './recovery.ts'
import { measureReports } from './reports.ts'
import { measureScanToLine, measureSearchPainted } from './scan-to-line.ts'
import { measureSearch } from './search.ts'
import { measureServiceCall } from './service-call.ts'
import { measureShopDatabase } from './shop-database.ts'
import { measureSize } from './size.ts'
import { measureTestSuite } from './test-suite.ts'
import { measureTokenStorm } from './token-storm.ts'

/** In the order of docs/performance.md. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  'cold-start': measureColdStart,
  'scan-to-line': measureScanToLine,
  search: measureSearch,
  'search-painted': measureSearchPainted,
  'charge-to-qr': measureChargeToQr,
  'paid-to-known': measurePaidToKnown,
  'service-call': measureServiceCall,
  'token-storm': measureTokenStorm,
  'journal-command': measureJournalCommand,
  'bytes-per-sale': measureBytesPerSale,
  receipt: measureReceipt,
  history: measureHistory,
  reports: measureReports,
  recovery: measureRecovery,
  'event-loop': measureEventLoop,
  memory: measureMemory,
  idle: measureIdle,
  size: measureSize,
  'shop-database': measureShopDatabase,
  pin: measurePin,
}

/** Each takes as long as all others, or longer. */
export const BY_NAME_ONLY: Readonly<Record<string, Measure>> = {
  'event-loop-hour': measureEventLoopHour,
  'test-suite': measureTestSuite,
}
