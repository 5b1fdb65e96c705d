export type Mutex = {
  /** Runs the work when all earlier work has ended, even if that failed. */
  readonly runExclusive: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Resolves when all work so far has ended. Never rejects. */
  readonly ended: () => Promise<unknown>
}

/** Runs work one after the other. Own code: p-queue has a thousand lines (docs/decisions/own-code-or-library.md). */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return {
    runExclusive: (work) => {
      const now = last.then(work, work)
      last = now.catch(() => {})
      return now
    },
    ended: () => last,
  }
}
