import type { Clock } from '../environment.ts'
import { Refusal } from './refusal.ts'

/** So many requests in a second of all the merchant's terminals together (docs/payment-service.md#limits); null is no limit. */
export type RateLimit = {
  readonly set: (perSecond: number | null) => void
  /** Counts a request; refuses the one too many, and does not count it. */
  readonly pass: () => void
}

export function createRateLimit(clock: Clock): RateLimit {
  let perSecond: number | null = null
  let passed: number[] = []
  return {
    set: (limit) => {
      perSecond = limit
      passed = []
    },
    pass: () => {
      if (perSecond === null) return
      const now = clock.monotonic()
      passed = passed.filter((at) => now - at < 1000)
      if (passed.length >= perSecond) throw new Refusal('RATE_LIMIT_EXCEEDED')
      passed.push(now)
    },
  }
}
