import { formatMoney } from '../../../shared/money.ts'
import { formatQuantity } from '../../../shared/quantity.ts'
import {
  columnText,
  namelessText,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type RowKind,
} from '../../../shared/report.ts'
import type { Say } from '../text.ts'

export const headWords = (say: Say, table: ReportTable, column: ReportColumn): string =>
  say(columnText(table, column))

export function cellWords(say: Say, table: ReportTable, column: ReportColumn, row: ReportRow): string {
  switch (column) {
    case 'day':
    case 'code':
      return row.key
    case 'hour':
      return `${row.key}:00`
    case 'weekday':
      return say(`reports.weekday.${row.key as '1'}`)
    case 'name':
      return row.name || say(namelessText(table))
    case 'kind':
      return say(`reports.kind.${row.key as RowKind}`)
    case 'times':
    case 'lines':
      return row[column].toLocaleString('en-US')
    case 'quantity':
      return formatQuantity(row.quantity)
    case 'share':
      return (row.share / 100).toFixed(1)
    default:
      return row[column] === null ? '' : formatMoney(row[column])
  }
}

/** What a column is put in order by. */
export function sortValue(column: ReportColumn, row: ReportRow): string | number {
  switch (column) {
    case 'day':
    case 'hour':
    case 'weekday':
    case 'code':
    case 'kind':
      return row.key
    case 'name':
      return row.name
    default:
      return row[column] ?? -1
  }
}
