/** Closes the parts of a program in the reverse of the order in which they were opened. */
export type Closing = {
  /** Calls `stop` when every part that was opened later has closed. */
  readonly add: (stop: () => unknown) => void
  /** Calls `stop` without waiting for the parts that were opened later. Parts that were opened before wait for it. */
  readonly addBeside: (stop: () => unknown) => void
  /** Calls all of them, also where one fails, and then throws the first failure. A second call waits for the first. */
  readonly close: () => Promise<void>
}

/** Does the work. If it throws, closes, and throws the error of the work also where the closing fails. */
export async function closedOnFailure<Value>(
  close: () => Promise<void>,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

export function createClosing(): Closing {
  const opened: { readonly stop: () => unknown; readonly isBeside: boolean }[] = []
  let closed: Promise<void> | null = null

  const closeAll = async (): Promise<void> => {
    let stopping: Promise<unknown>[] = []
    const failures: unknown[] = []
    const ended = async (): Promise<void> => {
      for (const one of await Promise.allSettled(stopping))
        if (one.status === 'rejected') failures.push(one.reason)
      stopping = []
    }
    for (const { stop, isBeside } of opened.reverse()) {
      if (!isBeside) await ended()
      stopping.push((async () => stop())())
      if (!isBeside) await ended()
    }
    await ended()
    if (failures.length > 0) throw failures[0]
  }

  return {
    add: (stop) => void opened.push({ stop, isBeside: false }),
    addBeside: (stop) => void opened.push({ stop, isBeside: true }),
    close: () => {
      closed ??= closeAll()
      return closed
    },
  }
}
