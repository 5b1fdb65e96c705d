import type { Clock } from './clock-and-log.ts'

/**
 * Waits on the given clock. Rejects with the signal's reason when that is aborted. node:timers/promises does the same,
 * but only on the machine's clock.
 */
export const sleep = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = (): void => {
      cancelTimer()
      reject(signal?.reason)
    }
    const cancelTimer = clock.after(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })

/** The promise's value, or null if it is still pending after this many ms. Rejects if the promise rejects in time. */
export async function inTime<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([promise, sleep(clock, ms, over.signal).then(() => null)])
  } finally {
    over.abort()
  }
}
