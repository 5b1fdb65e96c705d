import type { Clock } from './environment.ts'

export type Mutex = {
  /** Does it when all that was asked for before has ended, whatever became of that. */
  readonly runExclusive: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** All that was asked for so far has ended. Never rejects. */
  readonly ended: () => Promise<unknown>
}

/** One after the other. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return {
    runExclusive: (work) => {
      const now = last.then(work, work)
      last = now.catch(() => {})
      return now
    },
    ended: () => last,
  }
}

export type PeriodicTask = {
  readonly start: () => void
  /** No more of them; resolves when what was in its turn has ended. */
  readonly stop: () => Promise<void>
  readonly stopped: () => boolean
}

/** What comes round for as long as the till runs: a while after its start, and ever again. */
export function createPeriodicTask(
  clock: Clock,
  turns: Mutex,
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
      await turns.ended()
    },
    stopped: () => stopped,
  }
}
