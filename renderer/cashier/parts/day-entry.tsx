import type { DayRange } from '../../../shared/books/report.ts'
import { dayAfter, shopDay } from '../../../shared/shop/shop-day.ts'
import { type DayEntryProps, type DayWords, DayEntry as InWords } from '../../kit/index.ts'
import { say } from '../page/index.ts'
import styles from './day-entry.module.css'

const useDayWords = (): DayWords => ({
  year: say('day.year'),
  month: say('day.month'),
  day: say('word.day'),
  calendar: say('day.calendar'),
  monthBefore: say('day.monthBefore'),
  monthAfter: say('day.monthAfter'),
  today: shopDay(Date.now()),
  weekdays: ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => say(`reports.weekday.${day}`).slice(0, 2)),
})

/** A day, typed or chosen in a calendar. */
export const DayEntry = (props: DayEntryProps) => <InWords {...props} words={useDayWords()} />

type DaysEntryProps = { readonly first: DayEntryProps; readonly last: DayEntryProps }

/** A range of days. */
export const DaysEntry = ({ first, last }: DaysEntryProps) => (
  <span className={styles.days}>
    <DayEntry {...first} />
    <span aria-hidden="true">–</span>
    <DayEntry {...last} />
  </span>
)

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
