import { expect, test } from 'vitest'
import { headerRow, matchColumns } from '../../../../main/shop/goods/importing/columns.ts'
import { GOODS_FIELDS, type GoodsField } from '../../../../shared/shop/goods.ts'
import { en } from '../../../../shared/texts/en.ts'
import { mn } from '../../../../shared/texts/mn.ts'

// biome-ignore format: a table reads better in rows
test.each([
  ['a Mongolian file', 'Код | Нэр | Ангилал | Үнэ | Хэмжих нэгж | Татварын бүтээгдэхүүний код | Ангиллын код | НӨАТ-ын төрөл | НХАТ | Нэмэлт код'],
  ['an English file', 'Code | Name | Category | Price | Unit | Tax product code | Classification code | VAT kind | City tax | Further codes'],
  ['an export of a program', 'barcode | item_name | GROUP | unit-price | UoM | tax_code | ClassificationCode | tax_type | city_tax | additional_barcodes'],
  ['a list made by hand', 'Баркод* | Барааны нэр: | Бүлэг | Үнэ (₮) | х/н | Татварын код | БҮНА код | НӨАТ (%) | Хотын татвар | Бусад баркод'],
])('column names are recognized in %s', (_, headers) => {
  const matched = matchColumns(headers.split(' | '))
  expect(GOODS_FIELDS.map((field) => matched[field])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test.each([
  ['mn', mn],
  ['en', en],
])('the names that the screen gives to fields are recognized, too (%s)', (_, texts) => {
  const headers = GOODS_FIELDS.map((field) => String(texts[`goods.field.${field}`]))
  const matched = matchColumns(headers)
  expect(GOODS_FIELDS.map((field) => matched[field])).toEqual(GOODS_FIELDS.map((_field, at) => at))
})

test('columns may be in any order, and unknown columns between them are ignored', () => {
  const { code, name, price } = matchColumns(['№', 'Зарах үнэ', 'Үлдэгдэл', 'Барааны нэр', 'Зураасан код'])
  expect({ code, name, price }).toEqual({ code: 4, name: 3, price: 1 })
})

test.each([
  ['Үнэ (өртөг)', 'Зарах үнэ'],
  ['Үнэ', 'Үнэ'],
  ['Unit price', 'Retail price'],
])('of two columns that may be the price, "%s" and "%s", a person chooses one', (one, other) => {
  expect(matchColumns(['Код', 'Нэр', one, other])).toMatchObject({ code: 0, name: 1, price: null })
})

test('Ukrainian letters of old keyboards are read as Ө and Ү', () => {
  expect(matchColumns(['Їнэ']).price).toBe(0)
})

test('one column is not matched to two fields', () => {
  const matched = matchColumns(['Бараа', 'Код', 'Код'])
  const used = Object.values(matched).filter((at) => at !== null)
  expect(new Set(used).size).toBe(used.length)
})

test('a column with an unknown name is not matched', () => {
  const matched = matchColumns(['A', 'B', 'C'])
  expect(Object.keys(matched).every((field) => matched[field as GoodsField] === null)).toBe(true)
})

test('a report’s title and date above the column names are skipped', () => {
  expect(
    headerRow([['Барааны тайлан'], ['Огноо', 'Бүгд'], [], ['Код', 'Нэр', 'Үнэ'], ['1', 'Талх', '2600']]),
  ).toBe(3)
})

test('unknown names count as column names when no number is in the row', () => {
  expect(
    headerRow([
      ['A', 'B'],
      ['2001', 'Талх'],
    ]),
  ).toBe(0)
})

test('a file that begins with goods has no column names, even when a category equals a column name', () => {
  expect(headerRow([['2001', 'Талх', 'Бараа', '2600']])).toBe(null)
})

test.each([
  ['open brackets', '('.repeat(32_000)],
  ['marks on one letter', `a${'\u0301\u0316'.repeat(16_000)}`],
])('a thousand cells of thousands of %s in the first rows do not keep the reader busy', (_, cell) => {
  const rows = Array.from({ length: 20 }, () => Array.from({ length: 50 }, () => cell))
  expect(headerRow([['Код', 'Нэр'], ...rows])).toBe(0)
  expect(matchColumns(rows[0] ?? []).code).toBeNull()
})

test('a remark in brackets is no part of a column’s name, also on a line of its own', () => {
  expect(matchColumns(['Код', 'Үнэ (₮)', 'Нэр (\nмонголоор)'])).toMatchObject({ code: 0, price: 1, name: 2 })
})
