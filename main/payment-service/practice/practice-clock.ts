import type { Clock } from '../../base/clock-and-log.ts'

/** Ulaanbaatar all year: the service's timestamps have no zone (docs/payment-service.md#dates-and-times). */
const ULAANBAATAR_MS = 8 * 3600 * 1000

/** "2026-03-01T09:30:00" */
export const timestamp = (ms: number): string => new Date(ms + ULAANBAATAR_MS).toISOString().slice(0, 19)

export const dayOf = (ms: number): string => timestamp(ms).slice(0, 10)

/** The machine's clock, moved by `advanceMs`. */
export const movedClock = (clock: Clock, advanceMs: () => number): Clock => ({
  now: () => clock.now() + advanceMs(),
  monotonic: () => clock.monotonic() + advanceMs(),
  after: clock.after,
})
