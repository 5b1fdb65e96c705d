import type { RetryPolicy } from './retry.ts'

/** So many are looked at between two turns of whatever else there is to do. */
const SLICE = 100

/** Looks at each; the till sells meanwhile. Throws Stopped. */
export async function chunked<Item>(
  items: readonly Item[],
  patience: RetryPolicy,
  work: (item: Item) => void,
): Promise<void> {
  for (let at = 0; at < items.length; at += SLICE) {
    patience.throwIfStopped()
    for (const item of items.slice(at, at + SLICE)) work(item)
    await new Promise(setImmediate)
  }
}
