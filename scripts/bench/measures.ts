import { measureColdStart } from './cold-start.ts'
import type { Measure } from './figure.ts'
import { measureIdle } from './idle.ts'
import { measureMemory } from './memory.ts'
import { measureChargeToQr, measurePaidToKnown } from './payment.ts'
import { measurePin } from './pin.ts'
import { measureScanToLine, measureSearchPainted } from './scan-to-line.ts'
import { measureSize } from './size.ts'

export const MEASURES: Readonly<Record<string, Measure>> = {
  pin: measurePin,
  'cold-start': measureColdStart,
  'scan-to-line': measureScanToLine,
  'search-painted': measureSearchPainted,
  'charge-to-qr': measureChargeToQr,
  'paid-to-known': measurePaidToKnown,
  memory: measureMemory,
  idle: measureIdle,
  size: measureSize,
}
