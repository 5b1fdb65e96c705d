import { useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ReportRow, ReportTable } from '../../../../shared/books/report.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { withSign } from '../../../texts/index.ts'
import { type Say, useText } from '../../page/index.ts'
import { type ChartLines, chartLines, chartOptions } from './chart-options.ts'
import styles from './reports.module.css'

type ChartProps = { readonly table: ReportTable; readonly rows: readonly ReportRow[] }

/** Shows a table as a chart. */
export function Chart({ table, rows }: ChartProps) {
  const say = useText()
  const lines = useMemo(() => chartLines(say, table, rows), [say, table, rows])
  const compared = lines.before.some((amount) => amount !== null)
  return (
    <figure className={styles.chart} data-testid="reports-chart">
      <div role="img" aria-label={chartWords(say, table, lines)} className={styles.canvas}>
        <Drawn lines={lines} />
      </div>
      <figcaption className={styles.legend} aria-hidden="true">
        <span className={styles.keyNow}>{say('reports.chart.now')}</span>
        {compared ? <span className={styles.keyBefore}>{say('reports.chart.before')}</span> : null}
      </figcaption>
    </figure>
  )
}

/** A sentence about the chart for screen readers: the total, the highest and the lowest amount. */
function chartWords(say: Say, table: ReportTable, { labels, now }: ChartLines): string {
  const most = Math.max(...now)
  const least = Math.min(...now)
  const at = (amount: number): string => labels[now.indexOf(amount)] ?? ''
  const amount = (tugrik: number): string => withSign(tugriks(tugrik))
  return say('reports.chart', {
    table: say(`reports.table.${table}`),
    all: amount(now.reduce((sum, one) => sum + one, 0)),
    most: amount(most),
    mostAt: at(most),
    least: amount(least),
    leastAt: at(least),
  })
}

function Drawn({ lines }: { readonly lines: ChartLines }) {
  const ground = useRef<HTMLDivElement>(null)
  const looks = useLooks()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart reads the colours of the looks while it draws.
  useEffect(() => {
    const { current } = ground
    if (current === null) return undefined
    const size = () => ({ width: current.clientWidth, height: current.clientHeight })
    const data = [lines.labels.map((_, at) => at), [...lines.before], [...lines.now]] as uPlot.AlignedData
    const plot = new uPlot({ ...chartOptions(lines), ...size() }, data, current)
    const watch = new ResizeObserver(() => plot.setSize(size()))
    watch.observe(current)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [lines, looks])
  return <div ref={ground} className={styles.ground} />
}

/** Changes with the theme and the text size: a canvas does not follow CSS and must be drawn again. */
function useLooks(): string {
  const [looks, setLooks] = useState(looksNow)
  useEffect(() => {
    const watch = new MutationObserver(() => setLooks(looksNow()))
    watch.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-text'] })
    return () => watch.disconnect()
  }, [])
  return looks
}

function looksNow(): string {
  const { theme, text } = document.documentElement.dataset
  return `${theme} ${text}`
}
