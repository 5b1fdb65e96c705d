import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogueItem } from '../../../../main/shop/goods/catalogue-item.ts'
import { exportGoods } from '../../../../main/shop/goods/export-goods.ts'
import { headerRow, matchColumns } from '../../../../main/shop/goods/importing/columns.ts'
import { readTyped } from '../../../../main/shop/goods/read-typed.ts'
import { GOODS_FIELDS, type GoodsField } from '../../../../shared/shop/goods.ts'
import type { Product } from '../../../../shared/shop/product.ts'
import { firstSheet } from '../../../support/first-sheet.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** What a person may type, with the signs that begin formulas and the signs of CSV files among the letters. */
const typed = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '－',
      "'",
      '"',
      ',',
      ';',
      '|',
      '\t',
      ' ',
      '\u200b',
      '\ufeff',
      '_x0041_',
      '\0',
    ),
    fc.constantFrom('valueOf', '__proto__'),
    fc.constantFrom('a', 'Ө', '1', '&', '<'),
    // The writer of workbooks leaves out U+FFFD, which stands for a letter that was lost.
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((letter) => letter !== '\uFFFD'),
  ),
  minLength: 1,
  maxLength: 8,
})

function productOf(code: string, name: string, category: string, unit: string): Product | null {
  const own = { taxProductCode: '1', classificationCode: '1234567', taxKind: 'vat', cityTax: 'no', codes: '' }
  return readTyped({ code, name, category, unit, price: '100', ...own }).product
}

const products = fc
  .array(fc.tuple(typed, typed, typed), { minLength: 150, maxLength: 300 })
  .map((all) => all.flatMap(([name, category, unit], at) => productOf(`c${at}`, name, category, unit) ?? []))

test.each(['csv', 'xlsx'] as const)(
  'goods with any names come back unchanged from a %s export',
  async (format) => {
    const folder = temporaryFolder()
    await fc.assert(
      fc.asyncProperty(products, fc.constantFrom('mn', 'en'), async (goods, language) => {
        const path = await exportGoods({
          goods: goods.map((product) => catalogueItem(product)),
          ...{ format, folder, language, day: '2026-11-22' },
        })
        const { rows } = await firstSheet(readFileSync(path))
        const header = headerRow(rows) ?? -1
        const columns = matchColumns(rows[header] ?? [])
        const read = rows.slice(header + 1).map((row) => {
          const cells = GOODS_FIELDS.map((field) => [field, row[columns[field] ?? -1] ?? ''])
          return readTyped(Object.fromEntries(cells) as Record<GoodsField, string>).product
        })
        expect(read).toEqual(goods)
      }),
      { numRuns: 2, endOnFailure: true },
    )
  },
)
