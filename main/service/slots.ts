import { ClientClosed } from './waits.ts'

/** Who goes first where calls must wait: a login that all wait for, a person's click, a poll. */
export type Turn = 'session' | 'urgent' | 'patient'

export type Slots = {
  /** Waits for a free slot; the answer gives it back, and must be called once. */
  readonly enter: (turn: Turn) => Promise<() => void>
  readonly close: () => void
}

type Waiting = { readonly go: () => void; readonly giveUp: () => void }

/** At most so many calls in flight at a time. */
export function createSlots(count: number): Slots {
  const queues: Record<Turn, Waiting[]> = { session: [], urgent: [], patient: [] }
  let free = count
  let closed = false

  const leave = (): void => {
    const next = queues.session.shift() ?? queues.urgent.shift() ?? queues.patient.shift()
    if (next === undefined) free++
    else next.go()
  }

  return {
    enter: (turn) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ClientClosed())
        if (free > 0) {
          free--
          return resolve(leave)
        }
        queues[turn].push({ go: () => resolve(leave), giveUp: () => reject(new ClientClosed()) })
      }),
    close: () => {
      closed = true
      for (const queue of Object.values(queues)) for (const waiting of queue.splice(0)) waiting.giveUp()
    },
  }
}
