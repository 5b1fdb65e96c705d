import { writeFileSync } from 'node:fs'
import Papa from 'papaparse'
import writeWorkbook from 'write-excel-file/node'
import { shopClock, shopDay } from '../../../shared/shop/shop-day.ts'
import { guarded } from './formula-guard.ts'

/** A day of the shop, yyyy-MM-dd: a date without a time in a spreadsheet. */
type Day = { readonly day: string }

/** Hundredths of a tugrik, written with two decimals. */
type Amount = { readonly amount: number }

/** A Date is written in shop time. */
export type Cell = string | number | Date | Day | Amount

/** A file to write, without its rows. */
export type WrittenTable = {
  readonly path: string
  readonly format: 'csv' | 'xlsx'
  readonly sheet: string
  readonly total: readonly Cell[] | null
}

/** The form that spreadsheets of all languages read: yyyy-MM-dd HH:mm:ss. */
const asText = (at: Date): string => `${shopDay(at.getTime())} ${shopClock(at.getTime())}`

/** Without a byte order mark a spreadsheet does not read the file as UTF-8, and Cyrillic is unreadable. */
const BYTE_ORDER_MARK = '\uFEFF'

export const beginCsv = (file: number): void => writeFileSync(file, BYTE_ORDER_MARK)

export function addToCsv(file: number, rows: readonly (readonly Cell[])[]): void {
  const text = Papa.unparse(
    rows.map((row) => row.map(asCsv)),
    { newline: '\r\n' },
  )
  writeFileSync(file, `${text}\r\n`)
}

function asCsv(cell: Cell): string | number {
  if (cell instanceof Date) return asText(cell)
  if (typeof cell === 'object') return 'day' in cell ? guarded(cell.day) : (cell.amount / 100).toFixed(2)
  return typeof cell === 'string' ? guarded(cell) : cell
}

/**
 * The first row has the heads: it is bold and stays in view. Codes stay text, because numbers lose leading zeros. Times
 * in a workbook have no zone, so shop time is written.
 */
export async function writeXlsx(
  { path, sheet, total }: Pick<WrittenTable, 'path' | 'sheet' | 'total'>,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const bold = (row: readonly Cell[]) => row.map((cell) => ({ ...asXlsx(cell), fontWeight: 'bold' as const }))
  const data = rows.map((row, place) => (place === 0 ? bold(row) : row.map(asXlsx)))
  if (total !== null) data.push(bold(total))
  const options = { sheet: sheetName(sheet), columns: widthsOf(rows), stickyRowsCount: 1 }
  await writeWorkbook(data, options).toFile(path)
}

/** A sheet's name has 31 letters at most, and none of these (ECMA-376 part 1, 18.2.19, and Excel). */
const sheetName = (name: string): string => name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31)

/** Column width in characters: fits the longest cell, up to a limit. */
function widthsOf(rows: readonly (readonly Cell[])[]): { readonly width: number }[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? NARROWEST, Math.min(WIDEST, lettersOf(cell) + 2))
  return Array.from(widths, (width = NARROWEST) => ({ width }))
}

const NARROWEST = 9
const WIDEST = 60

function lettersOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length
  if (cell instanceof Date) return 19
  if (typeof cell === 'object' && 'day' in cell) return 10
  const amount = typeof cell === 'object' ? (cell.amount / 100).toFixed(2) : String(cell)
  return Math.ceil((amount.length * 4) / 3) // with the commas of thousands
}

function asXlsx(cell: Cell) {
  if (cell instanceof Date)
    return {
      value: new Date(`${asText(cell).replace(' ', 'T')}Z`),
      type: Date,
      format: 'yyyy-mm-dd hh:mm:ss',
    }
  if (typeof cell === 'object' && 'amount' in cell)
    return { value: cell.amount / 100, type: Number, format: '#,##0.00' }
  if (typeof cell === 'object')
    return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
  if (typeof cell === 'string') return { value: asXstring(cell), type: String }
  // Excel writes "5." for a whole number in a format with optional decimals.
  return { value: cell, type: Number, format: Number.isInteger(cell) ? '#,##0' : '#,##0.###' }
}

/**
 * A text for a workbook, in which `_x0041_` means "A" (ECMA-376, part 1, 22.9.2.19). A text such as "valueOf" is
 * escaped as well: the library looks texts up in an object, finds the object's own method, and writes a damaged file.
 */
function asXstring(text: string): string {
  const escaped = text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  if (!(escaped in Object.prototype)) return escaped
  return `_x${escaped.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_${escaped.slice(1)}`
}
