/** The dry run: reads every row and compares it with the shop's goods. Changes nothing. */

import {
  type FieldProblem,
  GOODS_FIELDS,
  type GoodsField,
  type GoodsProblem,
  type TypedGoods,
} from '../../../shared/goods.ts'
import type { ColumnDefaults, ColumnMatch, ImportCounts, RowTrouble } from '../../../shared/goods-import.ts'
import type { Product } from '../../../shared/product.ts'
import { isSpreadsheetError } from '../../tables/index.ts'
import { asEan13, lacksZeros, tidyCode } from '../barcode.ts'
import type { CatalogueItem } from '../catalogue-item.ts'
import type { Chunked } from '../chunked.ts'
import { hasDecimalComma, mayHaveDecimalComma, type ReadGoods, readTyped } from '../read-typed.ts'

export type Checked = {
  readonly counts: ImportCounts
  readonly troubles: readonly RowTrouble[]
  readonly troubled: number
  /** The valid new and changed rows by key, in the order of the file. */
  readonly right: ReadonlyMap<string, RightRow>
}

/** The product of a row where the shop has this product, which may have been changed since the dry run. */
export type RightRow = (had: Product | null) => Product

export type RowsToCheck = {
  readonly rows: readonly (readonly string[])[]
  /** The number of the first row in the file. */
  readonly firstNumber: number
  /** How many cells a row may have; null where each row has as many as the file's widest. */
  readonly width: number | null
  readonly columns: ColumnMatch
  readonly defaults: ColumnDefaults
  readonly had: (code: string) => CatalogueItem | null
}

const MOST_TROUBLES = 500
const SHOWN_LETTERS = 60

export function* checkRows(
  { rows, firstNumber, width, columns, defaults, had }: RowsToCheck,
  progress: (done: number) => void,
): Chunked<Checked> {
  const counts = { added: 0, changed: 0, same: 0, wrong: 0 }
  const troubles: RowTrouble[] = []
  let troubled = 0
  const right = new Map<string, RightRow>()
  const rowOfCode = new Map<string, number>()
  const hasDecimals = rows.some((row) => columns.price !== null && hasDecimalComma(row[columns.price] ?? ''))

  for (const [index, row] of rows.entries()) {
    if (index % 64 === 0) {
      progress(index)
      yield
    }
    if (isBlank(row)) continue
    const number = firstNumber + index
    const before = had(columns.code === null ? '' : (row[columns.code] ?? ''))
    const typedOver = (had: Product | null): TypedGoods => typedOf(row, columns, defaults, had)
    const typed = typedOver(before?.product ?? null)
    const failed = GOODS_FIELDS.filter((field) => isSpreadsheetError(typed[field]))
    const hasExtraCell = width !== null && !isBlank(row.slice(width))
    const read: ReadGoods = hasExtraCell
      ? { product: null, problems: problemIn(['price'], 'extra-cell') }
      : failed.length === 0
        ? readTyped(typed)
        : { product: null, problems: problemIn(failed, 'spreadsheet-error') }
    const key = read.product && asEan13(read.product.code)
    const earlier = key === null ? undefined : rowOfCode.get(key)
    const problems: readonly (FieldProblem & { other?: number })[] =
      earlier === undefined
        ? (read.problems ?? doubtsOf(typed, { isNew: before === null, hasDecimals }))
        : [{ field: 'code', problem: 'doubled', other: earlier }]
    if (problems.length > 0) {
      counts.wrong++
      troubled += problems.length
      for (const { field, problem, other } of problems)
        if (troubles.length < MOST_TROUBLES)
          troubles.push({ row: number, field, problem, value: shown(typed[field]), other: other ?? null })
      continue
    }
    if (read.product === null || key === null) continue
    rowOfCode.set(key, number)
    if (before === null) counts.added++
    else if (isSame(before.product, read.product)) {
      counts.same++
      continue
    } else counts.changed++
    const { product } = read
    right.set(key, (had) =>
      had === (before?.product ?? null) ? product : (readTyped(typedOver(had)).product ?? product),
    )
  }
  progress(rows.length)
  return { counts, troubles, troubled, right }
}

const problemIn = (fields: readonly GoodsField[], problem: GoodsProblem): readonly FieldProblem[] =>
  fields.map((field) => ({ field, problem }))

/**
 * What a spreadsheet, or a program with other decimals, may have made of a value that can be read. A code that the shop
 * has is no doubt.
 */
function doubtsOf(
  { code, price }: TypedGoods,
  { isNew, hasDecimals }: { readonly isNew: boolean; readonly hasDecimals: boolean },
): readonly FieldProblem[] {
  const changed = lacksZeros(tidyCode(code)) ? 'zeros-lost' : DATE.test(code.trim()) ? 'date' : null
  return [
    ...(isNew && changed !== null ? problemIn(['code'], changed) : []),
    ...(hasDecimals && mayHaveDecimalComma(price) ? problemIn(['price'], 'ambiguous') : []),
  ]
}

/** As a cell with a date is read. */
const DATE = /^\d{4}-\d{2}-\d{2}$/

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

const shown = (value: string): string =>
  value.length > SHOWN_LETTERS ? `${value.slice(0, SHOWN_LETTERS)}…` : value

/** The values of the file's cells. For an empty cell the value of the existing product, or else the default. */
function typedOf(
  row: readonly string[],
  columns: ColumnMatch,
  defaults: ColumnDefaults,
  before: Product | null,
): TypedGoods {
  const typed = {} as Record<GoodsField, string>
  for (const field of GOODS_FIELDS) {
    const column = columns[field]
    const cell = column === null ? '' : (row[column] ?? '')
    typed[field] = cell.trim() !== '' ? cell : otherwise(field, defaults, before)
  }
  return typed
}

function otherwise(field: GoodsField, defaults: ColumnDefaults, before: Product | null): string {
  switch (field) {
    case 'category':
    case 'unit':
    case 'taxProductCode':
    case 'classificationCode':
      return before?.[field] ?? defaults[field]
    case 'taxKind':
      return before?.taxKind ?? 'vat'
    case 'cityTax':
      return before?.cityTax ? 'yes' : 'no'
    default:
      // Code, name and price must be in the file.
      return ''
  }
}

const isSame = (one: Product, other: Product): boolean =>
  GOODS_FIELDS.every((field) => one[field] === other[field])
