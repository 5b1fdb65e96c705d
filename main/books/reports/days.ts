/** Calculating with shop days, yyyy-MM-dd, by the calendar alone. */
import type { DayRange } from '../../../shared/books/report.ts'
import { dayAfter } from '../../../shared/shop/shop-day.ts'

const DAY_MS = 24 * 3_600_000

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const daysIn = ({ from, to }: DayRange): number => Math.round((msOf(to) - msOf(from)) / DAY_MS) + 1

/**
 * The earlier range to compare with: for a day the same weekday a week before, otherwise the same number of days just
 * before. For the first days of a month it is the same days of the month before, for a whole month the whole month
 * before.
 */
export function rangeBefore({ from, to }: DayRange): DayRange {
  if (from === to) return { from: dayAfter(from, -7), to: dayAfter(to, -7) }
  if (!from.endsWith('-01') || from.slice(0, 7) !== to.slice(0, 7)) {
    const days = daysIn({ from, to })
    return { from: dayAfter(from, -days), to: dayAfter(to, -days) }
  }
  const last = dayAfter(from, -1)
  const month = last.slice(0, 7)
  const whole = dayAfter(to, 1).endsWith('-01')
  const same = `${month}-${to.slice(8)}`
  return { from: `${month}-01`, to: whole || same > last ? last : same }
}
