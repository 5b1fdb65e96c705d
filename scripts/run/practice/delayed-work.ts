import type { Clock } from '../../../main/base/clock-and-log.ts'

export type DelayedWork = {
  readonly after: (ms: number, work: () => Promise<unknown>) => void
  readonly waiting: () => number
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
