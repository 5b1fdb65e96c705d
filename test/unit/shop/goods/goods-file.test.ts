import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CatalogueItem, catalogueItem } from '../../../../main/shop/goods/catalogue-item.ts'
import { readGoodsFile, writeGoodsFile } from '../../../../main/shop/goods/goods-file.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { TAX_KINDS } from '../../../../shared/money/tax.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { product } from './goods.ts'

const one = (code: string, changes: Partial<CatalogueItem> = {}): CatalogueItem => ({
  ...catalogueItem(product(`Бараа ${code}`, { code })),
  ...changes,
})

const newPath = (): string => join(temporaryFolder(), 'goods.jsonl')

async function read(path: string) {
  const { goods, lost } = (await readGoodsFile(path)) ?? {
    goods: new Map<string, CatalogueItem>(),
    lost: null,
  }
  return { goods: [...goods.values()], codes: [...goods.values()].map(({ product: { code } }) => code), lost }
}

test('a missing goods file is not reported as damaged', async () => {
  expect(await readGoodsFile(newPath())).toBe(null)
})

test('a product whose name would take minutes to draw is counted as damaged, and the others are read', async () => {
  const path = newPath()
  await writeGoodsFile(path, [one('1'), one('2', { product: product('н'.repeat(1001), { code: '2' }) })])
  expect(await read(path)).toMatchObject({ codes: ['1'], lost: 1 })
})

test('goods with any letters are read back as they were written', async () => {
  const path = newPath()
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  const kept = fc.record({
    name: text,
    category: text,
    price: fc.integer({ min: 1, max: 90_000_000 }),
    favourite: fc.nat(50),
    hidden: fc.boolean(),
    picture: fc.constantFrom(null, 'a1-b2.jpg'),
    pricedAt: fc.option(fc.nat()),
    codes: fc.array(
      fc.record({
        code: text,
        pieces: fc.integer({ min: 1, max: 10_000 }),
        price: fc.option(fc.integer({ min: 1, max: 90_000_000 }).map(tugriks)),
      }),
      { maxLength: 2 },
    ),
    taxKind: fc.constantFrom(...TAX_KINDS),
    taxProductCode: fc.constantFrom('', '301'),
    classificationCode: fc.constantFrom('', '2211000'),
    cityTax: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(kept, { minLength: 1, maxLength: 5 }), async (rows) => {
      const goods = rows.map(
        (
          { name, category, price, taxKind, cityTax, taxProductCode, classificationCode, ...rest },
          at,
        ): CatalogueItem => ({
          product: product(name, {
            ...{ code: String(at), category, price: tugriks(price), taxKind, cityTax },
            ...{ taxProductCode, classificationCode },
          }),
          ...rest,
        }),
      )
      await writeGoodsFile(path, goods)
      expect(await read(path)).toMatchObject({ goods, lost: 0 })
    }),
    { numRuns: 25 },
  )
})

test('a goods file whose last line is cut off counts that line as lost', async () => {
  const path = newPath()
  await writeGoodsFile(path, [one('1')])
  const before = readFileSync(path).length
  await writeGoodsFile(path, [one('1'), one('2')])
  const whole = readFileSync(path)
  for (let length = before + 1; length < whole.length - 1; length++) {
    writeFileSync(path, whole.subarray(0, length))
    expect(await read(path)).toMatchObject({ codes: ['1'], lost: 1 })
  }
})

test.each([
  ['a line that is not a product', (text: string) => `${text}garbage\n`],
  ['a line without a kind of tax', (text: string) => text.replace('"tax_kind":"vat",', '')],
  ['a line with an unknown kind of tax', (text: string) => text.replace('"vat"', '"half"')],
  [
    'a pack of no pieces',
    (text: string) => text.replace('"city_tax"', '"codes":[{"code":"1","pieces":0,"price":null}],"city_tax"'),
  ],
  ['a picture whose name leads out of the folder', (text: string) => text.replace('a.jpg', '../a.jpg')],
  ['a picture with the name of a device of Windows', (text: string) => text.replace('a.jpg', 'CON.jpg')],
  ['a name of a hundred thousand letters', (text: string) => text.replace('Бараа', 'Б'.repeat(100_000))],
  ['an unknown first line', (text: string) => text.replace('tugrik', 'qqqqqq')],
])('a goods file with %s counts one line as lost', async (_, damage) => {
  const path = newPath()
  await writeGoodsFile(path, [one('1', { picture: 'a.jpg' })])
  writeFileSync(path, damage(readFileSync(path, 'utf8')))
  expect((await read(path)).lost).toBe(1)
})

test('an empty goods file counts one line as lost', async () => {
  const path = newPath()
  await writeGoodsFile(path, [one('1')])
  truncateSync(path)
  expect(await read(path)).toMatchObject({ goods: [], lost: 1 })
})
