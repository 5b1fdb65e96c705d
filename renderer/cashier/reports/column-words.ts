import { formatMoney } from '../../../shared/money.ts'
import { formatQuantity } from '../../../shared/quantity.ts'
import type { ReportColumn, ReportRow, ReportTable, RowKind } from '../../../shared/report.ts'
import type { Say } from '../text.ts'

export function headWords(say: Say, table: ReportTable, column: ReportColumn): string {
  if (column === 'times') return say(`reports.times.${table}`)
  if (column === 'average' && table === 'weekdays') return say('reports.column.averageDay')
  return say(`reports.column.${column}`)
}

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
      return nameOf(say, table, row)
    case 'kind':
      return say(`reports.kind.${row.key as RowKind}`)
    case 'times':
    case 'lines':
      return row[column].toLocaleString('en-US')
    case 'quantity':
      return formatQuantity(row.quantity)
    case 'share':
      return (row.share / 100).toFixed(1)
    case 'before':
      return row.before === null ? '' : formatMoney(row.before)
    default:
      return formatMoney(row[column])
  }
}

const NAMELESS: Partial<Record<ReportTable, 'reports.nobody' | 'reports.withoutShift'>> = {
  cashiers: 'reports.nobody',
  shifts: 'reports.withoutShift',
}

const nameOf = (say: Say, table: ReportTable, { name }: ReportRow): string =>
  name || say(NAMELESS[table] ?? 'reports.unnamed')

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
    case 'before':
      return row.before ?? -1
    default:
      return row[column]
  }
}
