import { useCallback, useState } from 'react'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import {
  type DayRange,
  REPORT_TABLES,
  type Report,
  type ReportOrder,
  type ReportTable,
  type Sorting,
} from '../../../../shared/books/report.ts'
import { shopDay, weekdayOf } from '../../../../shared/shop/shop-day.ts'
import { Choice, Empty, Page, PressButton, Toolbar } from '../../../kit/index.ts'
import { call, say, useAskedOnce, useMay } from '../../page/index.ts'
import { FailureNote, Unanswered } from '../../parts/failure-note.tsx'
import { useNow } from '../../parts/moment.ts'
import { HowCurrent, TillFilter, useTillChoice } from '../all-tills/index.ts'
import { ShiftFigures, shiftTitle } from '../shift/shift-figures.tsx'
import { AccountingExport } from './accounting-export.tsx'
import { BelowTable } from './below-table.tsx'
import { BigFigures } from './big-figures.tsx'
import { Chart } from './chart.tsx'
import { hasChart } from './chart-options.ts'
import { Picture } from './picture.tsx'
import { RangeChooser } from './range-chooser.tsx'
import { ReportRows } from './report-rows.tsx'
import styles from './reports.module.css'
import { chooseTable, chooseTill, rangeOf, type ShownTable, useReportsPage } from './reports-page.ts'
import { SaveTable } from './save-table.tsx'
import { ToIssueList } from './to-issue-list.tsx'
import { type Reported, useReport } from './use-report.ts'

const MINUTE_MS = 60_000

/** Sales reports over a range of days, compared with the range before. */
export function Reports() {
  const may = useMay('reports')
  if (may) return <Seen />
  return (
    <Page title={say('reports.title')} testId="reports">
      <Empty icon="lock" title={say('reports.notAllowed.title')} todo={say('reports.notAllowed.todo')} />
    </Page>
  )
}

function Seen() {
  const page = useReportsPage()
  const now = useNow(MINUTE_MS)
  const today = shopDay(now)
  const range = rangeOf(page, today)
  const running = range.from >= today || range.to >= today
  const till = useTillChoice(page.till)
  const reported = useReport(
    range,
    till,
    orderOf(page.table, page.sorting),
    running ? Math.floor(now / MINUTE_MS) : 0,
  )
  const { report, tills } = reported
  // The figures of other tills are not shown under this choice.
  const shown = reported.till === till ? report : null
  return (
    <Page
      title={say('reports.title')}
      note={
        <>
          <RangeChooser range={range} today={today}>
            <TillFilter value={till} onChange={chooseTill} />
          </RangeChooser>
          {shown === null ? null : <ComparedWith range={shown.before} until={shown.beforeUntil} />}
          {shown === null ? null : <HowCurrent tills={tills} />}
        </>
      }
      tools={<Progress reported={reported} />}
      width="full"
      busy={reported.share !== null}
      testId="reports"
    >
      <FailureNote
        failure={reported.failure}
        {...(till === 'this' ? {} : { todo: say('allTills.ownInstead') })}
      />
      {shown === null ? null : <Shown report={shown} till={till} />}
    </Page>
  )
}

type ComparedProps = { readonly range: DayRange; readonly until: string | null }

