/** The rows of a file as texts: CSV in any of its dialects, or the first sheet of an XLSX. */
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import type { TableKind } from '../../../shared/goods-import.ts'
import { readText } from './read-text.ts'

export type Table = { readonly how: TableKind; readonly rows: readonly (readonly string[])[] }

/** More rows than any shop has goods. */
const MOST_ROWS = 400_000

/** Throws for what is neither, and for a file of more rows than any shop has goods. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const table = isZip(bytes) ? await readWorkbook(bytes) : readCsv(bytes)
  if (table.rows.length > MOST_ROWS) throw new Error('too many rows')
  return table
}

/** An XLSX is a ZIP file. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

function readCsv(bytes: Uint8Array): Table {
  const { text, encoding } = readText(bytes)
  if (text.includes('\0')) throw new Error('no text')
  // Excel's own hint, which no cell may keep.
  const hint = /^sep=(.)\r?\n/i.exec(text)
  const { data, meta } = Papa.parse<string[]>(text.slice(hint?.[0].length ?? 0), {
    ...(hint?.[1] === undefined ? { delimitersToGuess: [',', ';', '\t', '|'] } : { delimiter: hint[1] }),
  })
  return { how: { kind: 'csv', encoding, delimiter: meta.delimiter }, rows: data }
}

async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const rows = await readSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { how: { kind: 'xlsx' }, rows: rows.map((row) => row.map(textOf)) }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}
