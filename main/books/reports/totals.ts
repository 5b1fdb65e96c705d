import { COMPARED, type Compared, type ReportTotals } from '../../../shared/books/report.ts'
import { summed } from '../../../shared/ledger/index.ts'
import { money } from '../../../shared/money/money.ts'
import type { Gathered } from './gather.ts'
import { averageOf } from './tables.ts'

export function totalsOf({ byDay, backByDay, hours }: Gathered): ReportTotals {
  const sold = summed(byDay.values())
  const back = summed(backByDay.values()).amount
  return {
    sales: sold.times,
    amount: money(sold.amount),
    back: money(back),
    net: money(sold.amount - back),
    averageSale: averageOf(sold.amount, sold.times),
    averageHour: averageOf(sold.amount, hours),
    linesOfSale: sold.times === 0 ? 0 : Math.round((sold.lines * 100) / sold.times),
    days: byDay.size,
  }
}

/** The changes in hundredths of a percent. Null if the earlier value is zero or negative, because a percentage of it has no meaning. */
export function changesBetween(
  before: ReportTotals,
  now: ReportTotals,
): Readonly<Record<Compared, number | null>> {
  const changes = COMPARED.map((which) => [
    which,
    before[which] <= 0 ? null : Math.round(((now[which] - before[which]) * 10_000) / before[which]),
  ])
  return Object.fromEntries(changes) as Record<Compared, number | null>
}
