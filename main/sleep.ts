import type { Clock } from './environment.ts'

/**
 * Waits on the clock that is handed in. Rejects with the signal's reason once that is aborted.
 * node:timers/promises has the same, on the machine's clock alone.
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
}

/** What the promise gives, or null when it has given nothing in so many ms. Rejects where it rejects in time. */
export async function inTime<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([promise, sleep(clock, ms, over.signal).then(() => null)])
  } finally {
    over.abort()
  }
}
