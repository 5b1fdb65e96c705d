import type { Clock } from '../environment.ts'
import type { Waits } from './waits.ts'

const BASE_MS = 1_000
const CAP_MS = 60_000

/**
 * The rate limit is the merchant's, shared by all its terminals (section 8): one 429 holds back everything of ours that
 * nobody waits for, longer each time.
 */
export type RatePause = {
  readonly isOn: () => boolean
  readonly over: () => Promise<void>
  /** Taken before a request leaves and handed back with its answer: which limits it could already know of. */
  readonly mark: () => number
  readonly limited: (mark: number, retryAfterMs: number | null) => void
  readonly passed: (mark: number) => void
}

export function createRatePause(clock: Clock, waits: Waits, random: () => number): RatePause {
  let limits = 0
  let inARow = 0
  let until = Number.NEGATIVE_INFINITY

  const isOn = (): boolean => clock.monotonic() < until
  const holdFor = (ms: number): void => {
    until = Math.max(until, clock.monotonic() + Math.min(ms, CAP_MS))
  }

  return {
    isOn,
    over: async () => {
      while (isOn()) await waits.sleep(until - clock.monotonic())
    },
    mark: () => limits,
    limited: (mark, retryAfterMs) => {
      holdFor(retryAfterMs ?? 0)
      // Calls that were in flight together are told of one and the same limit.
      if (mark !== limits) return
      limits++
      holdFor(random() * BASE_MS * 2 ** Math.min(inARow++, 6))
    },
    passed: (mark) => {
      if (mark === limits) inARow = 0
    },
  }
}
