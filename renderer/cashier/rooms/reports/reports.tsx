import { useCallback, useState } from 'react'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import {
  type RangeTable,
  REPORT_COLUMNS,
  REPORT_TABS,
  type Report,
  type ReportOrder,
  type ReportTab,
  type ReportTable,
  type ShownTable,
  type Sorting,
  TABS,
  type TableOfReport,
  tabOf,
} from '../../../../shared/books/report.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { Choice, Empty, optionsOf, Page, PressButton, Toolbar } from '../../../kit/index.ts'
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
import { ComparedWith } from './compared-with.tsx'
import { Picture } from './picture.tsx'
import { RangeChooser } from './range-chooser.tsx'
import { ReportRows } from './report-rows.tsx'
import styles from './reports.module.css'
import { chooseTable, chooseTill, rangeOf, useReportsPage } from './reports-page.ts'
import { SaveTable } from './save-table.tsx'
import { ToIssueList } from './to-issue-list.tsx'
import { Today } from './today.tsx'
import { type Reported, useReport } from './use-report.ts'

const MINUTE_MS = 60_000

/** Sales reports over a range of days, compared with the range before. */
export function Reports() {
  const may = useMay('reports')
  const { table } = useReportsPage()
  if (may) return table === 'today' ? <SeenToday /> : <Seen table={table} />
  return (
    <Page title={say('reports.title')} testId="reports">
      <Empty icon="lock" title={say('reports.notAllowed.title')} todo={say('reports.notAllowed.todo')} />
    </Page>
  )
}

function SeenToday() {
  const till = useTillChoice(useReportsPage().till)
  return (
    <Page
      title={say('reports.title')}
      note={<TillFilter value={till} onChange={chooseTill} />}
      width="full"
      testId="reports"
    >
      <Tabs table="today" isOffered={() => true} />
      <Today key={till} till={till} />
    </Page>
  )
}

function Seen({ table }: { readonly table: RangeTable }) {
  const page = useReportsPage()
  const now = useNow(MINUTE_MS)
  const today = shopDay(now)
  const range = rangeOf(page, today)
  const running = range.from >= today || range.to >= today
  const till = useTillChoice(page.till)
  const reported = useReport(
    range,
    till,
    orderOf(table, page.sorting),
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
      {shown === null ? null : <Shown report={shown} till={till} table={table} />}
    </Page>
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

type TabsProps = { readonly table: ShownTable; readonly isOffered: (table: RangeTable) => boolean }

/** The tabs, and below them the tables of the open one where it has several. */
function Tabs({ table, isOffered }: TabsProps) {
  const open = tabOf(table)
  const tables = (TABS[open] as readonly ShownTable[]).filter(
    (value): value is ReportTable => value in REPORT_COLUMNS && isOffered(value as ReportTable),
  )
  return (
    <div className={styles.tables}>
      <Choice<ReportTab>
        labelHidden
        label={say('reports.title')}
        value={open}
        options={optionsOf(REPORT_TABS, (value) => say(`reports.tab.${value}`), 'reports-tab')}
        onChange={(tab) => chooseTable(TABS[tab][0])}
      />
      {tables.length > 1 ? (
        <Choice<ShownTable>
          labelHidden
          label={say('word.table')}
          value={table}
          options={optionsOf(tables, (value) => say(`reports.table.${value}`), 'reports-table')}
          onChange={chooseTable}
        />
      ) : null}
    </div>
  )
}

type ShownProps = { readonly report: Report; readonly till: TillChoice; readonly table: RangeTable }

function Shown({ report, till, table }: ShownProps) {
  const { sorting } = useReportsPage()
  return (
    <>
      <Tabs table={table} isOffered={(value) => isOffered(report, value)} />
      <BigFigures report={report} />
      <Toolbar>
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
  const shown = withoutZeros(report.tables[table], table)
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

/** Rows of kinds that did not occur are left out. */
function withoutZeros(shown: TableOfReport, table: ReportTable): TableOfReport {
  if (REPORT_COLUMNS[table][0] !== 'kind') return shown
  const rows = shown.rows.filter(
    ({ times, lines, amount, back, net }) => times || lines || amount || back || net,
  )
  return { rows, all: rows.length }
}

/** The table of tills is offered only if the journal has sales of several tills. */
const isOffered = ({ tables }: Report, table: RangeTable): boolean =>
  table !== 'tills' || tables.tills.rows.length > 1

/** Cancelled charges and returns are shown even if nothing was sold. */
function isEmpty({ totals, tables }: Report, table: RangeTable): boolean {
  if (table === 'picture') return totals.sales === 0
  const nothing = tables[table].rows.every(
    ({ times, back, net, removed, overShort }) => !(times || back || net || removed || overShort),
  )
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
