/** The dry run: reads every row and compares it with the shop's goods. Changes nothing. */

import { isRuled, type SaleRule } from '../../../../shared/shop/age-and-bans.ts'
import { furtherCodesText } from '../../../../shared/shop/further-codes.ts'
import {
  type AlikeCode,
  codesOf as allCodesOf,
  type FieldProblem,
  GOODS_FIELDS,
  type Goods,
  type GoodsField,
  type GoodsProblem,
  goodsValue,
  type TypedGoods,
} from '../../../../shared/shop/goods.ts'
import type {
  AlikeRow,
  ColumnDefaults,
  ColumnMatch,
  ImportCounts,
  RepricedRow,
  RowTrouble,
} from '../../../../shared/shop/goods-import.ts'
import type { Chunked } from '../../../base/chunked.ts'
import type { TableRows } from '../../tables/index.ts'
import { asEan13, bareCode, lacksZeros } from '../barcode.ts'
import type { LiveCatalogue } from '../catalogue.ts'
import type { CatalogueItem } from '../catalogue-item.ts'
import { createLookAlikes } from '../look-alikes.ts'
import { hasDecimalComma, mayHaveDecimalComma, type ReadGoods, readTyped } from '../read-typed.ts'
import type { Taken } from './sheets.ts'

export type Checked = {
  readonly counts: ImportCounts
  readonly troubles: readonly RowTrouble[]
  readonly troubled: number
  readonly prices: readonly RepricedRow[]
  readonly repriced: number
  readonly lostLetters: { readonly rows: number; readonly example: string } | null
  readonly unruled: readonly { readonly category: string; readonly rows: number }[]
  readonly alike: { readonly rows: number; readonly first: readonly AlikeRow[] }
  /** The valid new and changed rows by key, in the order of the file. */
  readonly right: ReadonlyMap<string, RightRow>
}

/** The product of a row where the shop has this product, which may have been changed since the dry run. */
export type RightRow = (had: CatalogueItem | null) => Goods

export type RowsToCheck = {
  readonly rows: TableRows
  readonly placeOf: Taken['placeOf']
  /** Another column of codes, for rows without a code in the chosen column. */
  readonly spare: number | null
  /** How many cells a row may have; null where each row has as many as the file's widest. */
  readonly width: number | null
  readonly columns: ColumnMatch
  readonly defaults: ColumnDefaults
  readonly had: (code: string) => CatalogueItem | null
  /** The product that is sold by a code. */
  readonly owner: (code: string) => CatalogueItem | null
  /** The products that are sold by another code that looks like this one. */
  readonly alike: LiveCatalogue['alike']
  readonly rules: readonly SaleRule[]
}

const MOST_TROUBLES = 500
const MOST_ALIKE = 20
const SHOWN_LETTERS = 60

