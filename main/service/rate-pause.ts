import type { Clock } from '../environment.ts'
import { sleep } from '../sleep.ts'

const BASE_MS = 1_000
const CAP_MS = 60_000
/** A longer Retry-After is taken for a mistake: it would keep a shop from selling by QR. */
const LONGEST_RETRY_AFTER_MS = 600_000

/** The stop after a 429, and how long it is: rule 2 of budget.ts. */
export type RatePause = {
  /** Ms until requests may leave again; 0 where they may now. */
  readonly leftMs: () => number
  readonly over: () => Promise<void>
  /** Whether there has been a 429 and no success since. */
  readonly strained: () => boolean
  /** Taken before a request leaves and handed back with its answer: which limits it could already know of. */
  readonly mark: () => number
  readonly limited: (mark: number, retryAfterMs: number | null) => void
  readonly passed: (mark: number) => void
}

export function createRatePause(clock: Clock, closed: AbortSignal, random: () => number): RatePause {
  let limits = 0
  let inARow = 0
  let until = Number.NEGATIVE_INFINITY

  const leftMs = (): number => Math.max(0, until - clock.monotonic())

  return {
    leftMs,
    over: async () => {
      while (leftMs() > 0) await sleep(clock, leftMs(), closed)
    },
    strained: () => inARow > 0,
    mark: () => limits,
    limited: (mark, retryAfterMs) => {
      const first = mark === limits
      const jitter = first ? random() * Math.min(CAP_MS, BASE_MS * 2 ** Math.min(inARow, 6)) : 0
      const asked = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS)
      until = Math.max(until, clock.monotonic() + asked + jitter)
      if (!first) return
      limits++
      inARow++
    },
    passed: (mark) => {
      if (mark === limits) inARow = 0
    },
  }
}
