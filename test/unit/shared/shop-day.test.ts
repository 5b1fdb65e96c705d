import { expect, test } from 'vitest'
import { dayAfter, shopDay } from '../../../shared/shop-day.ts'

test('a day is counted on over the end of a month and of a year', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
})

test('the day is the machine’s own, one moment before midnight and one after', () => {
  expect(shopDay(new Date(2026, 0, 31, 23, 59, 59).getTime())).toBe('2026-01-31')
  expect(shopDay(new Date(2026, 1, 1).getTime())).toBe('2026-02-01')
})