export function* checkRows(
  { rows, placeOf, spare, width, columns, defaults, had, owner, alike, rules }: RowsToCheck,
  progress: (done: number) => void,
): Chunked<Checked> {
  const counts = { added: 0, changed: 0, same: 0, wrong: 0 }
  const troubles: RowTrouble[] = []
  let troubled = 0
  const unruled = new Map<string, number>()
  const lost: string[] = []
  const right = new Map<string, RightRow>()
  const earlier = new Map<string, EarlierRow>()
  const looks = createLookAlikes((code) => earlier.get(asEan13(code))?.name ?? null)
  const alikeRows: AlikeRow[] = []
  const prices: RepricedRow[] = []
  let repriced = 0
  const hasDecimals = columns.price !== null && (yield* someDecimalComma(rows, columns.price))

  const rowAt = (at: number) => withSpare(rows.cells(at), columns.code, spare)

  for (let at = 0; at < rows.length; at++) {
    const row = rowAt(at)
    if (at % 64 === 0) progress(at)
    // After each row, because one may have thousands of codes.
    yield
    if (isBlank(row) || isTotal(row, columns.code)) continue
    const place = placeOf(at)
    const number = place.row
    const before = had(columns.code === null ? '' : bareCode(row[columns.code] ?? ''))
    const typed = typedOf(row, columns, defaults, before)
    const unclear = [typed.name, typed.category, typed.unit].find((text) => LOST_LETTERS.test(text))
    if (unclear !== undefined) lost.push(shown(unclear))
    const failed = GOODS_FIELDS.filter((field) => isSpreadsheetError(typed[field]))
    const hasExtraCell = width !== null && !isBlank(row.slice(width))
    const read: ReadGoods = hasExtraCell
      ? { product: null, problems: problemIn(['price'], 'extra-cell') }
      : failed.length === 0
        ? readTyped(typed)
        : { product: null, problems: problemIn(failed, 'spreadsheet-error') }
    const goods = read.product && { product: read.product, codes: read.codes }
    const twin = goods && earlier.get(asEan13(goods.product.code))
    if (twin && isSame(twin.goods, goods)) {
      counts.same++
      continue
    }
    const problems: readonly CodeProblem[] =
      (columns.name === null && before === null ? problemIn(['code'], 'unknown') : null) ??
      (goods && usedElsewhere(goods, before, { earlier, owner })) ??
      read.problems ??
      doubtsOf(typed, { isNew: before === null, hasDecimals })
    if (problems.length > 0) {
      counts.wrong++
      troubled += problems.length
      for (const { field, problem, other = null, product = null } of problems)
        if (troubles.length < MOST_TROUBLES)
          troubles.push({ ...place, field, problem, value: shown(typed[field]), other, product })
      continue
    }
    if (goods === null) continue
    const { name } = goods.product
    const [like] = likeOthers(newCodes(goods, before), (code) => [
      ...alike(code).flatMap(({ code: other, one }) =>
        one === before ? [] : [[other, one.product.name] as const],
      ),
      ...looks.like(code),
    ])
    if (like !== undefined) alikeRows.push({ row: number, ...like })
    for (const [code] of allCodesOf(goods)) {
      earlier.set(asEan13(code), { number, name, goods })
      looks.add(code, name)
    }
    if (before === null) counts.added++
    else if (isSame(before, goods)) {
      counts.same++
      continue
    } else {
      counts.changed++
      const { price } = before.product
      if (price !== goods.product.price) {
        repriced += 1
        if (prices.length < MOST_TROUBLES)
          prices.push({ code: goods.product.code, name, from: price, to: goods.product.price })
      }
      const { category } = before.product
      if (isRuled(category, rules) && !isRuled(goods.product.category, rules)) addOne(unruled, category)
    }
    right.set(asEan13(goods.product.code), (had) => {
      const again = had === before ? null : readTyped(typedOf(rowAt(at), columns, defaults, had))
      return again?.product ? again : goods
    })
  }
  progress(rows.length)
  return {
    ...{ counts, troubles, troubled, right, prices, repriced },
    lostLetters: lost[0] === undefined ? null : { rows: lost.length, example: lost[0] },
    unruled: byCategory(unruled),
    alike: { rows: alikeRows.length, first: alikeRows.slice(0, MOST_ALIKE) },
  }
}

const addOne = (to: Map<string, number>, category: string): unknown =>
  to.set(category, (to.get(category) ?? 0) + 1)

const byCategory = (counted: ReadonlyMap<string, number>) =>
  [...counted].map(([category, rows]) => ({ category, rows }))

/** "Т?лх", "???": a program wrote letters that its encoding does not have. At the end of a word it is a question mark. */
const LOST_LETTERS = /\?[\p{L}\p{N}]|\?\?|\uFFFD/u

type EarlierRow = { readonly number: number; readonly name: string; readonly goods: Goods }

/** The codes that the product does not have yet. */
function newCodes(goods: Goods, before: CatalogueItem | null): readonly string[] {
  const had = new Set(before === null ? [] : allCodesOf(before).map(([code]) => asEan13(code)))
  return allCodesOf(goods).flatMap(([code]) => (had.has(asEan13(code)) ? [] : [code]))
}

const likeOthers = (
  codes: readonly string[],
  others: (code: string) => readonly (readonly [code: string, name: string])[],
): readonly AlikeCode[] =>
  codes.flatMap((code) =>
    others(code).map(([other, name]) => ({ code: shown(code), other: shown(other), name })),
  )

