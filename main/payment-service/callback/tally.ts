import type { Clock, Log } from '../../base/clock-and-log.ts'

const LINE_EVERY_MS = 60_000

export type Heard = 'known' | 'of no invoice of ours' | 'too many' | 'malformed or misdirected' | 'failed'

/** Counts callbacks for the log, with at most one line a minute. */
export function createTally(clock: Clock, log: Log) {
  const counts = new Map<Heard, number>()
  let cancelTimer: (() => void) | null = null
  const tell = (): void => {
    cancelTimer = null
    log.info(`callbacks: ${[...counts].map(([heard, count]) => `${count} ${heard}`).join(', ')}`)
    counts.clear()
  }
  return {
    count: (heard: Heard): void => {
      counts.set(heard, (counts.get(heard) ?? 0) + 1)
      cancelTimer ??= clock.after(LINE_EVERY_MS, tell)
    },
    stop: (): void => {
      cancelTimer?.()
      if (counts.size > 0) tell()
    },
  }
}
