import type { Clock } from '../../base/clock-and-log.ts'

export type Waker = {
  /** Ends the pause that is under way, or else the next one. */
  readonly wake: () => void
  /** Resolves after this many ms, or when woken, or when the signal is aborted. */
  readonly pause: (clock: Clock, ms: number, signal: AbortSignal) => Promise<void>
}

/** Pauses that can be ended early. If `wake` is called between two pauses, the next one ends at once. */
export function createWaker(): Waker {
  let isWoken = false
  let end = (): void => {}
  return {
    wake: () => {
      isWoken = true
      end()
    },
    pause: (clock, ms, signal) =>
      new Promise((resolve) => {
        const cancelTimer = clock.after(ms, () => end())
        end = () => {
          isWoken = false
          cancelTimer()
          signal.removeEventListener('abort', end)
          end = () => {}
          resolve()
        }
        signal.addEventListener('abort', end)
        if (isWoken || signal.aborted) end()
      }),
  }
}
