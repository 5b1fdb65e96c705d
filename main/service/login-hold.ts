import type { Clock } from '../environment.ts'

const BASE_MS = 1_000
const CAP_MS = 30_000

/**
 * Keeps a terminal from storming a service that refuses every token it has just issued, or the password itself: until
 * the hold is over no token is asked for. It doubles with each refusal, from 1 s to 30 s, and is forgotten after as long
 * without one. A person who tries the credentials goes past it.
 */
export type LoginHold = {
  readonly leftMs: () => number
  readonly refused: () => void
  readonly forget: () => void
}

export function createLoginHold(clock: Clock): LoginHold {
  let ms = 0
  let until = Number.NEGATIVE_INFINITY
  return {
    leftMs: () => Math.max(0, until - clock.monotonic()),
    refused: () => {
      const now = clock.monotonic()
      if (now < until) return
      ms = now < until + CAP_MS ? Math.min(CAP_MS, Math.max(BASE_MS, ms * 2)) : BASE_MS
      until = now + ms
    },
    forget: () => {
      ms = 0
      until = Number.NEGATIVE_INFINITY
    },
  }
}
