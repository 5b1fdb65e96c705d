import type { Clock } from '../environment.ts'

/** The promise's value, or null after this many ms. Rejects where the promise rejects in time. */
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
