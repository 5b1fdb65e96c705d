import uPlot from 'uplot'
import type { ReportRow, ReportTable } from '../../../../shared/books/report.ts'
import { formatMoney, tugriks } from '../../../../shared/money/money.ts'
import type { Say } from '../../page/index.ts'

/** Whether the rows are in order of time. Other tables show bars beside their figures. */
export const hasChart = (table: ReportTable): boolean =>
  table === 'days' || table === 'hours' || table === 'weekdays'

/** Amounts in whole tugriks. */
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

/** With more rows the chart is a line, because bars would be too thin. */
const MOST_BARS = 45

/** The chart is not interactive: the table shows the same figures. */
export function chartOptions(lines: ChartLines): Omit<uPlot.Options, 'width' | 'height'> {
  const ink = token('--ink-2')
  const font = `${Math.round(rem() * 0.75)}px ${token('--font')}`
  const axis = { stroke: ink, font, ticks: { show: false } } satisfies uPlot.Axis
  const bars = lines.labels.length <= MOST_BARS
  const space = widthOf(lines.labels) + 10
  return {
    scales: {
      x: { time: false, range: [-0.5, lines.labels.length - 0.5] },
      y: { range: (_plot, _least, most) => [0, Math.max(1, most) * 1.05] },
    },
    cursor: { show: false },
    legend: { show: false },
    padding: [8, 8, 0, 0],
    series: [
      {},
      { stroke: token('--edge'), width: 1.5, points: { show: false }, ...before(bars) },
      { stroke: token('--sky'), width: 2, points: { show: false }, ...now(bars) },
    ],
    axes: [
      {
        ...axis,
        space,
        incrs: [1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 180, 365],
        grid: { show: false },
        size: Math.round(rem() * 1.6),
        values: (_plot, splits) => splits.map((at) => lines.labels[at] ?? ''),
      },
      {
        ...axis,
        grid: { stroke: token('--line'), width: 1 },
        space: rem() * 2.4,
        size: (_plot, values) => widthOf(values ?? []) + 14,
        values: (_plot, splits) =>
          splits.map((amount) => (Number.isInteger(amount) ? formatMoney(tugriks(amount)) : '')),
      },
    ],
  }
}

/** Wide and pale, behind the current range. */
const before = (bars: boolean): Partial<uPlot.Series> =>
  bars ? { paths: pathsOf(0.86), fill: token('--sunk') } : { dash: [6, 4] }

const now = (bars: boolean): Partial<uPlot.Series> =>
  bars ? { paths: pathsOf(0.56), fill: token('--sky') } : { fill: token('--sky-wash') }

/** The widest bar grows with `width`, so that the wider bars of the range before are visible behind the current ones. */
const pathsOf = (width: number): uPlot.Series.PathBuilder =>
  uPlot.paths.bars?.({ size: [width, Math.round(width * 84)] }) ?? (() => null)

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Estimates the width of the longest label in px from an average digit. */
const widthOf = (labels: readonly string[]): number =>
  Math.max(0, ...labels.map(({ length }) => length)) * rem() * 0.75 * 0.62
