/** Who is signed in at the till: nobody after a start, or after some time without an action. */
import type { Clock } from '../environment.ts'

export type Session = {
  /** Null while the till is locked. */
  readonly who: () => string | null
  readonly begin: (staffId: string) => void
  readonly end: () => void
  /** Called for each action of a person: restarts the idle time. */
  readonly touch: () => void
}

export type SessionParts = {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** The till is locked after this many ms without an action. */
  readonly idleMs: () => number
  readonly ended: (staffId: string) => void
}

export function createSession({ clock, idleMs, ended }: SessionParts): Session {
  let who: string | null = null
  let touchedAt = 0
  let cancelTimer = (): void => {}
  const end = (): void => {
    const was = who
    who = null
    cancelTimer()
    if (was !== null) ended(was)
  }
  const isIdle = (): boolean => clock.monotonic() - touchedAt >= idleMs()
  const watch = (): void => {
    cancelTimer()
    const left = Math.max(1, idleMs() - (clock.monotonic() - touchedAt))
    cancelTimer = clock.after(left, () => (isIdle() ? end() : watch()))
  }
  return {
    who: () => {
      // The timer fires late after the machine slept, so the time is checked here too.
      if (who !== null && isIdle()) end()
      return who
    },
    begin: (staffId) => {
      who = staffId
      touchedAt = clock.monotonic()
      watch()
    },
    end,
    touch: () => {
      touchedAt = clock.monotonic()
      if (who !== null) watch() // with the present idle time
    },
  }
}
