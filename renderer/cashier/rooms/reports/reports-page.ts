import { useStore } from 'zustand'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import type { DayRange, ReportColumn, ShownTable, Sorting } from '../../../../shared/books/report.ts'
import { createRoomStore } from '../../page/visit.ts'
import { daysNamed } from '../../parts/day-entry.tsx'

export const SPANS = ['today', 'yesterday', 'week', 'month', 'days'] as const
export type Span = (typeof SPANS)[number]

/** State of the reports room. It is kept while another room is open. */
export type ReportsPage = {
  readonly span: Span
  /** Only for `days`: the texts of the date fields, possibly empty. */
  readonly days: DayRange
  readonly till: TillChoice
  readonly table: ShownTable
  /** Null for the default order. */
  readonly sorting: Sorting | null
}

const reportsPage = createRoomStore<ReportsPage>({
  span: 'today',
  days: { from: '', to: '' },
  till: 'this',
  table: 'today',
  sorting: null,
})

export const useReportsPage = (): ReportsPage => useStore(reportsPage)

/** A single day shows the table of hours, several show the table of days, unless a person chose another table. */
export const chooseSpan = (span: Span, shown: DayRange): void =>
  reportsPage.setState(({ table }) => ({
    span,
    ...(span === 'days' ? { days: shown } : {}),
    ...(table === 'hours' || table === 'days'
      ? { table: span === 'today' || span === 'yesterday' ? 'hours' : 'days', sorting: null }
      : {}),
  }))
export const chooseDays = (days: Partial<DayRange>): void =>
  reportsPage.setState((page) => ({ days: { ...page.days, ...days } }))
export const chooseTill = (till: TillChoice): void => reportsPage.setState({ till })
export const chooseTable = (table: ShownTable): void => reportsPage.setState({ table, sorting: null })
/** Shows a table for today, whatever days were chosen in another tab, so that it has the same figures as the page of today. */
export const chooseTableOfToday = (table: ShownTable): void =>
  reportsPage.setState({ table, span: 'today', sorting: null })
export const sortBy = (column: ReportColumn): void =>
  reportsPage.setState(({ sorting }) => ({
    sorting: { column, down: sorting?.column === column ? !sorting.down : true },
  }))

/** An empty date field counts as the other one, or as today. */
export const rangeOf = ({ span, days }: Pick<ReportsPage, 'span' | 'days'>, today: string): DayRange =>
  span === 'days'
    ? { from: days.from || days.to || today, to: days.to || days.from || today }
    : daysNamed(span, today)
