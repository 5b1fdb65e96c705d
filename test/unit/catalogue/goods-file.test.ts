import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CatalogueItem, catalogueItem } from '../../../main/catalogue/catalogue-item.ts'
import { goodsFile } from '../../../main/catalogue/goods-file.ts'
import { silentLog } from '../../../main/environment.ts'
import { tugriks } from '../../../shared/money.ts'
import { TAX_KINDS } from '../../../shared/tax.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { product } from './goods.ts'

const BEFORE_TAX_KINDS = join(import.meta.dirname, '../../fixtures/before-tax-kinds')

const one = (code: string, changes: Partial<CatalogueItem> = {}): CatalogueItem => ({
  ...catalogueItem(product(`Бараа ${code}`, { code })),
  ...changes,
})

function shop() {
  const folder = temporaryFolder()
  const file = goodsFile(folder, { log: silentLog, now: () => Date.UTC(2026, 10, 21) })
  const codes = async () => [...((await file.load())?.goods.values() ?? [])].map((had) => had.product.code)
  return { folder, file, codes, path: join(folder, 'goods.jsonl') }
}

test('a shop without goods of its own has no goods file', async () => {
  expect(await shop().file.load()).toBe(null)
})

test('saved goods are read back unchanged, with any letters', async () => {
  const { file } = shop()
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  const kept = fc.record({
    name: text,
    category: text,
    price: fc.integer({ min: 1, max: 90_000_000 }),
    favourite: fc.nat(50),
    hidden: fc.boolean(),
    picture: fc.constantFrom(null, 'a1-b2.jpg'),
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
      await file.replace(goods)
      expect([...((await file.load())?.goods.values() ?? [])]).toEqual(goods)
    }),
    { numRuns: 25 },
  )
})

test('goods from before kinds of VAT are read and saved with VAT', async () => {
  const { file, path } = shop()
  copyFileSync(join(BEFORE_TAX_KINDS, 'goods.jsonl'), path)
  const loaded = await file.load()
  expect(loaded?.damaged).toBe(null)
  const goods = [...(loaded?.goods.values() ?? [])]
  expect(goods.map(({ product: { taxKind, cityTax } }) => [taxKind, cityTax])).toEqual([
    ['vat', false],
    ['vat', true],
  ])
  await file.replace(goods)
  expect(readFileSync(path, 'utf8').match(/"tax_kind":"vat"/g)).toHaveLength(2)
})

test('a line with an unknown kind of VAT is damaged', async () => {
  const { file, path } = shop()
  await file.replace([one('1')])
  writeFileSync(path, readFileSync(path, 'utf8').replace('"vat"', '"half"'))
  expect((await file.load())?.damaged).toMatchObject({ lost: 1 })
})

test('the last line of a code counts, and a changed code leaves no line under the old one', async () => {
  const { file, codes } = shop()
  await file.replace([one('1'), one('2')])
  await file.append(one('1', { favourite: 3 }))
  await file.append(one('9'), '2')
  expect(await codes()).toEqual(['1', '9'])
  expect((await file.load())?.goods.get('1')?.favourite).toBe(3)
})

test('a power cut while a line is written loses no other line', async () => {
  const { file, codes, path } = shop()
  await file.replace([one('1'), one('2')])
  const before = readFileSync(path).length
  await file.append(one('3'))
  const whole = readFileSync(path)
  for (let length = before; length < whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length))
    const loaded = await file.load()
    expect([...(loaded?.goods.keys() ?? [])]).toEqual(['1', '2'])
    expect(loaded?.damaged).toBe(null)
    await file.append(one('4'))
    expect(await codes()).toEqual(['1', '2', '4'])
  }
})

test('a file that was being written at a power cut is deleted, and the old file counts', async () => {
  const { file, codes, path } = shop()
  await file.replace([one('1')])
  writeFileSync(`${path}.tugrik-new`, '{"tugrik_goods":1}\n{"code":"7"')
  expect(await codes()).toEqual(['1'])
  expect(existsSync(`${path}.tugrik-new`)).toBe(false)
})

test('a file with damaged lines is quarantined, and its other lines are read', async () => {
  const { file, folder, path } = shop()
  await file.replace([one('1')])
  appendFileSync(path, 'garbage\n')
  await file.append(one('2'))
  const damaged = readFileSync(path)
  const loaded = await file.load()
  expect([...(loaded?.goods.keys() ?? [])]).toEqual(['1', '2'])
  expect(loaded?.damaged).toMatchObject({ read: 2, lost: 1 })
  expect(readFileSync(loaded?.damaged?.setAside ?? '')).toEqual(damaged)
  expect((await file.load())?.damaged).toBe(null)
  expect(readdirSync(folder).length).toBe(2)
})

test('a file without its header line is damaged', async () => {
  const { file, path } = shop()
  await file.replace([one('1'), one('2')])
  writeFileSync(path, readFileSync(path, 'utf8').replace('tugrik', 'qqqqqq'))
  expect((await file.load())?.damaged).toMatchObject({ read: 2, lost: 1 })
})

test('a picture’s name that leads out of the folder is refused', async () => {
  const { file, path } = shop()
  await file.replace([one('1', { picture: 'a.jpg' })])
  writeFileSync(path, readFileSync(path, 'utf8').replace('a.jpg', '../a.jpg'))
  expect((await file.load())?.damaged).toMatchObject({ lost: 1 })
})

test('replacing the file stops on request and leaves the old file and no other', async () => {
  const { file, folder, codes } = shop()
  await file.replace([one('1')])
  const goods = Array.from({ length: 5000 }, (_, at) => one(String(at)))
  let written = 0
  const watch = {
    progress: (done: number) => {
      written = done
    },
    stopped: () => written >= 3000,
  }
  expect(await file.replace(goods, watch)).toBe(false)
  expect(await codes()).toEqual(['1'])
  expect(readdirSync(folder)).toEqual(['goods.jsonl'])
})

test('a file with many outdated lines is shortened when it is read', async () => {
  const { file, path, codes } = shop()
  await file.replace([one('1')])
  const line = readFileSync(path, 'utf8').split('\n')[1] ?? ''
  appendFileSync(path, `${line}\n`.repeat(2000))
  const long = readFileSync(path).length
  expect(await codes()).toEqual(['1'])
  expect(readFileSync(path).length).toBeLessThan(long / 100)
})

test('an emptied file is damaged and does not count as a shop without goods', async () => {
  const { file, path } = shop()
  await file.replace([one('1')])
  truncateSync(path)
  expect((await file.load())?.damaged).toMatchObject({ read: 0 })
})
