/**
 * The request budget: one for all callers of a merchant's client. The contract names no thresholds
 * (docs/payment-service.md#limits), so the service's answers set the pace:
 *
 * 1. At most four requests are in flight, and at most three of them are polls: a click goes out although the service leaves
 *    every poll without an answer. Waiting requests go in this order: a login that all wait for, a person's click, a
 *    poll.
 * 2. A 429 pauses all requests of this terminal, clicks too, for random() × 1 s × 2^n (full jitter, at most 60 s),
 *    where n is the number of earlier 429s without a success between. Retry-After, up to ten minutes, is added to the
 *    jitter, so that a shop's terminals do not come back together. 429s of simultaneous requests count once.
 * 3. After a pause one request at a time is sent until one succeeds.
 * 4. A click waits up to five seconds for the end of a pause. If the pause is longer, the click fails at once with
 *    RATE_LIMITED and the time left, and nothing is sent. A poll waits.
 * 5. A read that was answered with 429 is repeated after the pause, at most twice, unless more than five seconds are
 *    left. A request that changes something is never repeated here.
 * 6. A till of a shop database has a part of the merchant's requests in a minute. Polls wait for it. Logins and clicks
 *    count, and do not wait.
 */
import type { Clock } from '../../base/clock-and-log.ts'
import { sleep } from '../../base/sleep.ts'

export const IN_FLIGHT = 4
/** The longest wait of a person before the failure is shown. */
export const LONGEST_CLICK_WAIT_MS = 5_000

export type Budget = Pick<RatePause, 'mark' | 'limited' | 'passed' | 'leftMs'> & {
  /** Waits for the pause to end and returns null; or returns the ms left, where a person would wait too long. */
  readonly open: (urgent: boolean) => Promise<number | null>
  /** Holds one of the four slots while `action` runs. */
  readonly withSlot: WithSlot
}

/** All waits reject with the reason of `closed` when it is aborted. */
export function createBudget(
  clock: Clock,
  closed: AbortSignal,
  random: () => number,
  perMinute: () => number | null = () => null,
): Budget {
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
    withSlot: createSlots(
      () => (pause.strained() ? 1 : IN_FLIGHT),
      createShare(clock, perMinute),
      clock,
      closed,
    ),
  }
}

/** The order of waiting calls; `retry` is a poll that is repeated because its token expired. */
export type Priority = 'session' | 'urgent' | 'retry' | 'background'

type WithSlot = <Value>(turn: Priority, action: () => Promise<Value>) => Promise<Value>

type Waiting = { readonly go: () => void; readonly giveUp: (why: unknown) => void }

/**
 * Limits the calls in flight; `most` is read again whenever one ends. When `closed` is aborted, waiting calls reject
 * with its reason. A call that has begun does not, because its POST may be out. p-queue would reject it too
 * (docs/decisions/own-code-or-library.md).
 */
function createSlots(most: () => number, share: Share, clock: Clock, closed: AbortSignal): WithSlot {
  const queues: Record<Priority, Waiting[]> = { session: [], urgent: [], retry: [], background: [] }
  let taken = 0
  let cancelTimer: (() => void) | null = null

  const next = (): Waiting | undefined => {
    const first = queues.session.shift() ?? queues.urgent.shift()
    return first ?? (mayPoll() ? (queues.retry.shift() ?? queues.background.shift()) : undefined)
  }
  // Other requests in flight count too, so that polls leave a slot free in any case.
  const mayPoll = (): boolean => taken < Math.max(1, most() - 1) && share.waitMs() === 0

  const fill = (): void => {
    cancelTimer?.()
    cancelTimer = null
    while (taken < most()) {
      const waiting = next()
      if (waiting === undefined) break
      taken++
      share.take()
      waiting.go()
    }
    const polls = queues.retry.length + queues.background.length
    const waitMs = polls === 0 ? 0 : share.waitMs()
    if (waitMs > 0) cancelTimer = clock.after(waitMs, fill)
  }

  closed.addEventListener('abort', () => {
    cancelTimer?.()
    for (const queue of Object.values(queues))
      for (const waiting of queue.splice(0)) waiting.giveUp(closed.reason)
  })

  return async (turn, action) => {
    closed.throwIfAborted()
    await new Promise<void>((go, giveUp) => {
      queues[turn].push({ go, giveUp })
      fill()
    })
    try {
      return await action()
    } finally {
      taken--
      fill()
    }
  }
}

/** Requests that may go at once after a quiet time. */
const BURST = 5

/** The till's part of the merchant's requests: a bucket of tokens. */
type Share = {
  /** Ms until a poll may go. */
  readonly waitMs: () => number
  readonly take: () => void
}

function createShare(clock: Clock, perMinute: () => number | null): Share {
  let left = BURST
  let at = clock.monotonic()
  const refill = (): number | null => {
    const rate = perMinute()
    const now = clock.monotonic()
    left = rate === null ? BURST : Math.min(BURST, left + ((now - at) * rate) / 60_000)
    at = now
    return rate
  }
  return {
    waitMs: () => {
      const rate = refill()
      return rate === null || left >= 1 ? 0 : Math.ceil(((1 - left) * 60_000) / rate)
    },
    take: () => {
      refill()
      left = Math.max(left - 1, -BURST)
    },
  }
}

/** Ends a wait when the client is closed. calls.ts turns it into the failure of the call. */
export class ClientClosed extends Error {}

const BASE_MS = 1_000
const CAP_MS = 60_000
/** A longer Retry-After counts as a mistake, because it would keep a shop from selling by QR. */
const LONGEST_RETRY_AFTER_MS = 600_000

/** The pause after a 429: rule 2 above. */
type RatePause = {
  /** Ms until requests may be sent; 0 for now. */
  readonly leftMs: () => number
  readonly over: () => Promise<void>
  /** Whether a 429 came without a success since. */
  readonly strained: () => boolean
  /** A number to take before a request and to pass with its answer. It tells which 429s the request could know of. */
  readonly mark: () => number
  readonly limited: (mark: number, retryAfterMs: number | null) => void
  readonly passed: (mark: number) => void
}

function createRatePause(clock: Clock, closed: AbortSignal, random: () => number): RatePause {
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
