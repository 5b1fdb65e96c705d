/** Runs long work in slices, so that the till can sell meanwhile. The work is a generator that yields to pause. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Yields no value: each `yield` only marks where the work may pause. */
export type Chunked<Result> = Generator<void, Result>

/** A quarter of a frame, so that input is answered in the same frame. */
const SLICE_MS = 4

let lastTurn: Promise<void> = Promise.resolve()

/** Waits for a turn of the event loop that no other caller of this function gets. Callers get their turns in order. */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/** Runs the work in slices. Several works take turns: only one slice runs in each turn of the event loop. Returns null if stopped. */
export function chunked<Result>(work: Chunked<Result>): Promise<Result>
export function chunked<Result>(work: Chunked<Result>, stopped: () => boolean): Promise<Result | null>
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
    await ownTurn()
    if (stopped()) return null
  }
}

export function runToEnd<Result>(work: Chunked<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
