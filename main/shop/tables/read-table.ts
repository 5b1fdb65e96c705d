/** The rows of a file as texts: CSV in any dialect, or the sheets of a workbook. */
import Papa from 'papaparse'
import type { TableKind } from '../../../shared/shop/goods-import.ts'
import { readBook, type Sheet } from './book.ts'
import { unguarded } from './formula-guard.ts'
import { packed, unpacked } from './repack.ts'
import { tidied } from './workbook-texts.ts'

type Table = { readonly how: TableKind; readonly sheets: readonly Sheet[] }

/** More rows than any shop has goods. */
const MOST_ROWS = 400_000
/** More columns than a person can match, and the longest cell of a spreadsheet. What is beyond is cut off. */
const MOST_COLUMNS = 256
const MOST_LETTERS = 32_767
/** Twice the size of a workbook with that many rows. */
const MAX_UNCOMPRESSED_BYTES = 300 * 1024 * 1024
/** Twice the cells of 100,000 goods with twenty columns, in a sheet that may be four times as wide or long. */
const LIMITS = { columns: MOST_COLUMNS, cells: 4_000_000, places: 16_000_000 }

/** Reads the rows of each sheet up to the last one with content. Throws for another kind of file, and for too many rows. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const { how, sheets } = tableIn(bytes)
  if (sheets.reduce((sum, { rows }) => sum + rows.length, 0) > MOST_ROWS) throw new Error('too many rows')
  return { how, sheets: sheets.map((sheet) => ({ ...sheet, rows: usedOf(sheet.rows) })) }
}

function tableIn(bytes: Uint8Array): Table {
  const how = { kind: 'xlsx' } as const
  if (isZip(bytes)) {
    const files = tidied(unpacked(bytes, MAX_UNCOMPRESSED_BYTES), LIMITS)
    return { how, sheets: readBook(packed(files), MOST_ROWS) }
  }
  if (isOldWorkbook(bytes)) return { how, sheets: readBook(Uint8Array.from(bytes).buffer, MOST_ROWS) }
  const read = readText(bytes)
  return isMarkup(read.text) ? { how, sheets: readBook(read.text, MOST_ROWS) } : readCsv(read)
}

function usedOf(rows: Sheet['rows']): Sheet['rows'] {
  const last = rows.findLastIndex((row) => row.some((cell) => cell.trim() !== ''))
  return rows.slice(0, last + 1).map(asFarAsUsed)
}

const asFarAsUsed = (row: readonly string[]): readonly string[] =>
  row.slice(0, MOST_COLUMNS).map((cell) => cell.slice(0, MOST_LETTERS))

/** An XLSX is a ZIP file. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const SECTOR = 512

/** A compound file of Excel 97 to 2003. */
const isOldWorkbook = (bytes: Uint8Array): boolean =>
  bytes.length >= SECTOR && [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte)

/** Programs write tables in HTML or XML and name them ".xls". */
const isMarkup = (text: string): boolean =>
  /^\uFEFF?\s*</.test(text) && /<table[\s>]|<(?:ss:)?Workbook[\s>]|<office:/i.test(text.slice(0, 100_000))

function readCsv({ text, encoding }: ReadText): Table {
  if (text.includes('\0')) throw new Error('no text')
  // Excel's hint about the delimiter, which is no row.
  const hint = /^sep=(.)\r?\n/i.exec(text)
  // With empty lines at the end papaparse does not detect the delimiter of a file with two columns.
  const { rows, delimiter } = parsed(text.slice(hint?.[0].length ?? 0).trimEnd(), hint?.[1])
  const sheet = { name: '', hidden: false, hiddenRows: 0, rows: rows.map((row) => row.map(unguarded)) }
  return { how: { kind: 'csv', encoding, delimiter }, sheets: [sheet] }
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

type Encoding = Extract<TableKind, { kind: 'csv' }>['encoding']

type ReadText = { readonly text: string; readonly encoding: Encoding }

/**
 * Decodes a text by its byte order mark; without one as UTF-8 where most of it is that, otherwise as Windows-1251, in
 * which Mongolian shops write Ө and Ү as the Ukrainian letters Є and Ї, or as CP866 of old programs: in the other one, many
 * letters are signs.
 */
function readText(bytes: Uint8Array): ReadText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decode('utf-16le', bytes), encoding: 'utf-16' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decode('utf-16be', bytes), encoding: 'utf-16' }
  const text = decode('utf-8', bytes)
  if (isMostlyRead(text)) return { text, encoding: 'utf-8' }
  const windows = decode('windows-1251', bytes)
  const dos = decode('ibm866', bytes)
  return lettersIn(dos) > lettersIn(windows)
    ? { text: dos, encoding: 'cp866' }
    : { text: inMongolian(windows), encoding: 'windows-1251' }
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

/** Number of Cyrillic letters minus the number of other non-ASCII characters, which a wrong encoding produces. */
const lettersIn = (text: string): number =>
  (text.match(/[А-яЁёЄєЇї]/g)?.length ?? 0) - (text.match(/[^А-яЁёЄєЇї\p{ASCII}]/gu)?.length ?? 0)

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes)

const MONGOLIAN: Readonly<Record<string, string>> = { Є: 'Ө', є: 'ө', Ї: 'Ү', ї: 'ү' }

const inMongolian = (text: string): string => text.replace(/[ЄєЇї]/g, (letter) => MONGOLIAN[letter] ?? letter)
