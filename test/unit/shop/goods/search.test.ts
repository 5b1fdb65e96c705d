import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCatalogue } from '../../../../main/shop/goods/index.ts'
import { normalisedName, normalisedQuery, wordsOf } from '../../../../shared/shop/normalise.ts'
import type { Product } from '../../../../shared/shop/product.ts'
import { product } from './goods.ts'

const found = (goods: readonly Product[], query: string, category: string | null = null): readonly string[] =>
  makeCatalogue(goods)
    .search({ query, category, limit: 200 })
    .products.map(({ name }) => name)

/** The goods on a shelf, and what people type who look for them. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  'Тараг 1 л': ['тараг', 'ТАРАГ', 'tarag'],
  'АПУ сүү 3.2% 1 л': ['сүү', 'суу', 'suu', 'svv', 'süü', 'сїї'],
  'Ундаа Оргилуун 0.5 л': ['undaa orgiluun'],
  'Хиам Салями 200 гр': ['khiam', 'hiam', 'xiam'],
  'Архи Соёмбо 0.5 л': ['archi', 'arhi', 'arkhi', 'соембо', 'soyombo'],
  'Ул боов 1 кг': ['ul', 'ул боов'],
  'Өндөг 10 ш': ['өндөг', 'ондог', 'ondog', 'undug', 'єндєг'],
  'Цуйвангийн гурил 500 гр': ['tsuivan', 'cuivan'],
  'Цагаан цуу 9%': ['tsagaan'],
  Жүрж: ['jurj', 'zhurzh', 'jvrj'],
  'Чацарганы чанамал 350 гр': ['chatsargan'],
  'Шүдний сойз': ['shudnii soiz', 'shvdniy'],
  'Яншуй 50 гр': ['yanshui'],
  'Ёотон 500 гр': ['yooton', 'еотон'],
  'Гурил Алтан Тариа 1 кг': ['tariya'],
  'Хүүхдийн саван': ['huuhdiin savan', 'hvvhdiin'],
  'Ундаа Coca-Cola 0.5 л': ['кока кола', 'coca-cola'],
  'Шоколад Твикс': ['twix'],
  'Кофе Nescafé Голд': ['нескафе', 'nescafe'],
  'Хонины мах': ['honinii mah'],
  'Жүүс апельсин 1 л': ['apelsin'],
  'Виски Jack Daniel’s 0.7 л': ['daniels'],
  'Хивэг 400 гр': ['hiveg'],
}
const SHELF = Object.keys(TYPED).map((name) => product(name))

test.each(Object.entries(TYPED).flatMap(([name, typed]) => typed.map((query) => [query, name] as const)))(
  'typing "%s" finds "%s"',
  (query, name) => {
    expect(found(SHELF, query)[0]).toBe(name)
  },
)

test('й and ё typed as a letter and an accent are found', () => {
  expect(found(SHELF, 'сойз'.normalize('NFD'))).toEqual(['Шүдний сойз'])
  expect(found(SHELF, 'соёмбо'.normalize('NFD'))).toEqual(['Архи Соёмбо 0.5 л'])
})

test('words are found in any order', () => {
  expect(found(SHELF, 'гурил цуйван')).toEqual(['Цуйвангийн гурил 500 гр'])
  expect(found(SHELF, 'orgiluun undaa')).toEqual(['Ундаа Оргилуун 0.5 л'])
})

test('every word must be found', () => {
  expect(found(SHELF, 'ундаа талх')).toEqual([])
})

test('sizes are found with a point or a comma, with or without a space before the unit', () => {
  expect(found(SHELF, 'сүү 3,2')).toEqual(['АПУ сүү 3.2% 1 л'])
  expect(found(SHELF, 'архи 0.5л')).toEqual(['Архи Соёмбо 0.5 л'])
})

test('a product is found by the middle of its code', () => {
  const goods = [product('Талх', { code: '8650001234565' }), product('Сүү', { code: '8650009999993' })]
  expect(found(goods, '01234')).toEqual(['Талх'])
})

test('the product with exactly this code comes first, however it was scanned', () => {
  const goods = [
    product('Арц 2001'),
    product('Ярц', { code: '2001' }),
    product('Ус', { code: '0036000291452' }),
  ]
  expect(found(goods, ' 2001\r\n')).toEqual(['Ярц', 'Арц 2001'])
  expect(found(goods, '036000291452')).toEqual(['Ус'])
})

test('names that begin with the word come first, then names with a word that begins so, then names with it inside a word', () => {
  const goods = ['Масус', 'Цэвэр ус 1 л', 'Ус 5 л', 'Анхны ус'].map((name) => product(name))
  expect(found(goods, 'ус')).toEqual(['Ус 5 л', 'Анхны ус', 'Цэвэр ус 1 л', 'Масус'])
})

test('equally good results are ordered by name, numbers by value, Mongolian letters in alphabetical order', () => {
  const goods = ['Талх 700', 'Талх 80', 'Талх Ү', 'Талх У', 'Талх Ө', 'Талх О', 'Талх П'].map((name) =>
    product(name),
  )
  expect(found(goods, 'талх')).toEqual([
    'Талх 80',
    'Талх 700',
    'Талх О',
    'Талх Ө',
    'Талх П',
    'Талх У',
    'Талх Ү',
  ])
})

test('products with the same name keep the order of the catalogue', () => {
  const goods = ['9003', '9001', '9002'].map((code) => product('Ус', { code }))
  const { products } = makeCatalogue(goods).search({ query: 'ус', category: null, limit: 10 })
  expect(products.map(({ code }) => code)).toEqual(['9003', '9001', '9002'])
})

test('an empty query shows the catalogue in its own order', () => {
  const goods = ['Ярц', 'Арц', 'Борц'].map((name) => product(name))
  expect(found(goods, '  ')).toEqual(['Ярц', 'Арц', 'Борц'])
})

test('a category without a query shows its goods in the order of the catalogue', () => {
  const goods = [product('Ярц', { category: 'А' }), product('Борц'), product('Арц', { category: 'А' })]
  expect(found(goods, '', 'А')).toEqual(['Ярц', 'Арц'])
  expect(found(goods, '', 'Байхгүй')).toEqual([])
})

test('a category narrows the results, also for an exact code', () => {
  const goods = [product('Сүү 1 л', { category: 'А', code: '2001' }), product('Сүү 2 л')]
  expect(found(goods, 'сүү', 'Бараа')).toEqual(['Сүү 2 л'])
  expect(found(goods, '2001', 'Бараа')).toEqual([])
})

test('the total counts results beyond the limit', () => {
  const catalogue = makeCatalogue(Array.from({ length: 30 }, (_, index) => product(`Ус ${index}`)))
  const answer = catalogue.search({ query: 'us', category: null, limit: 7 })
  expect(answer.products.length).toBe(7)
  expect(answer.total).toBe(30)
  expect(catalogue.search({ query: '', category: null, limit: 7 })).toMatchObject({ total: 30 })
})

test('a query of punctuation alone finds nothing', () => {
  expect(found(SHELF, '%₮')).toEqual([])
})

test('a search among 20,000 goods finds the right one', () => {
  const goods = Array.from({ length: 20_000 }, (_, index) =>
    product(`${SHELF[index % SHELF.length]?.name} №${index}`, { code: String(8_650_000_000_000 + index) }),
  )
  const answer = makeCatalogue(goods).search({ query: 'jurj 19996', category: null, limit: 60 })
  expect(answer.products.map(({ name }) => name)).toEqual([`${SHELF[19_996 % SHELF.length]?.name} №19996`])
})

test('any text can be normalised for the search, and none of its words becomes empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      for (const word of wordsOf(text)) {
        expect([...normalisedName(word), ...normalisedQuery(word)]).not.toContain('')
      }
    }),
  )
})

const CYRILLIC = [...'абвгдеёжзийклмноөпрстуүфхцчшщыэюя']
const wordsFrom = (letters: readonly string[]) =>
  fc.array(fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 10 }), {
    minLength: 1,
    maxLength: 4,
  })

test('any name finds itself, with any letters', () => {
  fc.assert(
    fc.property(wordsFrom([...CYRILLIC, ...'abcdefghijklmnopqrstuvwxyz']), (words) => {
      const name = words.join(' ')
      expect(found([product(name)], name)).toEqual([name])
    }),
  )
})

test('a Cyrillic name is found after each typed letter', () => {
  fc.assert(
    fc.property(wordsFrom(CYRILLIC), (words) => {
      const name = words.join(' ')
      const catalogue = makeCatalogue([product(name)])
      for (let typed = 1; typed <= name.length; typed++) {
        expect(catalogue.search({ query: name.slice(0, typed), category: null, limit: 1 }).total).toBe(1)
      }
    }),
  )
})

test('a search for any text gives an answer', () => {
  const catalogue = makeCatalogue(SHELF)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => {
      const { products, total } = catalogue.search({ query, category: null, limit: 5 })
      expect(products.length).toBe(Math.min(5, total))
    }),
  )
})
