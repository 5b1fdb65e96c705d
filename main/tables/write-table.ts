import { writeFile } from 'node:fs/promises'
import Papa from 'papaparse'
import writeWorkbook from 'write-excel-file/node'
import { shopClock, shopDay } from '../../shared/shop-day.ts'
import { guarded } from './formula-guard.ts'

/** A whole day of the shop, yyyy-MM-dd: a date in a spreadsheet, without a time. */
export type Day = { readonly day: string }

/** A Date is a moment, written by the shop's clock. */
export type Cell = string | number | Date | Day

/** As a spreadsheet knows a moment in whatever language it speaks: yyyy-MM-dd HH:mm:ss. */
const asText = (at: Date): string => `${shopDay(at.getTime())} ${shopClock(at.getTime())}`

/** With a byte order mark, without which a spreadsheet takes Cyrillic for something else. */
export async function writeCsv(path: string, rows: readonly (readonly Cell[])[]): Promise<void> {
  const text = Papa.unparse(
    rows.map((row) => row.map(asCsv)),
    { newline: '\r\n' },
  )
  await writeFile(path, `\uFEFF${text}\r\n`)
}

function asCsv(cell: Cell): string | number {
  if (cell instanceof Date) return asText(cell)
  if (typeof cell === 'object') return cell.day
  return typeof cell === 'string' ? guarded(cell) : cell
}

/** Codes stay texts: as numbers they would lose their zeros. A workbook's moments have no zone: the shop's clock is written. */
export async function writeXlsx(path: string, rows: readonly (readonly Cell[])[]): Promise<void> {
  await writeWorkbook(rows.map((row) => row.map(asXlsx))).toFile(path)
}

function asXlsx(cell: Cell) {
  if (cell instanceof Date)
    return {
      value: new Date(`${asText(cell).replace(' ', 'T')}Z`),
      type: Date,
      format: 'yyyy-mm-dd hh:mm:ss',
    }
  if (typeof cell === 'object')
    return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
  return cell
}
