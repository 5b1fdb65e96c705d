import { expect, test } from 'vitest'
import { createClockMonitor } from '../../../../main/till/session/clock-monitor.ts'

const NOW = Date.UTC(2026, 10, 23)
const HOUR = 3_600_000

test('a wrong time in a single answer is not reported, and two that disagree are not', () => {
  let changes = 0
  const monitor = createClockMonitor({ lastAt: () => null }, { now: () => NOW }, () => changes++)
  const answers = [0, HOUR, 0, HOUR, -HOUR, 30_000].map((offset) => {
    monitor.answered(NOW + offset)
    return monitor.off()
  })
  expect(answers).toEqual([null, null, null, null, null, null])
  expect(changes).toBe(0)
  for (const offset of [HOUR, HOUR + 1_000, HOUR]) monitor.answered(NOW + offset)
  expect([monitor.off(), changes]).toEqual([{ than: 'service', byMs: HOUR }, 1])
})
