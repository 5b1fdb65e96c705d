import type { Clock } from '../environment.ts'

/** What the promise gives, or null when it has given nothing in so many ms. Rejects where it rejects in time. */
export function inTime<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.after(ms, () => resolve(null))
    promise.then(
      (value) => {
        cancelTimer()
        resolve(value)
      },
      (error: unknown) => {
        cancelTimer()
        reject(error)
      },
    )
  })
}

export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve)
  })
