/** Writes a table of a report to a file: days as dates, figures as numbers, codes as text. A workbook has totals, too. */
import type { TillFigures } from '../../../shared/books/all-tills.ts'
import {
  columnText,
  type DayRange,
  type FigureForm,
  formOf,
  isBridge,
  isWords,
  REPORT_COLUMNS,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  totalOf,
  UNTOLD,
  WHOLE_TABLES,
} from '../../../shared/books/report.ts'
import type { Language } from '../../../shared/shop/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { cellWords } from '../../../shared/texts/report-words.ts'
import { type Cell, fileName, sheetTitle, writeTable } from '../../shop/tables/index.ts'
import { tillLines } from './till-lines.ts'

export type ReportExport = DayRange & {
  readonly table: ReportTable
  readonly rows: readonly ReportRow[]
  /** How current the figures of each till are; empty for a report of this till. */
  readonly tills: readonly TillFigures[]
  /** What the file's name ends with. */
  readonly more: string
  readonly format: 'csv' | 'xlsx'
  readonly folder: string
  readonly language: Language
  readonly testMode: boolean
}

/** Returns the path of the file. */
export function exportReport(report: ReportExport): Promise<string> {
  const { from, to, table, rows, language, more, format, folder } = report
  return writeTable({
    folder,
    name: fileName(report, `${language === 'mn' ? 'tailan' : 'report'}-${table}-${from}_${to}${more}`),
    format,
    sheet: sheetTitle(report, TEXTS[language][`reports.table.${table}`]),
    rows: withTills(cellsOf(table, rows, language), report.tills, language),
    total: totalCells(table, rows, language),
  })
}

function* cellsOf(
  table: ReportTable,
  rows: readonly ReportRow[],
  language: Language,
): Generator<readonly Cell[], void> {
  const columns: readonly ReportColumn[] = REPORT_COLUMNS[table]
  yield columns.map((column) => TEXTS[language][columnText(table, column)])
  for (const row of rows) yield columns.map((column) => cellOf(table, row, column, language))
}

/** With one more column that says in the first row how current the figures are, because a program reads each row as data. */
function* withTills(
  rows: Iterable<readonly Cell[]>,
  tills: readonly TillFigures[],
  language: Language,
): Generator<readonly Cell[], void> {
  let place = 0
  for (const row of rows) {
    const told = [TEXTS[language]['reports.tills'], tillLines(tills, language).join('; ')][place]
    yield told === undefined || tills.length === 0 ? row : [...row, told]
    place += 1
  }
}

function totalCells(
  table: ReportTable,
  rows: readonly ReportRow[],
  language: Language,
): readonly Cell[] | null {
  if (!WHOLE_TABLES.has(table) || rows.length < 2) return null
  const columns: readonly ReportColumn[] = REPORT_COLUMNS[table]
  return columns.map((column, place) => {
    if (place === 0) return TEXTS[language]['word.total']
    if (isWords(column)) return ''
    const total = totalOf(column, rows)
    return total === null ? '' : figureCell(formOf(column), total)
  })
}

function cellOf(table: ReportTable, row: ReportRow, column: ReportColumn, language: Language): Cell {
  if (isBridge(table, row) && column !== 'kind' && column !== 'net') return ''
  if (column === 'day') return { day: row.key }
  if (column === 'hour') return Number(row.key)
  if (isWords(column)) return cellWords((key) => TEXTS[language][key], table, column, row)
  return figureCell(formOf(column), row[column])
}

function figureCell(form: FigureForm, figure: number | null): Cell {
  if (figure === null) return form === 'tax' ? UNTOLD : ''
  switch (form) {
    case 'count':
      return figure
    case 'quantity':
      return figure / 1000
    // Hundredths of a percent, or of a tugrik.
    case 'share':
    case 'money':
    case 'tax':
      return { amount: figure }
  }
}
