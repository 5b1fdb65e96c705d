/** Who is signed in at the till: nobody after a start, or after some time without an action. */
import type { Clock } from '../../base/clock-and-log.ts'

export type Session = {
  /** Null while the till is locked. */
  readonly who: () => string | null
  readonly begin: (staffId: string) => void
  readonly end: () => void
  /** Called for each action of a person: restarts the idle time. */
  readonly touch: () => void
}

export type SessionParts = {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** The till is locked after this many ms without an action. */
  readonly idleMs: () => number
  readonly ended: (staffId: string) => void
}

export function createSession({ clock, idleMs, ended }: SessionParts): Session {
  let who: string | null = null
  let touched = { at: 0, wallAt: 0 }
  let cancelTimer = (): void => {}
  const end = (): void => {
    const was = who
    who = null
    cancelTimer()
    if (was !== null) ended(was)
  }
  const remember = (): void => {
    touched = { at: clock.monotonic(), wallAt: clock.now() }
  }
  const passed = (): number => clock.monotonic() - touched.at
  // The monotonic clock may stand still while the machine sleeps. A wall clock that is set forward only locks early.
  const isIdle = (): boolean => Math.max(passed(), clock.now() - touched.wallAt) >= idleMs()
  const watch = (): void => {
    cancelTimer()
    const left = Math.max(1, idleMs() - passed())
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
      remember()
      watch()
    },
    end,
    touch: () => {
      remember()
      if (who !== null) watch() // with the present idle time
    },
  }
}
