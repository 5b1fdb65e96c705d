/** The sheets of a file as one list: those that a person takes, under the column names of the first of them. */

import { GOODS_FIELDS } from '../../../../shared/shop/goods.ts'
import type { ImportSheet } from '../../../../shared/shop/goods-import.ts'
import type { ReadRows, TableRows } from '../../tables/index.ts'
import { headerRow, isSecondHeader, matchColumns, plain } from './columns.ts'

export type ReadSheet = ReadRows['sheets'][number] & {
  /** The place of the first row among all rows. */
  readonly from: number
  /** The row of column names, counted from the sheet's first; null where there is none. */
  readonly header: number | null
  readonly names: readonly string[]
  /** Whether the sheet has columns for the code and for the name or the price. */
  readonly isList: boolean
}

/** The combined rows of the chosen sheets. */
export type Taken = {
  readonly rows: TableRows
  readonly names: readonly string[]
  readonly placeOf: (row: number) => { readonly sheet: string; readonly row: number }
}

/** The column names, and how many columns there are, are looked for in so many rows. */
const FIRST_ROWS = 50
const MOST_COLUMNS = 60

export function sheetsOf({ sheets, rows }: ReadRows): readonly ReadSheet[] {
  let from = 0
  return sheets.map((sheet): ReadSheet => {
    const begin = from
    from += sheet.length
    const first = Array.from({ length: Math.min(FIRST_ROWS, sheet.length) }, (_, at) =>
      rows.cells(begin + at),
    )
    const upper = headerRow(first)
    const below = first[(upper ?? 0) + 1] ?? []
    const isDivided = upper !== null && isSecondHeader(first[upper] ?? [], below)
    const header = isDivided ? upper + 1 : upper
    const names = namesOf(first, upper, isDivided ? below : [])
    const { code, name, price } = matchColumns(names)
    return { ...sheet, from: begin, header, names, isList: code !== null && (name ?? price) !== null }
  })
}

/**
 * The name of each column, empty if it has none. In a header of two rows a name that spans several columns is put before
 * the names below it.
 */
function namesOf(
  first: readonly (readonly string[])[],
  header: number | null,
  below: readonly string[],
): readonly string[] {
  const width = Math.max(...first.map(({ length }) => length), 0)
  const named = header === null ? [] : (first[header] ?? [])
  let over = ''
  return Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => {
    const [upper, lower] = [(named[at] ?? '').trim(), (below[at] ?? '').trim()]
    if (upper !== '') over = upper
    return lower === ''
      ? (named[at] ?? '')
      : `${upper === '' && !below[at - 1]?.trim() ? '' : over} ${lower}`.trim()
  })
}

/** All visible sheets that are lists of goods, or else the first one with rows. */
export function usualSheets(sheets: readonly ReadSheet[]): readonly number[] {
  const filled = sheets.flatMap((sheet, at) => (sheet.length > 0 ? [at] : []))
  const visible = filled.filter((at) => sheets[at]?.hidden === false)
  const lists = visible.filter((at) => sheets[at]?.isList)
  return lists.length > 0 ? lists : [...visible, ...filled].slice(0, 1)
}

const goodsRowsOf = ({ length, header }: ReadSheet): number => length - (header === null ? 0 : header + 1)

/**
 * Combines the rows of these sheets under the columns of the first one. A further sheet may have its columns in another
 * order; without column names they are expected in the same places.
 */
export function takenOf({ rows }: ReadRows, sheets: readonly ReadSheet[]): Taken {
  const [main] = sheets
  const names = main?.names ?? []
  const parts = sheets.map((sheet) => ({
    sheet,
    begin: sheet.from + sheet.length - goodsRowsOf(sheet),
    length: goodsRowsOf(sheet),
    columns: sheet === main || sheet.header === null ? null : placesIn(names, sheet.names),
  }))
  const partOf = (row: number) => {
    let before = 0
    for (const part of parts) {
      if (row < before + part.length) return { part, at: row - before }
      before += part.length
    }
    return null
  }
  return {
    names,
    rows: {
      length: parts.reduce((sum, { length }) => sum + length, 0),
      cells: (row) => {
        const found = partOf(row)
        if (found === null) return []
        const cells = rows.cells(found.part.begin + found.at)
        return found.part.columns?.map((at) => (at === -1 ? '' : (cells[at] ?? ''))) ?? cells
      },
    },
    placeOf: (row) => {
      const found = partOf(row)
      if (found === null) return { sheet: '', row: row + 1 }
      const { part, at } = found
      return { sheet: parts.length > 1 ? part.sheet.name : '', row: part.begin - part.sheet.from + at + 1 }
    },
  }
}

/**
 * For each column of the first sheet the matching column here: of the same field, or else of the same name. If several
 * columns may be the price, none is chosen, and the rows are refused.
 */
const placesIn = (wanted: readonly string[], names: readonly string[]): readonly number[] => {
  const known = names.map(plain)
  const [ours, theirs] = [matchColumns(wanted), matchColumns(names)]
  return wanted.map((name, at) => {
    const field = GOODS_FIELDS.find((one) => ours[one] === at)
    if (field !== undefined) return theirs[field] ?? -1
    return plain(name) === '' ? -1 : known.indexOf(plain(name))
  })
}

export const shownSheets = (sheets: readonly ReadSheet[], taken: readonly number[]): readonly ImportSheet[] =>
  sheets.map((sheet, at) => ({
    ...{ name: sheet.name, hidden: sheet.hidden, hiddenRows: sheet.hiddenRows },
    ...{ rows: goodsRowsOf(sheet), taken: taken.includes(at) },
  }))
