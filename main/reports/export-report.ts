/** Writes a table of a report to a file: days as dates, figures as numbers, codes as text. */
import {
  columnText,
  type DayRange,
  namelessText,
  REPORT_COLUMNS,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type RowKind,
  UNTOLD,
} from '../../shared/report.ts'
import type { Language } from '../../shared/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { type Cell, writeTable } from '../tables/index.ts'

export type ReportExport = DayRange & {
  readonly table: ReportTable
  readonly rows: readonly ReportRow[]
  readonly format: 'csv' | 'xlsx'
  readonly folder: string
  readonly language: Language
}

/** Returns the path of the file. */
export const exportReport = ({
  from,
  to,
  table,
  rows,
  format,
  folder,
  language,
}: ReportExport): Promise<string> =>
  writeTable({
    folder,
    name: `${language === 'mn' ? 'tailan' : 'report'}-${table}-${from}_${to}`,
    format,
    rows: cellsOf(table, rows, language),
  })

function* cellsOf(
  table: ReportTable,
  rows: readonly ReportRow[],
  language: Language,
): Generator<readonly Cell[], void> {
  const columns: readonly ReportColumn[] = REPORT_COLUMNS[table]
  yield columns.map((column) => TEXTS[language][columnText(table, column)])
  for (const row of rows) yield columns.map((column) => cellOf(table, row, column, language))
}

function cellOf(table: ReportTable, row: ReportRow, column: ReportColumn, language: Language): Cell {
  const texts = TEXTS[language]
  switch (column) {
    case 'day':
      return { day: row.key }
    case 'hour':
      return Number(row.key)
    case 'weekday':
      return texts[`reports.weekday.${row.key as '1'}`]
    case 'code':
      return row.key
    case 'name':
      return row.name || texts[namelessText(table)]
    case 'kind':
      return texts[`reports.kind.${row.key as RowKind}`]
    case 'times':
    case 'lines':
    case 'vatUntold':
    case 'cityTaxUntold':
      return row[column]
    case 'vat':
    case 'cityTax':
      return row[column] === null ? UNTOLD : row[column] / 100
    case 'quantity':
      return row.quantity / 1000
    // Hundredths of a percent.
    case 'share':
      return row.share / 100
    default:
      return row[column] === null ? '' : row[column] / 100
  }
}
