import { expect, onTestFinished, test, vi } from 'vitest'
import { dayAfter, shopClock, shopDay, shopHour, shopMoment } from '../../../shared/shop/shop-day.ts'

test('days are counted across the end of a month and of a year', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
})

test.each(['UTC', 'Asia/Ulaanbaatar', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'on a machine set to %s, day and hour are Ulaanbaatar’s, just before and just after midnight',
  (zone) => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('TZ', zone)
    const midnight = Date.UTC(2026, 0, 31, 16) // Ulaanbaatar is eight hours ahead
    expect([shopDay(midnight - 1), shopClock(midnight - 1)]).toEqual(['2026-01-31', '23:59:59'])
    expect([shopDay(midnight), shopHour(midnight)]).toEqual(['2026-02-01', '00'])
    expect(shopMoment('2026-02-01')).toBe(midnight)
    expect(shopMoment('2026-01-31', '23:59:59')).toBe(midnight - 1_000)
  },
)

test('a day in a summer with daylight saving time in Ulaanbaatar begins an hour earlier', () => {
  expect(shopMoment('2016-07-01')).toBe(Date.UTC(2016, 5, 30, 15))
  expect(shopDay(Date.UTC(2016, 5, 30, 15) - 1)).toBe('2016-06-30')
  expect(shopDay(Date.UTC(2016, 5, 30, 15))).toBe('2016-07-01')
})
