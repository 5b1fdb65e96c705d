import type { Clock } from './environment.ts'

/** Pauses that can all be ended early: because the terminal stops, or because what was waited for is there. */
export type Pauses = {
  readonly pause: (ms: number) => Promise<void>
  readonly endAll: () => void
}

export function createPauses(clock: Clock): Pauses {
  const waiting = new Set<() => void>()
  return {
    pause: (ms) =>
      new Promise((resolve) => {
        const cancelTimer = clock.after(ms, over)
        function over(): void {
          cancelTimer()
          waiting.delete(over)
          resolve()
        }
        waiting.add(over)
      }),
    endAll: () => {
      for (const over of [...waiting]) over()
    },
  }
}
