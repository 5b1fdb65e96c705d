/**
 * The request budget: one for all callers of a merchant's client. Thresholds are not in the interface (docs/payment-service.md#limits), so
 * that it is ruled by what comes back. The whole rule:
 *
 * 1. At most four requests are in flight. Where they must wait, a login that all wait for goes first, then a person's
 *    click, then a poll.
 * 2. A 429 stops everything of this terminal, clicks too, for random() × 1 s × 2^n (full jitter, at most 60 s), n being
 *    the 429s before it with no success between; and for no less than Retry-After, up to ten minutes, the jitter on top
 *    of it, so that a shop's terminals do not come back together. 429s of requests that were out together count once.
 * 3. After a stop requests go one at a time until one has passed.
 * 4. A click waits five seconds for the stop to end. Where more is left it is told RATE_LIMITED and how long at once,
 *    and nothing is sent. A poll waits it out.
 * 5. A read that was answered with 429 is asked again after the stop, twice at most, unless more than those five seconds
 *    are left; what changes something is never repeated here.
 */
import type { Clock } from '../environment.ts'
import { createRatePause, type RatePause } from './rate-pause.ts'
import { createSlots, type WithSlot } from './slots.ts'

export const IN_FLIGHT = 4
/** How long a person is made to wait before being told. */
export const LONGEST_CLICK_WAIT_MS = 5_000

export type Budget = Pick<RatePause, 'mark' | 'limited' | 'passed' | 'leftMs'> & {
  /** Waits for the stop to end. Gives null, or the ms still left where a person would wait too long. */
  readonly open: (urgent: boolean) => Promise<number | null>
  /** Takes one of the four for as long as `act` runs. */
  readonly withSlot: WithSlot
}

/** What waits is rejected with the reason of `closed` once that is aborted. */
export function createBudget(clock: Clock, closed: AbortSignal, random: () => number): Budget {
  const pause = createRatePause(clock, closed, random)
  const { mark, limited, passed, leftMs } = pause
  return {
    mark,
    limited,
    passed,
    leftMs,
    open: async (urgent) => {
      if (urgent && leftMs() > LONGEST_CLICK_WAIT_MS) return leftMs()
      await pause.over()
      return null
    },
    withSlot: createSlots(() => (pause.strained() ? 1 : IN_FLIGHT), closed),
  }
}
