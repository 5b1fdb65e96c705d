/** The rows of a file as texts: CSV in any dialect, or the first visible sheet of an XLSX. */
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/universal'
import type { TableKind } from '../../../shared/shop/goods-import.ts'
import { unguarded } from './formula-guard.ts'
import { packed, unpacked } from './repack.ts'
import { firstVisibleSheet, tidied } from './workbook-texts.ts'

type Table = { readonly how: TableKind; readonly rows: readonly (readonly string[])[] }

/** More rows than any shop has goods. */
const MOST_ROWS = 400_000
/** More columns than a person can match, and the longest cell of a spreadsheet. What is beyond is cut off. */
const MOST_COLUMNS = 256
const MOST_LETTERS = 32_767
/** Twice the size of a workbook with that many rows. */
const MAX_UNCOMPRESSED_BYTES = 300 * 1024 * 1024
/** Twice the cells of 100,000 goods with twenty columns, in a sheet that may be four times as wide or long. */
const LIMITS = { columns: MOST_COLUMNS, cells: 4_000_000, places: 16_000_000 }

/** Reads the rows up to the last one with content. Throws for another kind of file, and for too many rows. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const table = isZip(bytes) ? await readWorkbook(bytes) : readCsv(bytes)
  if (table.rows.length > MOST_ROWS) throw new Error('too many rows')
  const last = table.rows.findLastIndex((row) => row.some((cell) => cell.trim() !== ''))
  return { ...table, rows: table.rows.slice(0, last + 1).map(asFarAsUsed) }
}

const asFarAsUsed = (row: readonly string[]): readonly string[] =>
  row.slice(0, MOST_COLUMNS).map((cell) => cell.slice(0, MOST_LETTERS))

/** An XLSX is a ZIP file. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

function readCsv(bytes: Uint8Array): Table {
  const { text, encoding } = readText(bytes)
  if (text.includes('\0')) throw new Error('no text')
  // Excel's hint about the delimiter, which is no row.
  const hint = /^sep=(.)\r?\n/i.exec(text)
  const { rows, delimiter } = parsed(text.slice(hint?.[0].length ?? 0), hint?.[1])
  return { how: { kind: 'csv', encoding, delimiter }, rows: rows.map((row) => row.map(unguarded)) }
}

type Parsed = { readonly rows: readonly (readonly string[])[]; readonly delimiter: string }

function parsed(text: string, known: string | undefined): Parsed {
  const config = {
    preview: MOST_ROWS + 1,
    ...(known === undefined ? { delimitersToGuess: [',', ';', '\t', '|'] } : { delimiter: known }),
  }
  const { data, meta, errors } = Papa.parse<string[]>(text, config)
  const wrong = errors.find(({ type }) => type === 'Quotes')
  if (wrong === undefined) return { rows: data, delimiter: meta.delimiter }
  // An open quote would hide the rows after it. If every row has all its cells without quoting, the quotes are part of
  // names, such as "Соёмбо" архи.
  const plain = Papa.parse<string[]>(text, { ...config, delimiter: meta.delimiter, quoteChar: '\0' }).data
  const width = plain[0]?.length ?? 0
  if (plain.some((row) => row.length !== width && row.some((cell) => cell !== '')))
    throw new Error(`row ${(wrong.row ?? 0) + 1}: a quote is not closed`)
  return { rows: plain, delimiter: meta.delimiter }
}

async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const files = tidied(unpacked(bytes, MAX_UNCOMPRESSED_BYTES), LIMITS)
  const rows = await withClockStopped(() => readSheet(packed(files), firstVisibleSheet(files)))
  return { how: { kind: 'xlsx' }, rows: rows.map((row) => row.map(textOf)) }
}

/**
 * Works around a fault of read-excel-file 9.3.17: it halves its chunk size whenever a chunk takes more than 7 ms. On a slow
 * machine the size reaches zero, and the reader recurses until the stack overflows. While the clock stands still, all
 * chunks seem fast. The worker thread does nothing else meanwhile.
 */
async function withClockStopped<Value>(work: () => Promise<Value>): Promise<Value> {
  const { now } = Date
  const stopped = now()
  Date.now = () => stopped
  try {
    return await work()
  } finally {
    Date.now = now
  }
}

/** Spreadsheets keep fifteen digits of a number. Further digits are rounding errors of formulas. */
const FIGURES = 15
const LARGEST_EXACT = 10 ** FIGURES

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dayOf(cell)
  if (typeof cell !== 'number') return String(cell)
  // A longer code has lost its last digits, so it is shown as the spreadsheet shows it.
  return Math.abs(cell) < LARGEST_EXACT
    ? String(Number(cell.toPrecision(FIGURES)))
    : cell.toExponential(FIGURES - 1)
}

/** A spreadsheet shows # signs where the number in a date cell is beyond its calendar, as a barcode is. */
const dayOf = (date: Date): string =>
  date.getUTCFullYear() <= 9999 ? date.toISOString().slice(0, 10) : '########'

type Encoding = Extract<TableKind, { kind: 'csv' }>['encoding']

type ReadText = { readonly text: string; readonly encoding: Encoding }

/**
 * Decodes a CSV file by its byte order mark; without one as UTF-8 where most of it is that, otherwise as Windows-1251, in
 * which Mongolian shops write Ө and Ү as the Ukrainian letters Є and Ї.
 */
function readText(bytes: Uint8Array): ReadText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decode('utf-16le', bytes), encoding: 'utf-16' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decode('utf-16be', bytes), encoding: 'utf-16' }
  const text = decode('utf-8', bytes)
  if (isMostlyRead(text)) return { text, encoding: 'utf-8' }
  return { text: inMongolian(decode('windows-1251', bytes)), encoding: 'windows-1251' }
}

/**
 * Some programs cut a name off between the bytes of one letter. That letter is unreadable, but the file is still UTF-8.
 * Read as UTF-8, a text in Windows-1251 has more unreadable letters than readable ones: "Сүү" has one of each by chance.
 */
function isMostlyRead(text: string): boolean {
  let [lost, read] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === LOST) lost += 1
    else if (letter > LAST_OF_ASCII) read += 1
  }
  return read >= lost * LEAST_READ
}

const LEAST_READ = 4
const LOST = 0xfffd
const LAST_OF_ASCII = 0x7f

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes)

const MONGOLIAN: Readonly<Record<string, string>> = { Є: 'Ө', є: 'ө', Ї: 'Ү', ї: 'ү' }

const inMongolian = (text: string): string => text.replace(/[ЄєЇї]/g, (letter) => MONGOLIAN[letter] ?? letter)
