/**
 * Writes down what came of something that is done and cannot be done again: a request that was answered, a paper that came
 * out. On a disk that takes no more it is tried until there is room, and whoever waits for it waits meanwhile.
 */
import { CommandRefused } from '../../shared/failure.ts'
import type { Clock, Log } from '../environment.ts'
import { createPauses } from '../pauses.ts'

export type UntilWritten = {
  /** Rejects where the write fails for another reason than the disk. After `stop` nothing is tried any more. */
  readonly write: (write: () => void, what: string) => Promise<void>
  readonly stop: () => void
}

export function untilWritten(clock: Clock, log: Log): UntilWritten {
  const pauses = createPauses(clock)
  let stopped = false
  return {
    write: async (write, what) => {
      for (let tries = 0; !stopped; tries += 1) {
        try {
          return write()
        } catch (error) {
          if (!(error instanceof CommandRefused)) throw error
          if (tries % 30 === 0) log.error(`${what} waits for the journal: ${error.message}`)
        }
        await pauses.pause(AGAIN_MS)
      }
    },
    stop: () => {
      stopped = true
      pauses.endAll()
    },
  }
}

/** How long a disk that takes no more is left alone. */
const AGAIN_MS = 2_000
