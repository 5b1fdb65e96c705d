import type { Clock } from './clock-and-log.ts'
import type { Mutex } from './mutex.ts'

export type PeriodicTask = {
  readonly start: () => void
  /** Stops the task; resolves when the work under way has ended. */
  readonly stop: () => Promise<void>
  readonly stopped: () => boolean
}

/** Calls `due` some time after the start, and then at regular intervals. */
export function createPeriodicTask(
  clock: Clock,
  mutex: Pick<Mutex, 'ended'>,
  { firstAfterMs, everyMs, due }: { firstAfterMs: number; everyMs: number; due: () => void },
): PeriodicTask {
  let cancelTimer = (): void => {}
  let stopped = false
  const tick = (): void => {
    if (stopped) return
    cancelTimer = clock.after(everyMs, tick)
    due()
  }
  return {
    start: () => {
      cancelTimer = clock.after(firstAfterMs, tick)
    },
    stop: async () => {
      stopped = true
      cancelTimer()
      await mutex.ended()
    },
    stopped: () => stopped,
  }
}
