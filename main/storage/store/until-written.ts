/**
 * Records the result of something that cannot be repeated, such as an answered request or a printed paper. If the disk
 * refuses the write, tries again until it succeeds, while the caller waits.
 */
import { CommandRefused } from '../../../shared/failure.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { sleep } from '../../base/sleep.ts'

export type UntilWritten = {
  /** Rejects if the write fails for a reason other than the disk. After `stop` it tries only once more. */
  readonly write: (write: () => void, what: string) => Promise<void>
  readonly stop: () => void
}

export function untilWritten(clock: Clock, log: Log): UntilWritten {
  const stop = new AbortController()
  return {
    write: async (write, what) => {
      for (let tries = 0; ; tries += 1) {
        try {
          return write()
        } catch (error) {
          if (!(error instanceof CommandRefused)) throw error
          if (tries % 30 === 0) log.error(`${what} waits for the journal: ${error.message}`)
        }
        if (stop.signal.aborted) return
        await sleep(clock, AGAIN_MS, stop.signal).catch(() => {}) // `stop` was called
      }
    },
    stop: () => stop.abort(),
  }
}

/** The pause between two tries. */
const AGAIN_MS = 2_000
