/** The cells of a report in words, for the screen and for paper. */

import {
  type BridgeKind,
  type BridgePart,
  isBridge,
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
import { formatQuantity } from '../money/quantity.ts'
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
    case 'times':
    case 'lines':
    case 'vatUntold':
    case 'cityTaxUntold':
      return row[column].toLocaleString('en-US')
    case 'vat':
    case 'cityTax':
      return row[column] === null ? UNTOLD : formatMoney(row[column])
    case 'quantity':
      return formatQuantity(row.quantity)
    case 'share':
      return (row.share / 100).toFixed(1)
    default:
      return row[column] === null ? '' : formatMoney(row[column])
  }
}

/** The text key of a kind. The bridge has the words of X and Z. */
export const kindText = (kind: RowKind) =>
  kind.startsWith('bridge-')
    ? (`shift.bridge.${kind.slice('bridge-'.length) as BridgePart}` as const)
    : (`reports.kind.${kind as Exclude<RowKind, BridgeKind>}` as const)

/** The column's total; empty if its figures cannot be added. */
export function totalWords(column: ReportColumn, rows: readonly ReportRow[]): string {
  const total = totalOf(column, rows)
  if (total === null) return ''
  return column === 'times' || column === 'lines' ? total.toLocaleString('en-US') : formatMoney(money(total))
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
