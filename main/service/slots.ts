/**
 * Who goes first where calls must wait: a login that all wait for, a person's click, a poll that had its turn and must
 * come again (for its token had run out), a poll.
 */
export type Priority = 'session' | 'urgent' | 'again' | 'patient'

export type WithSlot = <Value>(turn: Priority, act: () => Promise<Value>) => Promise<Value>

type Waiting = { readonly go: () => void; readonly giveUp: (why: unknown) => void }

/**
 * At most so many calls in flight at a time; `most` is asked anew whenever one ends. A call that still waits when `closed` is
 * aborted is rejected with its reason. One that has begun is not: its POST may be out. p-queue would reject it too
 * (docs/decisions/by-hand-or-library.md).
 */
export function createSlots(most: () => number, closed: AbortSignal): WithSlot {
  const queues: Record<Priority, Waiting[]> = { session: [], urgent: [], again: [], patient: [] }
  let taken = 0

  const next = (): Waiting | undefined =>
    queues.session.shift() ?? queues.urgent.shift() ?? queues.again.shift() ?? queues.patient.shift()

  const fill = (): void => {
    while (taken < most()) {
      const waiting = next()
      if (waiting === undefined) return
      taken++
      waiting.go()
    }
  }

  closed.addEventListener('abort', () => {
    for (const queue of Object.values(queues))
      for (const waiting of queue.splice(0)) waiting.giveUp(closed.reason)
  })

  return async (turn, act) => {
    closed.throwIfAborted()
    await new Promise<void>((go, giveUp) => {
      queues[turn].push({ go, giveUp })
      fill()
    })
    try {
      return await act()
    } finally {
      taken--
      fill()
    }
  }
}
