import { appendFileSync, copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CatalogueItem, catalogueItem } from '../../../main/catalogue/catalogue-item.ts'
import { productRow, readGoodsFile, writeGoodsFile } from '../../../main/catalogue/goods-file.ts'
import { tugriks } from '../../../shared/money.ts'
import { TAX_KINDS } from '../../../shared/tax.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { product } from './goods.ts'

const BEFORE_TAX_KINDS = join(import.meta.dirname, '../../fixtures/before-tax-kinds')

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

/** A line as older versions appended one; `was` is the code that it replaces. */
const appended = (path: string, item: CatalogueItem, was?: string): void =>
  appendFileSync(
    path,
    `${JSON.stringify({ ...JSON.parse(productRow(item).body), ...(was ? { was } : {}) })}\n`,
  )

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
    cityTax: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(kept, { minLength: 1, maxLength: 5 }), async (rows) => {
      const goods = rows.map(
        ({ name, category, price, taxKind, cityTax, ...rest }, at): CatalogueItem => ({
          product: product(name, { code: String(at), category, price: tugriks(price), taxKind, cityTax }),
          ...rest,
        }),
      )
      await writeGoodsFile(path, goods)
      expect(await read(path)).toMatchObject({ goods, lost: 0 })
    }),
    { numRuns: 25 },
  )
})

test('goods from before there were kinds of tax have VAT', async () => {
  const path = newPath()
  copyFileSync(join(BEFORE_TAX_KINDS, 'goods.jsonl'), path)
  const { goods, lost } = await read(path)
  expect(lost).toBe(0)
  expect(goods.map(({ product: { taxKind, cityTax } }) => [taxKind, cityTax])).toEqual([
    ['vat', false],
    ['vat', true],
  ])
})

test('the last line for a code is used, and a product with a changed code is not listed under the old one', async () => {
  const path = newPath()
  await writeGoodsFile(path, [one('1'), one('2')])
  appended(path, one('1', { favourite: 3 }))
  appended(path, one('9'), '2')
  const { goods, codes } = await read(path)
  expect(codes).toEqual(['1', '9'])
  expect(goods[0]?.favourite).toBe(3)
})

test('a line that was cut short by a power cut is skipped and not counted as lost', async () => {
  const path = newPath()
  await writeGoodsFile(path, [one('1'), one('2')])
  const before = readFileSync(path).length
  appended(path, one('3'))
  const whole = readFileSync(path)
  for (let length = before; length < whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length))
    expect(await read(path)).toMatchObject({ codes: ['1', '2'], lost: 0 })
  }
})

test.each([
  ['a line that is not a product', (text: string) => `${text}garbage\n`],
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
