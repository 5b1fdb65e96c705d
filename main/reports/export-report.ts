/** A table of a report as a file: days are dates, figures are numbers, codes stay texts. */
import {
  type DayRange,
  REPORT_COLUMNS,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type RowKind,
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

/** Answers where the file lies. */
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
  yield columns.map((column) => headerOf(table, column, language))
  for (const row of rows) yield columns.map((column) => cellOf(table, row, column, language))
}

function headerOf(table: ReportTable, column: ReportColumn, language: Language): string {
  const texts = TEXTS[language]
  if (column === 'times') return texts[`reports.times.${table}`]
  if (column === 'average')
    return texts[table === 'weekdays' ? 'reports.column.averageDay' : 'reports.column.average']
  return texts[`reports.column.${column}`]
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
      return row.name || texts[table === 'cashiers' ? 'reports.nobody' : 'reports.unnamed']
    case 'kind':
      return texts[`reports.kind.${row.key as RowKind}`]
    case 'times':
    case 'lines':
      return row[column]
    case 'quantity':
      return row.quantity / 1000
    // Hundredths of a percent.
    case 'share':
      return row.share / 100
    case 'before':
      return row.before === null ? '' : row.before / 100
    default:
      return row[column] / 100
  }
}
