import { money } from '../../shared/money.ts'
import { COMPARED, type Compared, type ReportTotals } from '../../shared/report.ts'
import { type Gathered, noSum } from './gather.ts'
import { averageOf } from './tables.ts'

export function totalsOf({ byDay, backByDay, hours }: Gathered): ReportTotals {
  const sold = noSum()
  let back = 0
  for (const day of byDay.values()) {
    sold.times += day.times
    sold.lines += day.lines
    sold.amount += day.amount
  }
  for (const { amount } of backByDay.values()) back += amount
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

/** In hundredths of a percent of what it was; null of what there was nothing of, and of what is not told. */
export function changesBetween(
  before: ReportTotals,
  now: ReportTotals,
  untold: readonly Compared[] = [],
): Readonly<Record<Compared, number | null>> {
  const changes = COMPARED.map((which) => [
    which,
    before[which] === 0 || untold.includes(which)
      ? null
      : Math.round(((now[which] - before[which]) * 10_000) / before[which]),
  ])
  return Object.fromEntries(changes) as Record<Compared, number | null>
}
