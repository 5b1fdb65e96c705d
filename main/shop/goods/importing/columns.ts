/** Finds the field of each column by the names that people and programs use. */

import { GOODS_FIELDS, type GoodsField } from '../../../../shared/shop/goods.ts'
import type { ColumnMatch } from '../../../../shared/shop/goods-import.ts'

/** In both languages, spelled as `plain` below spells them. Contains the names that an export writes. */
const COLUMN_NAMES: Readonly<Record<GoodsField, readonly string[]>> = {
  code: ['баркод', 'баракод', 'зураасан код', 'бар код', 'barcode', 'bar code', 'ean', 'ean13', 'gtin', 'upc', 'штрихкод', 'штрих код', 'шк', 'код', 'code', 'барааны код', 'дотоод код', 'product code', 'item code', 'код товара', 'артикул', 'internal reference', 'sku'],
  name: ['нэр', 'name', 'барааны нэр', 'бараа', 'product', 'product name', 'item', 'item name', 'title', 'нэршил', 'бараа материал', 'description', 'наименование', 'номенклатура', 'наименование товара', 'название', 'товар', 'барааны нэршил'],
  category: ['ангилал', 'category', 'бүлэг', 'барааны бүлэг', 'group', 'төрөл', 'department', 'хэсэг', 'барааны ангилал', 'type', 'категория', 'группа', 'группа товаров', 'product category', 'reporting category', 'бүлгийн нэр', 'ангиллын нэр'],
  price: ['үнэ', 'price', 'нэгж үнэ', 'нэгжийн үнэ', 'зарах үнэ', 'борлуулах үнэ', 'худалдах үнэ', 'unit price', 'sale price', 'selling price', 'retail price', 'жижиглэн үнэ', 'жижиглэнгийн үнэ', 'цена', 'розничная цена', 'цена розничная', 'цена продажи', 'розничная', 'sales price', 'list price', 'шинэ үнэ', 'new price'],
  unit: ['хэмжих нэгж', 'unit', 'нэгж', 'хэмжигдэхүүн', 'uom', 'unit of measure', 'х/н', 'measure', 'ед', 'ед изм', 'единица измерения', 'unit name', 'хэмжих нэгжийн нэр'],
  taxProductCode: ['татварын бүтээгдэхүүний код', 'tax product code', 'taxproductcode', 'татварын код', 'tax code', 'нөат код', 'татварын бараа код'],
  classificationCode: ['ангиллын код', 'classification code', 'classificationcode', 'ангилалын код', 'бүна код', 'бүтээгдэхүүний ангиллын код', 'classification', 'бүна'],
  taxKind: ['нөат-ын төрөл', 'vat kind', 'нөат', 'vat', 'нөат төрөл', 'нөат хувь', 'нөат-ын хувь', 'vat type', 'vat rate', 'татварын төрөл', 'tax type', 'taxtype', 'tax kind', 'tax rate'],
  cityTax: ['нхат', 'city tax', 'citytax', 'хотын татвар', 'нийслэлийн хотын албан татвар', 'нхат тооцох'],
  codes: ['нэмэлт код', 'further codes', 'нэмэлт код багц', 'further codes and packs', 'нэмэлт кодууд', 'нэмэлт баркод', 'бусад код', 'бусад баркод', 'багцын код', 'other codes', 'additional codes', 'other barcodes', 'additional barcodes', 'pack codes'],
} // biome-ignore format: a table reads better in rows

const LONGEST_NAME = 200

/** Lower case, without signs and brackets. Є, Ɵ and Ї stand for Ө and Ү on some keyboards. */
export const plain = (header: string): string =>
  header
    .slice(0, LONGEST_NAME)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[єɵ]/g, 'ө')
    .replace(/ї/g, 'ү')
    .replace(/\([^()]*\)|\[[^[\]]*\]|[₮*:;,#№"'.]/g, ' ')
    .replace(/[_\s-]+/g, ' ')
    .trim()

/**
 * Each column gets at most one field, and each field at most one column: the first with its name. If several may be the
 * price, a person chooses: one may be what the shop pays.
 */
export function matchColumns(headers: readonly string[]): ColumnMatch {
  const names = headers.map(plain)
  const used = new Set<number>()
  const matched = GOODS_FIELDS.map((field) => {
    const isDoubtful = field === 'price' && names.filter((name) => PRICES.has(name)).length > 1
    for (const known of isDoubtful ? [] : COLUMN_NAMES[field]) {
      const at = names.findIndex((name, index) => name === plain(known) && !used.has(index))
      if (at === -1) continue
      used.add(at)
      return [field, at] as const
    }
    return [field, null] as const
  })
  return Object.fromEntries(matched) as ColumnMatch
}

/** Another column of codes. It is used for rows whose chosen column is empty, such as weighed goods without a barcode. */
export function spareCode(headers: readonly string[], chosen: number | null): number | null {
  const at = headers.findIndex((header, index) => index !== chosen && CODES.has(plain(header)))
  return at === -1 ? null : at
}

/** The names of columns with cost prices and stock, which are not imported. */
export const notTaken = (headers: readonly string[]): readonly string[] =>
  headers.filter((header) =>
    /өртөг|авсан үнэ|\bcost\b|закуп|себестоимость|үлдэгдэл|\bstock\b|on hand|quantity|остаток/.test(
      plain(header),
    ),
  )

const CODES: ReadonlySet<string> = new Set(COLUMN_NAMES.code.map(plain))
const PRICES: ReadonlySet<string> = new Set(COLUMN_NAMES.price.map(plain))
const KNOWN: ReadonlySet<string> = new Set(Object.values(COLUMN_NAMES).flat().map(plain))

const isNumber = (cell: string): boolean => /^\d[\d ,.]*$/.test(cell.trim())

/** Zero for a row with a number: it is a product, and its category may be "Бараа", which is also a column name. */
const knownNamesIn = (row: readonly string[]): number =>
  row.some(isNumber) ? 0 : row.filter((cell) => KNOWN.has(plain(cell))).length

/** Whether the row below the column names divides some of them: "Цена" into "Розничная" and "Закупочная". */
export function isSecondHeader(names: readonly string[], below: readonly string[]): boolean {
  const filled = below.filter((cell) => cell.trim() !== '')
  const isUnder = below.some((cell, at) => cell.trim() !== '' && (names[at] ?? '').trim() === '')
  return filled.length > 0 && filled.length < names.length && isUnder && !below.some(isNumber)
}

const ROWS_CHECKED = 20

/**
 * The index of the row with the column names. Reports begin with a title, so it is the row with the most known names,
 * or else the first row with two filled cells. Null if that row is a product.
 */
export function headerRow(rows: readonly (readonly string[])[]): number | null {
  const first = rows.slice(0, ROWS_CHECKED)
  const known = first.map(knownNamesIn)
  const most = Math.max(0, ...known)
  if (most > 0) return known.indexOf(most)
  const at = first.findIndex((row) => row.filter((cell) => cell.trim() !== '').length >= 2)
  return at === -1 || (first[at] ?? []).some(isNumber) ? null : at
}
