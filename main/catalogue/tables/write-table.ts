import { writeFile } from 'node:fs/promises'
import Papa from 'papaparse'
import writeWorkbook from 'write-excel-file/node'
import { guarded } from './formula-guard.ts'

export type Cell = string | number

/** With a byte order mark, without which a spreadsheet takes Cyrillic for something else. */
export async function writeCsv(path: string, rows: readonly (readonly Cell[])[]): Promise<void> {
  const text = Papa.unparse(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))),
    { newline: '\r\n' },
  )
  await writeFile(path, `\uFEFF${text}\r\n`)
}

/** Codes stay texts: as numbers they would lose their zeros. */
export async function writeXlsx(path: string, rows: readonly (readonly Cell[])[]): Promise<void> {
  await writeWorkbook(rows.map((row) => [...row])).toFile(path)
}
