/** Reckoning in shop days, yyyy-MM-dd. By the calendar alone: no clock is turned forward or back in it. */
import type { DayRange } from '../../shared/report.ts'
import { dayAfter } from '../../shared/shop-day.ts'

const DAY_MS = 24 * 3_600_000

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const daysIn = ({ from, to }: DayRange): number => Math.round((msOf(to) - msOf(from)) / DAY_MS) + 1

/** 1 is Monday, as weeks begin in Mongolia. */
export const weekdayOf = (day: string): number => new Date(msOf(day)).getUTCDay() || 7

/**
 * What a range is compared with: as many days just before it. Days from the first of a month on are compared with the
 * same days of the month before, a whole month with the whole one.
 */
export function rangeBefore({ from, to }: DayRange): DayRange {
  if (!from.endsWith('-01') || daysIn({ from, to }) < 2 || from.slice(0, 7) !== to.slice(0, 7)) {
    const days = daysIn({ from, to })
    return { from: dayAfter(from, -days), to: dayAfter(to, -days) }
  }
  const last = dayAfter(from, -1)
  const month = last.slice(0, 7)
  const whole = dayAfter(to, 1).endsWith('-01')
  const same = `${month}-${to.slice(8)}`
  return { from: `${month}-01`, to: whole || same > last ? last : same }
}
