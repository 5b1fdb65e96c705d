import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets other work run after each batch. */
export async function* rowBatches<Batch>(batches: Iterable<Batch>): AsyncGenerator<Batch> {
  for (const batch of batches) {
    yield batch
    await nextTurn()
  }
}
