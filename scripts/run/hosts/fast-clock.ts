import type { Clock } from '../../../main/base/clock-and-log.ts'

/**
 * A clock that runs `times` times as fast, so that a pause between retries costs a test a tenth of its time in a shop.
 * `since` is the moment from which it runs fast; a clock that is made again with the same `since` continues the same
 * time.
 */
export function fastClock(times = 10, since = Date.now()): Clock {
  const wall = since + (Date.now() - since) * times
  const start = performance.now()
  const passed = (): number => (performance.now() - start) * times
  return {
    now: () => Math.round(wall + passed()),
    monotonic: passed,
    after: (ms, action) => {
      const timer = setTimeout(action, ms / times)
      return () => clearTimeout(timer)
    },
  }
}
