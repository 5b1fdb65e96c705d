/**
 * Preloaded into a program (`node --import`), it measures how long the event loop is blocked: a timer is due every
 * millisecond, and each delay is recorded. When the program ends, all delays are written to the file that
 * TUGRIK_BENCH_STOPS names.
 */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** More milliseconds than any run has. */
const MOST = 1_000_000

export type Stops = {
  /** Milliseconds by which each turn of the timer was late. */
  readonly late: readonly number[]
  /** When: milliseconds since 1970. */
  readonly at: readonly number[]
}

const file = process.env.TUGRIK_BENCH_STOPS
if (file !== undefined && isMainThread) watch(file)

function watch(file: string): void {
  const [late, at] = [new Float32Array(MOST), new Float64Array(MOST)]
  let count = 0
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    late[count] = Math.max(0, now - last - 1)
    at[count] = performance.timeOrigin + now
    count = Math.min(count + 1, MOST - 1)
    last = now
  }, 1).unref()
  process.on('exit', () => {
    const stops: Stops = { late: [...late.subarray(0, count)], at: [...at.subarray(0, count)] }
    writeFileSync(file, JSON.stringify(stops))
  })
}
