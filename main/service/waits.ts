import type { Clock } from '../environment.ts'

/** Why a wait ended early: the client was closed. Named for people where the call began (calls.ts). */
export class ClientClosed extends Error {}

export type Waits = {
  /** Throws ClientClosed when the client is closed meanwhile. */
  readonly sleep: (ms: number) => Promise<void>
  readonly close: () => void
}

export function createWaits(clock: Clock): Waits {
  const sleepers = new Set<() => void>()
  let closed = false
  return {
    sleep: (ms) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ClientClosed())
        const cancelTimer = clock.after(ms, () => {
          sleepers.delete(wakeUp)
          resolve()
        })
        const wakeUp = (): void => {
          cancelTimer()
          reject(new ClientClosed())
        }
        sleepers.add(wakeUp)
      }),
    close: () => {
      closed = true
      for (const wakeUp of sleepers) wakeUp()
      sleepers.clear()
    },
  }
}
