import type { Failure } from '../../../../shared/failure.ts'
import { type Chunked, chunked } from '../../../base/chunked.ts'
import type { Clock } from '../../../base/clock-and-log.ts'
import { sleep } from '../../../base/sleep.ts'
import { asFailure, PASSING, ServiceFailed } from '../../../payment-service/client/index.ts'

/** Thrown where a person stops the run or the shop closes. */
export class Stopped extends Error {}

export type RetryPolicy = {
  /** Repeats `work` while its failure may pass, with waits. Throws Stopped, and failures that do not pass. */
  readonly ask: <Value>(work: () => Promise<Value>) => Promise<Value>
  readonly throwIfStopped: () => void
  readonly stop: () => void
  /** The connection is back: ends the waits. */
  readonly wake: () => void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** `held` receives the reason of a wait, and null when the run continues. */
export function createRetryPolicy(clock: Clock, held: (why: Failure | null) => void): RetryPolicy {
  let pause = new AbortController()
  let stopped = false

  const throwIfStopped = (): void => {
    if (stopped) throw new Stopped()
  }

  const wake = (): void => {
    pause.abort()
    pause = new AbortController()
  }

  return {
    ask: async (work) => {
      for (let tries = 0; ; tries++) {
        throwIfStopped()
        try {
          const value = await work()
          if (tries > 0) held(null)
          return value
        } catch (error) {
          throwIfStopped()
          if (!(error instanceof ServiceFailed) || !PASSING.has(error.failure.name)) throw error
          held(asFailure(error.failure))
          const ms = Math.max(error.failure.retryAfterMs ?? 0, backoff(tries))
          await sleep(clock, ms, pause.signal).catch(() => {}) // woken
        }
      }
    },
    throwIfStopped,
    stop: () => {
      stopped = true
      wake()
    },
    wake,
  }
}

const backoff = (tries: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 5))

/** Does the work in slices; the till can sell meanwhile. Throws Stopped. */
export async function inSlices<Result>(
  work: Chunked<Result>,
  retry: Pick<RetryPolicy, 'throwIfStopped'>,
): Promise<Result> {
  const isStopped = (): boolean => {
    retry.throwIfStopped()
    return false
  }
  return (await chunked(work, isStopped)) as Result
}

/** Handles each item; the till can sell meanwhile. Throws Stopped. */
export const eachInSlices = <Item>(
  items: readonly Item[],
  retry: Pick<RetryPolicy, 'throwIfStopped'>,
  work: (item: Item) => void,
): Promise<void> =>
  inSlices(
    (function* () {
      for (const item of items) {
        work(item)
        yield
      }
    })(),
    retry,
  )
