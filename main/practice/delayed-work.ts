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
      const callOff = clock.after(ms, () => {
        waiting.delete(callOff)
        void work()
      })
      waiting.add(callOff)
    },
    waiting: () => waiting.size,
    clear: () => {
      for (const callOff of waiting) callOff()
      waiting.clear()
    },
  }
}
