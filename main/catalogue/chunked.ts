/** Long work in slices, so that the till can sell meanwhile: a generator that yields where it may pause, and two ways to run it. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Yields nothing: only the place matters. */
export type Chunked<Result> = Generator<void, Result>

/** Half a frame: input that comes meanwhile is answered in the same frame. */
const SLICE_MS = 8

/** Runs one slice a turn. Null where it was stopped. */
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

export function runToEnd<Result>(work: Chunked<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
