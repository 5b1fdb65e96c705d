import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWeighedCode, weighedProduct } from '../../../../main/shop/goods/barcode.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { parseQuantity, priceOf } from '../../../../shared/money/quantity.ts'
import { FIRST_WEIGHED_CODES as CODES } from '../../../../shared/shop/weighed-codes.ts'
import { product } from './goods.ts'

/**
 * A label as a scale prints it. The check digit makes the sum of the digits, weighted 1, 3, 1, 3…, a multiple of ten.
 */
const label = (prefix: string, article: number, value: number, digits = 5): string => {
  const body = `${prefix}${String(article).padStart(digits, '0')}${String(value).padStart(10 - digits, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

const kilogram = (price: number) => product('Үхрийн мах', { code: '2008', unit: 'кг', price: tugriks(price) })

test('a known label is read: 842 grams of product 2008', () => {
  expect(readWeighedCode('2002008008420', CODES)).toEqual({ article: '02008', kind: 'weight', value: 842 })
})

test('by default prefixes 20 to 24 carry a weight and 25 to 29 a price', () => {
  const kinds = Array.from({ length: 10 }, (_, at) => readWeighedCode(label(`2${at}`, 7, 1500), CODES)?.kind)
  expect(kinds).toEqual([...Array(5).fill('weight'), ...Array(5).fill('price')])
})

test('a code with a prefix that the shop does not use is an ordinary code', () => {
  expect(readWeighedCode(label('20', 7, 1500), { ...CODES, weight: [] })).toBe(null)
  expect(readWeighedCode('8655809005309', CODES)).toBe(null)
})

test('any label with four, five or six article digits is read back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('20', '25'),
      fc.constantFrom(4, 5, 6),
      fc.nat(9999),
      fc.nat(9999),
      (prefix, articleDigits, article, value) => {
        const read = readWeighedCode(label(prefix, article, value, articleDigits), {
          ...CODES,
          articleDigits: articleDigits as 4 | 5 | 6,
        })
        expect(read).toMatchObject({ article: String(article).padStart(articleDigits, '0'), value })
      },
    ),
  )
})

test('a label with one misread digit is refused', () => {
  fc.assert(
    fc.property(
      fc.nat(99999),
      fc.nat(99999),
      fc.nat(12),
      fc.integer({ min: 1, max: 9 }),
      (article, value, at, by) => {
        const code = label('20', article, value)
        const wrong = `${code.slice(0, at)}${(Number(code[at]) + by) % 10}${code.slice(at + 1)}`
        expect(readWeighedCode(wrong, CODES)).toBe(null)
      },
    ),
  )
})

test('a weight is in grams for kilograms, and a number of pieces for goods sold by the piece', () => {
  const weighed = { article: '02008', kind: 'weight', value: 842 } as const
  expect(weighedProduct(kilogram(19_500), weighed).quantity).toBe('0.842')
  expect(weighedProduct(product('Өндөг', { unit: 'ш' }), { ...weighed, value: 12 }).quantity).toBe('12')
  expect(weighedProduct(product('Үр', { unit: 'гр' }), { ...weighed, value: 250 }).quantity).toBe('250')
})

test('a label with a price is sold for that price, whatever the product’s price and unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999 }),
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.constantFrom('кг', 'л', 'ш', 'гр', 'мл'),
      (price, unitPrice, unit) => {
        const sold = weighedProduct(product('Мах', { unit, price: tugriks(unitPrice) }), {
          article: '1',
          kind: 'price',
          value: price,
        })
        const amount = parseQuantity(sold.quantity)
        // The counter refuses an amount that is too large for one line.
        if (amount !== null) expect(priceOf(sold.unitPrice, amount)).toBe(tugriks(price))
        else expect(price / unitPrice).toBeGreaterThan(99_999)
      },
    ),
  )
})

test('a label with a price has the weight that the product’s price gives', () => {
  const sold = weighedProduct(kilogram(19_500), { article: '02008', kind: 'price', value: 16_419 })
  expect(sold).toMatchObject({ quantity: '0.842', product: { price: tugriks(19_500) } })
})
