/** The sums of the range before, for comparing. Where the range ends today, the last day before counts up to the present time of day. */
import type { DayRange } from '../../shared/report.ts'
import { totalOf } from '../../shared/sale-status.ts'
import { shopClock, shopDay, shopMoment } from '../../shared/shop-day.ts'
import { NOTHING } from '../ledger/index.ts'
import { bookOf, type SumReader, type SumRow } from '../projections/index.ts'
import { daysIn } from './days.ts'
import { type Gathered, gather, nothingYet } from './gather.ts'

/** "14:25": the time up to which the last day before counts; null where all of it counts. */
export function comparedUntil({ from, to }: DayRange, before: DayRange, now: number): string | null {
  // A month can be longer than the one before: then all of that one counts.
  if (to !== shopDay(now) || daysIn({ from, to }) !== daysIn(before)) return null
  return shopClock(now).slice(0, 5)
}

export function gatherBefore(sums: SumReader, before: DayRange, until: string | null): Gathered {
  const gathered = nothingYet()
  const rows = sums.byDay(before.from, before.to)
  if (until === null) gather(gathered, rows)
  else {
    const hour = until.slice(0, 2)
    // Returns are summed by day only: those of the last day are not compared.
    gather(
      gathered,
      rows.filter(
        ({ account, book, key }) => book < bookOf.day(before.to) || (account === 'hour' && key < hour),
      ),
    )
    const sold = sums.soldWithin(before.to, shopMoment(before.to, `${hour}:00`), shopMoment(before.to, until))
    const row: SumRow = {
      ...NOTHING,
      account: 'hour',
      book: bookOf.day(before.to),
      key: hour,
      times: sold.length,
      lines: sold.reduce((sum, { lines }) => sum + lines.length, 0),
      amount: sold.reduce((sum, { lines }) => sum + totalOf(lines), 0),
    }
    if (sold.length > 0) gather(gathered, [row])
  }
  return gathered
}
