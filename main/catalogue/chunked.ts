/**
 * Long work in slices, so that the till sells on meanwhile: a generator that yields wherever it may be left for a
 * while, and two ways to run it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** `void` is yielded: only the place matters. */
export type Chunked<Result> = Generator<void, Result>

/** Half a frame: what comes in meanwhile is answered in the same one. */
const SLICE_MS = 8

/** Runs it a slice a turn. Null where it was stopped. */
export async function chunked<Result>(
  work: Chunked<Result>,
  stopped: () => boolean = () => false,
): Promise<Result | null> {
  for (;;) {
    const until = performance.now() + SLICE_MS
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < until)
    await nextTurn()
    if (stopped()) return null
  }
}

/** Runs it to its end at once. */
export function runToEnd<Result>(work: Chunked<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
