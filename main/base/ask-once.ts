export type AskedOnce<Value> = {
  readonly get: () => Promise<Value>
  /** What was asked for, also while it is on its way. Null before, and after a failure. */
  readonly asked: () => Promise<Value> | null
}

/** Calls `ask` once and keeps its answer. A failure is not kept: the next call asks again. */
export function askOnce<Value>(ask: () => Promise<Value>): AskedOnce<Value> {
  let kept: Promise<Value> | null = null
  return {
    get: () => {
      kept ??= ask().catch((error: unknown) => {
        kept = null
        throw error
      })
      return kept
    },
    asked: () => kept,
  }
}
