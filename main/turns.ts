import type { Clock } from './environment.ts'

export type Turns = {
  /** Does it when all that was asked for before has ended, whatever became of that. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** All that was asked for so far has ended. Never rejects. */
  readonly ended: () => Promise<unknown>
}

/** One after the other. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    inTurn: (work) => {
      const now = last.then(work, work)
      last = now.catch(() => {})
      return now
    },
    ended: () => last,
  }
}

export type Rounds = {
  readonly start: () => void
  /** No more of them; resolves when what was in its turn has ended. */
  readonly stop: () => Promise<void>
  readonly stopped: () => boolean
}

/** What comes round for as long as the till runs: a while after its start, and ever again. */
export function createRounds(
  clock: Clock,
  turns: Turns,
  { firstAfterMs, everyMs, due }: { firstAfterMs: number; everyMs: number; due: () => void },
): Rounds {
  let callOff = (): void => {}
  let stopped = false
  const tick = (): void => {
    if (stopped) return
    callOff = clock.after(everyMs, tick)
    due()
  }
  return {
    start: () => {
      callOff = clock.after(firstAfterMs, tick)
    },
    stop: async () => {
      stopped = true
      callOff()
      await turns.ended()
    },
    stopped: () => stopped,
  }
}
