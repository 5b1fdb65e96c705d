import type { Measure } from './figure.ts'
import { measurePin } from './pin.ts'

export const MEASURES: Readonly<Record<string, Measure>> = {
  pin: measurePin,
}