type CodeProblem = FieldProblem & { readonly other?: number }

/** A code that an earlier row or another product of the shop has. */
function usedElsewhere(
  goods: Goods,
  before: CatalogueItem | null,
  known: { readonly earlier: ReadonlyMap<string, EarlierRow>; readonly owner: RowsToCheck['owner'] },
): readonly CodeProblem[] | null {
  for (const [code, field] of allCodesOf(goods)) {
    const earlier = known.earlier.get(asEan13(code))
    if (earlier !== undefined) return [{ field, problem: 'doubled', other: earlier.number }]
    const other = known.owner(code)
    if (other !== null && other !== before) return [{ field, problem: 'taken', product: other.product.name }]
  }
  return null
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
  const changed = lacksZeros(bareCode(code)) ? 'zeros-lost' : DATE.test(code.trim()) ? 'date' : null
  return [
    ...(isNew && changed !== null ? problemIn(['code'], changed) : []),
    ...(hasDecimals && mayHaveDecimalComma(price) ? problemIn(['price'], 'ambiguous') : []),
  ]
}

/** The form in which the workbook reader returns a date cell; a CSV file has # signs where a column was too narrow. */
const DATE = /^(?:\d{4}-\d{2}-\d{2}|#{3,})$/

function withSpare(row: readonly string[], code: number | null, spare: number | null): readonly string[] {
  if (code === null || spare === null || (row[code] ?? '').trim() !== '') return row
  return row.with(code, row[spare] ?? '')
}

/** Whether the row is the total below the list and not a product. */
const isTotal = (row: readonly string[], code: number | null): boolean =>
  (code === null || (row[code] ?? '').trim() === '') && row.some((cell) => TOTAL.test(cell.trim()))

/** Only "Total" alone means a sum: "Total 5W30" is a product. */
const TOTAL = /^(?:(?:нийт|бүгд|дүн|итого|всего)(?![\p{L}])|(?:grand |sub)?total:?$)/iu

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

const shown = (value: string): string =>
  value.length > SHOWN_LETTERS ? `${value.slice(0, SHOWN_LETTERS)}…` : value

/** The values of the file's cells. For an empty cell the value of the existing product, or else the default. */
function typedOf(
  row: readonly string[],
  columns: ColumnMatch,
  defaults: ColumnDefaults,
  before: CatalogueItem | null,
): TypedGoods {
  const typed = {} as Record<GoodsField, string>
  for (const field of GOODS_FIELDS) {
    const column = columns[field]
    const cell = column === null ? '' : (row[column] ?? '')
    typed[field] = cell.trim() !== '' ? cell : otherwise(field, defaults, before)
  }
  return typed
}

function otherwise(field: GoodsField, defaults: ColumnDefaults, had: CatalogueItem | null): string {
  const before = had?.product
  switch (field) {
    case 'category':
    case 'unit':
      return before?.[field] ?? defaults[field]
    case 'taxKind':
      return before?.taxKind ?? 'vat'
    case 'cityTax':
      return before?.cityTax ? 'yes' : 'no'
    case 'codes':
      return furtherCodesText(had?.codes ?? [])
    case 'name':
    case 'taxProductCode':
    case 'classificationCode':
      return before?.[field] ?? ''
    default:
      // Code and price must be in the file.
      return ''
  }
}

const isSame = (one: Goods, other: Goods): boolean =>
  GOODS_FIELDS.every((field) => goodsValue(one, field) === goodsValue(other, field))

function* someDecimalComma(rows: TableRows, column: number): Chunked<boolean> {
  for (let at = 0; at < rows.length; at++) {
    if (hasDecimalComma(rows.cells(at)[column] ?? '')) return true
    yield
  }
  return false
}

/** What a spreadsheet shows in a cell whose formula failed, in English and in Russian. */
const ERRORS =
  /^#(REF!|ССЫЛКА!|N\/A|Н\/Д|VALUE!|ЗНАЧ!|DIV\/0!|ДЕЛ\/0!|NAME\?|ИМЯ\?|NULL!|ПУСТО!|NUM!|ЧИСЛО!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!)$/i

const isSpreadsheetError = (text: string): boolean => ERRORS.test(text.trim())