function ComparedWith({ range, until }: ComparedProps) {
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

/** Only the table of goods is sorted by the main process, because the page gets only a part of its rows. */
function orderOf(table: ShownTable, sorting: Sorting | null): ReportOrder {
  if (table !== 'products' || sorting === null || !sorting.down) return 'amount'
  const { column } = sorting
  return column === 'quantity' || column === 'times' || column === 'back' ? column : 'amount'
}

function Progress({ reported }: { readonly reported: Reported }) {
  const { share, stopped, stop, again } = reported
  return (
    <div className={styles.progress} role="status">
      {share === null ? (
        <PressButton tone="subtle" onPress={again}>
          {say(stopped ? 'reports.again' : 'reports.refresh')}
        </PressButton>
      ) : (
        <>
          <small>{say('reports.adding', { percent: Math.floor(share * 100) })}</small>
          <PressButton tone="subtle" onPress={stop}>
            {say('word.stop')}
          </PressButton>
        </>
      )}
    </div>
  )
}

function Shown({ report, till }: { readonly report: Report; readonly till: TillChoice }) {
  const { table, sorting } = useReportsPage()
  return (
    <>
      <BigFigures report={report} />
      <Toolbar>
        <div className={styles.tables}>
          <Choice<ShownTable>
            labelHidden
            label={say('word.table')}
            value={table}
            options={(['picture', ...REPORT_TABLES] as const)
              .filter((value) => isOffered(report, value))
              .map((value) => ({
                value,
                label: say(`reports.table.${value}`),
                testId: `reports-table-${value}`,
              }))}
            onChange={chooseTable}
          />
        </div>
        {table === 'picture' ? null : (
          <SaveTable range={report} till={till} table={table} sorting={sorting} />
        )}
        {till === 'this' ? <AccountingExport range={report} /> : null}
      </Toolbar>
      {isEmpty(report, table) ? (
        <Empty icon="chart" title={say('reports.nothing.title')} todo={say('reports.nothing.todo')} />
      ) : table === 'picture' ? (
        <Picture report={report} />
      ) : (
        <OneTable
          key={`${report.from} ${report.to} ${till} ${table}`}
          report={report}
          till={till}
          table={table}
          sorting={sorting}
        />
      )}
    </>
  )
}

type OneTableProps = {
  readonly report: Report
  readonly till: TillChoice
  readonly table: ReportTable
  readonly sorting: Sorting | null
}

function OneTable({ report, till, table, sorting }: OneTableProps) {
  const shown = report.tables[table]
  const [opened, open] = useState<string | null>(null)
  const chart = hasChart(table) && shown.rows.length > 1 && report.totals.sales > 0
  return (
    <div className={chart ? styles.both : styles.alone}>
      {chart ? <Chart table={table} rows={shown.rows} /> : null}
      {opened === null ? null : table === 'shifts' ? (
        <ZOfShift shiftId={opened} onClose={() => open(null)} />
      ) : (
        <ToIssueList day={opened} onClose={() => open(null)} />
      )}
      <ReportRows
        table={table}
        shown={shown}
        sorting={sorting}
        {...((table === 'elsewhere' && till === 'this') || table === 'shifts'
          ? { onOpen: ({ key }) => open(key) }
          : {})}
      />
    </div>
  )
}

/** The table of tills is offered only if the journal has sales of several tills. */
const isOffered = ({ tables }: Report, table: ShownTable): boolean =>
  table !== 'tills' || tables.tills.rows.length > 1

/** Cancelled charges and returns are shown even if nothing was sold. */
function isEmpty({ totals, tables }: Report, table: ShownTable): boolean {
  if (table === 'picture') return totals.sales === 0
  const nothing = tables[table].rows.every(({ times, back, net }) => times === 0 && back === 0 && net === 0)
  return nothing || (totals.sales === 0 && hasChart(table))
}

type ZOfShiftProps = { readonly shiftId: string; readonly onClose: () => void }

/** The Z of a shift of any till; of an open shift of this till its figures so far. */
function ZOfShift({ shiftId, onClose }: ZOfShiftProps) {
  const { value, failure } = useAskedOnce(useCallback(() => call('getShiftOfReport', { shiftId }), [shiftId]))
  const title =
    value === null ? say('shift.list') : `${value.shift.terminal} · ${shiftTitle(say, value.shift)}`
  return (
    <BelowTable title={title} answer={value ?? failure} onClose={onClose} testId="z-of-shift">
      {value === null ? <Unanswered failure={failure} /> : <ShiftFigures report={value} />}
    </BelowTable>
  )
}
