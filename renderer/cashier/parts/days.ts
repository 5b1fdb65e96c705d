import type { DayRange } from '../../../shared/books/report.ts'
import { dayAfter } from '../../../shared/shop/shop-day.ts'

/** Ranges that can be chosen with one press. */
export type NamedDays = 'today' | 'yesterday' | 'week' | 'month'

export function daysNamed(name: NamedDays, today: string): DayRange {
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dayAfter(today, -1), to: dayAfter(today, -1) }
    case 'week':
      return { from: dayAfter(today, -6), to: today }
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today }
  }
}
