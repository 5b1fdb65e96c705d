/** Who stands at the till. A start begins with nobody, and so does a till that nobody has touched for a while. */
import type { Clock } from '../environment.ts'

export type Session = {
  /** Null while the till is locked. */
  readonly who: () => string | null
  readonly begin: (staffId: string) => void
  readonly end: () => void
  /** A person did something. */
  readonly touch: () => void
}

export type SessionParts = {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** So long with no act locks. */
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
      // A machine that slept tells its timers late: what counts is the time.
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
    },
  }
}
