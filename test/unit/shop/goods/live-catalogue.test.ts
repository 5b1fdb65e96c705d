/** When goods change while the till sells, the search index is never out of date. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LiveCatalogue, makeLiveCatalogue } from '../../../../main/shop/goods/catalogue.ts'
import { type CatalogueItem, catalogueItem } from '../../../../main/shop/goods/catalogue-item.ts'
import { product } from './goods.ts'

const NAMES = ['Талх', 'Тараг', 'Сүү', 'Сүү 1 л', 'Өндөг', 'Ус', 'Coca-Cola']

const one = (code: string, name: string, changes: Partial<CatalogueItem> = {}): CatalogueItem => ({
  ...catalogueItem(product(name, { code })),
  ...changes,
})

const anyOne = fc
  .record({
    code: fc.integer({ min: 1, max: 12 }),
    name: fc.constantFrom(...NAMES),
    hidden: fc.boolean(),
    favourite: fc.nat(3),
  })
  .map(({ code, name, hidden, favourite }) => one(String(code), name, { hidden, favourite }))

const codesOf = (catalogue: LiveCatalogue, query: string) =>
  catalogue.search({ query, category: null, limit: 100 }).products.map(({ code }) => code)

test('after any changes, a search finds what a newly built catalogue finds', () => {
  fc.assert(
    fc.property(fc.array(anyOne, { maxLength: 8 }), fc.array(anyOne, { maxLength: 8 }), (first, then) => {
      const live = makeLiveCatalogue(first)
      codesOf(live, 'сүү') // builds the index; later changes go into the small index
      for (const next of then) live.put(next)
      const anew = makeLiveCatalogue([...live.entries()])
      for (const query of ['', 'сүү', 'т', 'л', 'cola', '1', 'suu 1']) {
        expect([...codesOf(live, query)].sort()).toEqual([...codesOf(anew, query)].sort())
        const names = live.search({ query, category: null, limit: 100 }).products.map(({ name }) => name)
        if (query !== '') expect(names).toEqual(namesOf(anew, query))
      }
      for (const only of ['all', 'favourites', 'hidden'] as const)
        expect(live.list({ query: '', category: '', only, offset: 0, limit: 50 }).total).toBe(
          anew.list({ query: '', category: '', only, offset: 0, limit: 50 }).total,
        )
    }),
  )
})

const namesOf = (catalogue: LiveCatalogue, query: string) =>
  catalogue.search({ query, category: null, limit: 100 }).products.map(({ name }) => name)

test('a product that was renamed is not found by its old name', () => {
  const live = makeLiveCatalogue([one('1', 'Талх'), one('2', 'Сүү')])
  expect(codesOf(live, 'талх')).toEqual(['1'])
  live.put(one('1', 'Боов'))
  expect(codesOf(live, 'талх')).toEqual([])
  expect(codesOf(live, 'боов')).toEqual(['1'])
})

test('a product with a changed code is found by the new code only', () => {
  const live = makeLiveCatalogue([one('1', 'Талх')])
  live.put(one('5', 'Талх'), '1')
  expect(live.find('1')).toBe(null)
  expect(live.find('5')).toMatchObject({ name: 'Талх' })
  expect(live.size()).toBe(1)
})

test('hidden goods are neither scanned nor found at the till, and are in the list of hidden goods', () => {
  const live = makeLiveCatalogue([one('1', 'Талх', { hidden: true })])
  expect(live.find('1')).toBe(null)
  expect(codesOf(live, 'талх')).toEqual([])
  expect(live.list({ query: 'talh', category: '', only: 'hidden', offset: 0, limit: 10 }).total).toBe(1)
})

test('favourites come first, in their chosen order', () => {
  const live = makeLiveCatalogue([
    one('1', 'А'),
    one('2', 'Б', { favourite: 2 }),
    one('3', 'В', { favourite: 1 }),
  ])
  expect(codesOf(live, '')).toEqual(['3', '2', '1'])
})

test('a list that is read in parts has each product once, in order', async () => {
  const live = makeLiveCatalogue(Array.from({ length: 500 }, (_, at) => one(String(at), `Ус ${at}`)))
  await live.ready()
  for (let at = 500; at < 900; at++) live.put(one(String(at), `Ус ${at}`))
  const names = [0, 200, 400, 600, 800].flatMap((offset) =>
    live
      .list({ query: '', category: '', only: 'all', offset, limit: 200 })
      .rows.map(({ product: { name } }) => name),
  )
  expect(names).toEqual(Array.from({ length: 900 }, (_, at) => `Ус ${at}`))
})

test('a code names the products whose codes look like it, by letter, case or width, and a search ignores only the case', () => {
  const packed = one('3', 'Ус', { codes: [{ code: 'ВОХ-1', pieces: 12, price: null }] })
  const live = makeLiveCatalogue([one('АВ12', 'Талх'), one('5001', 'Сүү'), packed, one('AC12', 'Боов')])
  const alike = (code: string) =>
    live.alike(code).map(({ code: other, one: { product } }) => [other, product.name])
  expect(alike('AB12')).toEqual([['АВ12', 'Талх']])
  expect(alike('ав12')).toEqual([['АВ12', 'Талх']])
  expect(alike('box-1')).toEqual([['ВОХ-1', 'Ус']])
  expect(alike('５００１')).toEqual([['5001', 'Сүү']])
  expect(alike('АВ12')).toEqual([])
  expect(alike('5002')).toEqual([])
  for (const code of ['AB12', '５００１']) expect(live.find(code)).toBeNull()
  expect(live.find('ав12')?.name).toBe('Талх')
  live.put(one('AB12', 'Өндөг'))
  expect(alike('АВ12')).toEqual([['AB12', 'Өндөг']])
})

test('the code of a hidden product warns of no code that looks like it', () => {
  const live = makeLiveCatalogue([one('АВ12', 'Талх', { hidden: true })])
  expect(live.alike('AB12')).toEqual([])
})

test('changes to goods while the search index is being built are found once it is built', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => one(`${at + 1}`, `Сүү ${at}`))
  const live = makeLiveCatalogue(many)
  const built = live.ready()
  live.put(one('1', 'Боов'))
  live.put(one('2', 'Боов'), '2')
  live.remove('2')
  live.remove('3')
  live.put(one('30000', 'Боов'))
  live.put(one('30001', 'Боов'))
  live.remove('30001')
  live.put(one('4', 'Боов'))
  live.put(one('4', 'Сүү 3'))
  await built
  const found = ['боов', 'сүү 0', 'сүү 1', 'сүү 2', 'сүү 3'].map((query) =>
    codesOf(live, query).filter((code) => ['1', '2', '3', '4', '30000', '30001'].includes(code)),
  )
  expect(found).toEqual([['1', '30000'], [], [], [], ['4']])
  expect(live.search({ query: 'сүү', category: null, limit: 1 }).total).toBe(19_997)
})
