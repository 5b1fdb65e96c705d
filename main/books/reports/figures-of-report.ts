/** What a report of some days reads, as the shop database is asked for it. */
import type { DayRange } from '../../../shared/books/report.ts'
import { dayAfter, inCalendar, shopMoment } from '../../../shared/shop/shop-day.ts'
import { DAILY_ACCOUNTS, type SumRow, WHOLE_ACCOUNTS } from '../../storage/projections/index.ts'
import { rangeBefore } from './days.ts'
import { comparedUntil } from './gather.ts'
import { orderedRange } from './reports.ts'

type Account = SumRow['account']

/** Balances: what is owed adds up from the first day on. */
const BALANCES: readonly Account[] = ['e-receipt', 'payers']
const OF_SHIFTS: readonly Account[] = ['hour', 'returns']
/** The sums of days before the report's are one sum, in a book before all days. */
const [BEFORE_ALL, AFTER_ALL] = ['', '9999']

/** `earlier`: the number of days before the range whose shifts are read too. */
export function figuresOfReport(asked: DayRange, now: number, earlier = 0) {
  const range = orderedRange({ from: inCalendar(asked.from), to: inCalendar(asked.to) }, () => null)
  const before = rangeBefore(range)
  const until = comparedUntil(range, before, now)
  const days = (from: string, to: string, accounts: readonly Account[], each: boolean) => ({
    ...{ book: 'day' as const, accounts, from, to, each },
  })
  return {
    range,
    asked: {
      sums: [
        days(BEFORE_ALL, dayAfter(before.from, -1), BALANCES, false),
        days(before.from, AFTER_ALL, BALANCES, true),
        days(
          before.from,
          range.to,
          DAILY_ACCOUNTS.filter((account) => !BALANCES.includes(account)),
          true,
        ),
        days(
          range.from,
          range.to,
          WHOLE_ACCOUNTS.filter((account) => !BALANCES.includes(account)),
          false,
        ),
        ...(until === null ? [] : [days(before.to, before.to, ['back-hour'], true)]),
        { book: 'none' as const, accounts: OF_SHIFTS, from: range.from, to: range.to, each: true },
      ],
      shifts: {
        from: shopMoment(dayAfter(range.from, -earlier)),
        before: shopMoment(dayAfter(range.to, 1)),
        accounts: [...OF_SHIFTS, 'cash' as const],
      },
      ...(until === null
        ? {}
        : {
            moved: {
              opened: shopMoment(dayAfter(before.to, -1)),
              from: shopMoment(before.to, `${until.slice(0, 2)}:00`),
              before: shopMoment(before.to, until),
            },
          }),
    },
  }
}
