import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CatalogueDamaged, loadCatalogue } from '../../../../main/shop/goods/index.ts'
import { row } from './goods.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function load(content: unknown) {
  const file = join(folder, 'goods.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return loadCatalogue(file)
}

async function problemsOf(content: unknown) {
  const damage = await load(content).catch((thrown: unknown) => thrown)
  if (!(damage instanceof CatalogueDamaged)) throw new Error('the catalogue was not refused')
  return damage
}

test('a row becomes a product with its price in hundredths', async () => {
  const catalogue = await load([row({ code: '2001', price: 2600, city_tax: true })])
  expect(catalogue.find('2001')).toEqual({
    code: '2001',
    name: 'Талх Атар 700 гр',
    category: 'Талх',
    price: 260_000,
    unit: 'ш',
    taxProductCode: '301',
    classificationCode: '2349000',
    taxKind: 'vat',
    cityTax: true,
  })
})

test('a row may name a kind of VAT other than 10%', async () => {
  const catalogue = await load([row(), row({ code: '2002', tax_kind: 'exempt' })])
  expect(['2001', '2002'].map((code) => catalogue.find(code)?.taxKind)).toEqual(['vat', 'exempt'])
  expect((await problemsOf([row({ tax_kind: 'free' })])).problems).toMatchObject([
    { row: 1, field: 'tax_kind' },
  ])
})

test('a product is found by its code with the characters that a scanner adds', async () => {
  const catalogue = await load([row({ code: '4006381333931' })])
  expect(catalogue.find(' 4006381333931\r\n')?.code).toBe('4006381333931')
  expect(catalogue.find('4006381333930')).toBe(null)
  expect(catalogue.find('')).toBe(null)
})

test('a product is found by UPC-A when the catalogue has its EAN-13, and the other way round', async () => {
  expect((await load([row({ code: '0036000291452' })])).find('036000291452')?.code).toBe('0036000291452')
  expect((await load([row({ code: '036000291452' })])).find('0036000291452')?.code).toBe('036000291452')
})

test('categories come in the order of the catalogue, each once', async () => {
  const categories = ['Талх', 'Сүү', 'Талх'].map((category, index) => row({ category, code: String(index) }))
  expect((await load(categories)).categories()).toEqual(['Талх', 'Сүү'])
})

test('every wrong row is named with its field', async () => {
  const damage = await problemsOf([
    row(),
    row({ code: '2002', price: 10.5 }),
    row({ code: '4006381333932', classification_code: '123' }),
    row({ code: '2003', name: undefined }),
    row({ code: '2004', colour: 'red' }),
    'Талх',
  ])
  expect(damage.problems.map(({ row: at, field }) => [at, field])).toEqual([
    [2, 'price'],
    [3, 'code'],
    [3, 'classification_code'],
    [4, 'name'],
    [5, 'colour'],
    [6, null],
  ])
  expect(damage.message).toContain('goods.json: row 2: price: ')
})

test.each([
  ['price', 0],
  ['price', -100],
  ['price', '2600'],
  ['price', 1e15],
  ['code', ''],
  ['code', '20 01'],
  ['name', ' Талх'],
  ['unit', ''],
  ['city_tax', 'true'],
])('a %s of %j is refused', async (field, value) => {
  const { problems } = await problemsOf([row({ [field]: value })])
  expect(problems).toEqual([{ row: 1, field, problem: expect.any(String) }])
})

test('a code in two rows is reported, also as UPC-A and EAN-13', async () => {
  const { problems } = await problemsOf([row({ code: '0036000291452' }), row({ code: '036000291452' })])
  expect(problems).toEqual([{ row: 2, field: 'code', problem: 'is the code of row 1 too' }])
})

test.each([['{"code": 1}'], ['[{'], ['']])('a file that holds %j is refused', async (content) => {
  const { problems } = await problemsOf(content)
  expect(problems).toMatchObject([{ row: null, field: null }])
})

test('a missing file is refused by name', async () => {
  await expect(loadCatalogue(join(folder, 'none.json'))).rejects.toThrow(
    /catalogue none\.json: cannot be read/,
  )
})

test('a message names ten wrong rows and counts the rest', async () => {
  const damage = await problemsOf(Array.from({ length: 15 }, () => null))
  expect(damage.problems.length).toBe(15)
  expect(damage.message).toMatch(/row 10: .*; and 5 more$/)
})
