import { ClientClosed } from './waits.ts'

/**
 * Who goes first where calls must wait: a login that all wait for, a person's click, a poll that had its turn and must
 * come again (for its token had run out), a poll.
 */
export type Priority = 'session' | 'urgent' | 'again' | 'patient'

export type Slots = {
  /** Waits for a free slot; the answer gives it back, and must be called once. */
  readonly enter: (turn: Priority) => Promise<() => void>
  readonly close: () => void
}

type Waiting = { readonly go: () => void; readonly giveUp: () => void }

/** At most so many calls in flight at a time; `most` is asked anew whenever one ends. */
export function createSlots(most: () => number): Slots {
  const queues: Record<Priority, Waiting[]> = { session: [], urgent: [], again: [], patient: [] }
  let taken = 0
  let closed = false

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
  const leave = (): void => {
    taken--
    fill()
  }

  return {
    enter: (turn) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ClientClosed())
        queues[turn].push({ go: () => resolve(leave), giveUp: () => reject(new ClientClosed()) })
        fill()
      }),
    close: () => {
      closed = true
      for (const queue of Object.values(queues)) for (const waiting of queue.splice(0)) waiting.giveUp()
    },
  }
}
