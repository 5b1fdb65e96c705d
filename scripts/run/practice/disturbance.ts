/** All that disturbs a practice service, and what was counted meanwhile. A reset begins with a new one. */
import type { Clock } from '../../../main/base/clock-and-log.ts'
import { createChaos } from './chaos.ts'
import { createCounts } from './counts.ts'
import { createFaults } from './faults.ts'

export const createDisturbance = (clock: Clock) => ({
  faults: createFaults(clock),
  chaos: createChaos(),
  delayedWork: createDelayedWork(clock),
  rateLimit: createRateLimit(clock),
  /** By endpoint, "POST /v2/invoice", whatever the answer. */
  requests: createCounts(),
  /** How many times the cancellation or refund of a payment was requested, and how many times it was done. */
  reversals: { asked: createCounts(), done: createCounts() },
})
export type Disturbance = ReturnType<typeof createDisturbance>

function createDelayedWork(clock: Clock) {
  const waiting = new Set<() => void>()
  return {
    after: (ms: number, work: () => Promise<unknown>): void => {
      const cancelTimer = clock.after(ms, () => {
        waiting.delete(cancelTimer)
        void work()
      })
      waiting.add(cancelTimer)
    },
    waiting: () => waiting.size,
    clear: (): void => {
      for (const cancelTimer of waiting) cancelTimer()
      waiting.clear()
    },
  }
}

/** Requests a second of all the merchant's terminals together (docs/payment-service.md#limits); null is no limit. */
function createRateLimit(clock: Clock) {
  let perSecond: number | null = null
  let passed: number[] = []
  return {
    set: (limit: number | null): void => {
      perSecond = limit
      passed = []
    },
    /** Counts a request. False for one above the limit, which is not counted. */
    passes: (): boolean => {
      if (perSecond === null) return true
      const now = clock.monotonic()
      passed = passed.filter((at) => now - at < 1000)
      if (passed.length >= perSecond) return false
      passed.push(now)
      return true
    },
  }
}
