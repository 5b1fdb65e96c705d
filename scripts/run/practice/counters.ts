import type { Clock } from '../../../main/base/clock-and-log.ts'

/** Counts the requests of each endpoint, "POST /v2/invoice", whatever the answer. */
export type RequestCount = {
  readonly count: (endpoint: { readonly method: string; readonly path: string }) => void
  readonly all: () => Readonly<Record<string, number>>
  readonly clear: () => void
}

export function createRequestCount(): RequestCount {
  const counts = new Map<string, number>()
  return {
    count: ({ method, path }) => {
      const name = `${method} ${path}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    all: () => Object.fromEntries(counts),
    clear: () => counts.clear(),
  }
}

/** How many times a payment's cancellation or refund was requested, and how many times it was done. */
type Asked = { readonly asked: number; readonly done: number }

export type ReversalCount = {
  readonly add: (paymentId: string, isDone: boolean) => void
  readonly of: (paymentId: string) => Asked
  readonly all: () => readonly string[]
  readonly clear: () => void
}

const NEVER: Asked = { asked: 0, done: 0 }

export function createReversalCount(): ReversalCount {
  const counts = new Map<string, Asked>()
  const of = (paymentId: string): Asked => counts.get(paymentId) ?? NEVER
  return {
    add: (paymentId, isDone) => {
      const { asked, done } = of(paymentId)
      counts.set(paymentId, { asked: asked + 1, done: done + (isDone ? 1 : 0) })
    },
    of,
    all: () => [...counts.keys()],
    clear: () => counts.clear(),
  }
}

/** Requests a second of all the merchant's terminals together (docs/payment-service.md#limits); null is no limit. */
export type RateLimit = {
  readonly set: (perSecond: number | null) => void
  /** Counts a request. False for one above the limit, which is not counted. */
  readonly passes: () => boolean
}

export function createRateLimit(clock: Clock): RateLimit {
  let perSecond: number | null = null
  let passed: number[] = []
  return {
    set: (limit) => {
      perSecond = limit
      passed = []
    },
    passes: () => {
      if (perSecond === null) return true
      const now = clock.monotonic()
      passed = passed.filter((at) => now - at < 1000)
      if (passed.length >= perSecond) return false
      passed.push(now)
      return true
    },
  }
}
