import type { Clock } from '../../base/clock-and-log.ts'

/** Counts the commands of people under way, so that an installation begins when there are none, and then lets none in. */
export type CallGate = {
  readonly pass: <Value>(work: () => Promise<Value>) => Promise<Value>
  readonly isClosed: () => boolean
  readonly underWay: () => number
  /** A person did something. */
  readonly touch: () => void
  /** How long nobody has done anything, in ms. */
  readonly quietMs: () => number
  /** From now on no command may begin. Resolves once none is under way. */
  readonly close: () => Promise<void>
  readonly reopen: () => void
}

export function createCallGate(clock: Pick<Clock, 'monotonic'>): CallGate {
  const underWay = new Set<Promise<unknown>>()
  let closed = false
  let touched = clock.monotonic()
  return {
    pass: async (work) => {
      const call = work()
      underWay.add(call)
      try {
        return await call
      } finally {
        underWay.delete(call)
      }
    },
    isClosed: () => closed,
    underWay: () => underWay.size,
    touch: () => {
      touched = clock.monotonic()
    },
    quietMs: () => clock.monotonic() - touched,
    close: async () => {
      closed = true
      await Promise.allSettled(underWay)
    },
    reopen: () => {
      closed = false
    },
  }
}
