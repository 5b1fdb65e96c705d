import type { Clock } from '../../main/base/clock-and-log.ts'

/** A clock that stands still until the test moves it. */
export function handClock(start = Date.UTC(2026, 10, 20, 6, 32, 6)): Clock & {
  readonly advance: (ms: number) => void
  /** Sets the wall clock; no time passes. */
  readonly jump: (ms: number) => void
} {
  let passed = 0
  let jumped = 0
  let waits: { at: number; action: () => void }[] = []
  return {
    now: () => start + passed + jumped,
    monotonic: () => passed,
    after: (ms, action) => {
      const wait = { at: passed + ms, action }
      waits.push(wait)
      return () => {
        waits = waits.filter((one) => one !== wait)
      }
    },
    jump: (ms) => {
      jumped += ms
    },
    advance: (ms) => {
      passed += ms
      const due = waits.filter((one) => one.at <= passed)
      waits = waits.filter((one) => one.at > passed)
      for (const one of due) one.action()
    },
  }
}
