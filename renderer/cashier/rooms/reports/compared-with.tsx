import type { DayRange } from '../../../../shared/books/report.ts'
import { weekdayOf } from '../../../../shared/shop/shop-day.ts'
import { say } from '../../page/index.ts'

type ComparedProps = { readonly range: DayRange; readonly until: string | null }

/** What the figures are compared with. */
export function ComparedWith({ range, until }: ComparedProps) {
  const sameYear = range.from.slice(0, 4) === range.to.slice(0, 4)
  const [from, to] = sameYear ? [range.from.slice(5), range.to.slice(5)] : [range.from, range.to]
  const weekday = say(`reports.weekday.${weekdayOf(range.from)}`)
  return (
    <small data-testid="reports-compared" title={`${range.from} – ${range.to}`}>
      {until === null
        ? from === to
          ? say('reports.compared.day', { from, weekday })
          : say('reports.compared', { from, to })
        : from === to
          ? say('reports.compared.day.until', { from, until, weekday })
          : say('reports.compared.until', { from, to, until })}
    </small>
  )
}
