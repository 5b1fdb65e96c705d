/** The sheets of a workbook of any kind (.xlsx, .xls, .ods, and HTML or XML that is named so), each cell as a person sees it. */
import { type CellObject, read, type WorkSheet } from '@e965/xlsx'

export type Sheet = {
  readonly name: string
  readonly hidden: boolean
  /** A hidden row is empty here. */
  readonly hiddenRows: number
  readonly rows: readonly (readonly string[])[]
}

const OPTIONS = { dense: true, cellStyles: true, cellNF: true, cellDates: true, UTC: true } as const

export function readBook(source: string | ArrayBuffer, most: number): readonly Sheet[] {
  const type = typeof source === 'string' ? 'string' : 'array'
  // In HTML and XML, text is not converted to numbers, so that a code keeps its leading zeros.
  const book = read(source, { ...OPTIONS, type, raw: type === 'string', sheetRows: most })
  return book.SheetNames.flatMap((name, at) => {
    const sheet = book.Sheets[name]
    if (sheet?.['!data'] === undefined) return []
    return [{ name, hidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0, ...rowsOf(sheet) }]
  })
}

function rowsOf(sheet: WorkSheet): Pick<Sheet, 'rows' | 'hiddenRows'> {
  let hiddenRows = 0
  const rows = (sheet['!data'] ?? []).map((cells, row): string[] => {
    const isHidden = sheet['!rows']?.[row]?.hidden === true
    const texts = Array.from(cells ?? [], textOf)
    if (isHidden && isFilled(texts)) hiddenRows += 1
    return isHidden ? [] : texts
  })
  // A cell that is merged over several rows is the value of each. Hidden and empty ones stay empty.
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const text = rows[from.r]?.[from.c] ?? ''
    if (text !== '') for (const row of rows.slice(from.r + 1, to.r + 1)) if (isFilled(row)) row[from.c] = text
  }
  return { rows: Array.from(rows, (row) => Array.from(row ?? [], (text) => text ?? '')), hiddenRows }
}

const isFilled = (row: readonly string[] | undefined): boolean =>
  row?.some((text) => text.trim() !== '') ?? false

/** Spreadsheets keep fifteen digits of a number. Further digits are rounding errors of formulas. */
const FIGURES = 15
const LARGEST_EXACT = 10 ** FIGURES

/** Stands in a cell whose formula has no stored result, as Excel writes it. */
const NOT_CALCULATED = '#CALC!'

function textOf(cell: CellObject | undefined | null): string {
  if (cell === undefined || cell === null) return ''
  const { t: type, v: value, z: format } = cell
  if (type === 'z') return cell.f === undefined ? '' : NOT_CALCULATED
  if (type === 'e') return cell.w ?? NOT_CALCULATED
  if (value instanceof Date) return dayOf(value)
  if (typeof value !== 'number') return value === undefined ? '' : String(value)
  // The number format "0000000000000" shows the leading zeros of a code.
  if (typeof format === 'string' && /^"?0{2,}"?$/.test(format)) return cell.w ?? String(value)
  // A longer code has lost its last digits, so it is shown as the spreadsheet shows it.
  return Math.abs(value) < LARGEST_EXACT
    ? String(Number(value.toPrecision(FIGURES)))
    : value.toExponential(FIGURES - 1)
}

/** A spreadsheet shows # signs where the number in a date cell is beyond its calendar, as a barcode is. */
const dayOf = (date: Date): string =>
  date.getTime() < LAST_DAY && date.getUTCFullYear() <= 9999 ? date.toISOString().slice(0, 10) : '########'

const LAST_DAY = Date.UTC(10_000, 0, 1)
