import type { ReportRow, ReportTable } from '../../../shared/report.ts'
import type { Say } from '../text.ts'

/** Tables whose rows follow one another in time. The others have their bars beside their figures. */
export const hasChart = (table: ReportTable): boolean =>
  table === 'days' || table === 'hours' || table === 'weekdays'

/** In whole tugriks: a chart shows no möngö. */
export type ChartLines = {
  readonly labels: readonly string[]
  readonly now: readonly number[]
  readonly before: readonly (number | null)[]
}

export const chartLines = (say: Say, table: ReportTable, rows: readonly ReportRow[]): ChartLines => ({
  labels: rows.map(({ key }) => labelOf(say, table, key)),
  now: rows.map(({ amount }) => Math.round(amount / 100)),
  before: rows.map(({ before }) => (before === null || before === 0 ? null : Math.round(before / 100))),
})

function labelOf(say: Say, table: ReportTable, key: string): string {
  if (table === 'weekdays') return say(`reports.weekday.${key as '1'}`)
  return table === 'days' ? key.slice(5) : key
}
