/** Work that is done some time after it was answered. */
import type { Clock } from '../environment.ts'

export type DelayedWork = {
  readonly after: (ms: number, work: () => Promise<void>) => void
  readonly waiting: () => number
  /** Calls off what has not been done yet. */
  readonly clear: () => void
}

export function createDelayedWork(clock: Clock): DelayedWork {
  const waiting = new Set<() => void>()
  return {
    after: (ms, work) => {
      const cancelTimer = clock.after(ms, () => {
        waiting.delete(cancelTimer)
        void work()
      })
      waiting.add(cancelTimer)
    },
    waiting: () => waiting.size,
    clear: () => {
      for (const cancelTimer of waiting) cancelTimer()
      waiting.clear()
    },
  }
}
