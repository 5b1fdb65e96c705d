/** The cells of a report in words, for the screen and for paper. */

import {
  type BridgeKind,
  type BridgePart,
  type FigureForm,
  formOf,
  isBridge,
  isWords,
  namelessText,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type RowKind,
  type Sorting,
  totalOf,
  UNTOLD,
} from '../books/report.ts'
import { formatMoney, money } from '../money/money.ts'
import { formatQuantity, quantity } from '../money/quantity.ts'
import type { TextKey } from './index.ts'

/** A text of the reports, in the language of the screen or the paper. */
export type SayReport = (
  key: Extract<TextKey, `reports.${string}` | `shift.bridge.${string}` | `word.${string}`>,
) => string

export function cellWords(say: SayReport, table: ReportTable, column: ReportColumn, row: ReportRow): string {
  if (isBridge(table, row) && column !== 'kind' && column !== 'net') return ''
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
      return say(kindText(row.key as RowKind))
    default:
      return figureWords(formOf(column), row[column])
  }
}

function figureWords(form: FigureForm, figure: number | null): string {
  if (figure === null) return form === 'tax' ? UNTOLD : ''
  switch (form) {
    case 'count':
      return figure.toLocaleString('en-US')
    case 'quantity':
      return formatQuantity(quantity(figure))
    case 'share':
      return (figure / 100).toFixed(1)
    case 'money':
    case 'tax':
      return formatMoney(money(figure))
  }
}

/** The text key of a kind. The bridge has the words of X and Z. */
export const kindText = (kind: RowKind) =>
  kind.startsWith('bridge-')
    ? (`shift.bridge.${kind.slice('bridge-'.length) as BridgePart}` as const)
    : (`reports.kind.${kind as Exclude<RowKind, BridgeKind>}` as const)

/** The column's total; empty if its figures cannot be added. */
export function totalWords(column: ReportColumn, rows: readonly ReportRow[]): string {
  if (isWords(column)) return ''
  const total = totalOf(column, rows)
  return total === null ? '' : figureWords(formOf(column), total)
}

export function sorted(rows: readonly ReportRow[], sorting: Sorting | null): readonly ReportRow[] {
  if (sorting === null) return rows
  const { column, down } = sorting
  const before = (one: ReportRow, other: ReportRow): number => {
    const [a, b] = [sortValue(column, one), sortValue(column, other)]
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'mn')
    return down ? -order : order
  }
  return [...rows].sort(before)
}

/** The value by which a column is sorted. */
function sortValue(column: ReportColumn, row: ReportRow): string | number {
  if (isWords(column)) return column === 'name' ? row.name : row.key
  return row[column] ?? -1
}
