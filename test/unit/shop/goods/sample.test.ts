import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isEan13, loadCatalogue } from '../../../../main/shop/goods/index.ts'
import type { TaxKind } from '../../../../shared/money/tax.ts'

const catalogue = await loadCatalogue(
  join(import.meta.dirname, '../../../../resources/catalogue/sample.json'),
)
const { products, total } = catalogue.search({ query: '', category: null, limit: 10_000 })

test('every code is an EAN-13 with its check digit, or a short code of weighed goods', () => {
  const wrong = products.filter(
    ({ code, unit }) => !isEan13(code) && !(/^2\d{3}$/.test(code) && unit !== 'ш'),
  )
  expect(wrong).toEqual([])
})

test('codes and names are unique', () => {
  expect(new Set(products.map(({ code }) => code)).size).toBe(total)
  expect(new Set(products.map(({ name }) => name.toLowerCase())).size).toBe(total)
})

test('only alcohol and tobacco have city tax', () => {
  const taxed = products.filter(({ cityTax }) => cityTax)
  expect(taxed.length).toBeGreaterThan(20)
  expect([...new Set(taxed.map(({ category }) => category))].sort()).toEqual(['Архи, пиво', 'Тамхи'])
})

test('most goods have VAT at 10%; the others have the three-digit code of the law', () => {
  const kindsOf = (kind: TaxKind) => products.filter(({ taxKind }) => taxKind === kind)
  expect(kindsOf('vat').length).toBeGreaterThan(total * 0.9)
  const exempt = kindsOf('exempt')
  expect(exempt.length).toBeGreaterThan(14)
  // 318: vegetables and flour; 319: meat and offal; 320: milk products.
  expect([...new Set(exempt.map(({ taxProductCode }) => taxProductCode))].sort()).toEqual([
    '318',
    '319',
    '320',
  ])
  const sellers = products.slice(0, 30).filter(({ taxKind }) => taxKind === 'exempt')
  expect(sellers.map(({ name }) => name)).toEqual(['Үхрийн мах ястай', 'Хонины мах ястай', 'Сонгино'])
  expect(kindsOf('zero-rated').map(({ name, taxProductCode }) => [name, taxProductCode])).toEqual([
    ['Дурсгалын мөнгөн зоос', '506'],
  ])
})

test('each word of a name is spelled in one alphabet', () => {
  const mixed = products.filter(({ name }) => /[a-z][а-яёөү]|[а-яёөү][a-z]/i.test(name))
  expect(mixed.map(({ name }) => name)).toEqual([])
})

test('every product is found by its own name and by its own code', () => {
  const lost = products.filter(
    ({ name, code }) =>
      catalogue.find(code)?.name !== name ||
      !catalogue.search({ query: name, category: null, limit: 20 }).products.some((one) => one.code === code),
  )
  expect(lost.map(({ name }) => name)).toEqual([])
})
