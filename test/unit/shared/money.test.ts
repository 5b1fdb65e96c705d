import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatMoney,
  money,
  moneyAsNumber,
  moneyAsText,
  parseMoney,
  tugriks,
} from '../../../shared/money/money.ts'
import {
  formatQuantity,
  LARGEST_QUANTITY,
  parseQuantity,
  priceOf,
  quantity,
} from '../../../shared/money/quantity.ts'

test('decimal text becomes hundredths exactly', () => {
  expect(parseMoney('100')).toBe(10_000)
  expect(parseMoney('100.5')).toBe(10_050)
  expect(parseMoney('0.10')).toBe(10)
  expect(parseMoney('-3.00')).toBe(-300)
  expect(parseMoney('12.3400')).toBe(1234)
})

test('invalid text is not an amount', () => {
  for (const text of [
    '',
    ' ',
    'abc',
    '1,000',
    '1e5',
    '0x10',
    '1.234',
    'NaN',
    'Infinity',
    '1.',
    '.5',
    '--1',
    '99999999999999',
  ])
    expect(parseMoney(text), text).toBeNull()
})

test('an amount is unchanged after it was written to the wire and read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (hundredths) => {
      const amount = money(hundredths)
      expect(parseMoney(moneyAsText(amount))).toBe(amount)
      expect(parseMoney(String(moneyAsNumber(amount)))).toBe(amount)
    }),
  )
})

test('amounts are shown with thousands groups, and with möngö only when there are some', () => {
  expect(formatMoney(tugriks(32_509))).toBe('32,509')
  expect(formatMoney(money(295_536))).toBe('2,955.36')
  expect(formatMoney(money(-43_500))).toBe('−435')
  expect(formatMoney(tugriks(1_234_567))).toBe('1,234,567')
})

test('a fraction of a tugrik is refused as money', () => {
  expect(() => money(0.5)).toThrow(RangeError)
})

test('a quantity is above zero and has at most three decimals', () => {
  expect(parseQuantity('3')).toBe(3000)
  expect(parseQuantity('0.842')).toBe(842)
  expect(parseQuantity('0,842')).toBe(842)
  expect(parseQuantity('99999')).toBe(LARGEST_QUANTITY)
  for (const text of ['0', '-1', '', '1.2345', 'three', '0.000', '99999.001', '100000', '1000000'])
    expect(parseQuantity(text), text).toBeNull()
  expect(formatQuantity(quantity(842))).toBe('0.842')
})

test('weighed goods cost a whole number of tugriks, rounded half up', () => {
  expect(priceOf(tugriks(8900), quantity(842))).toBe(tugriks(7494))
  expect(priceOf(tugriks(1), quantity(500))).toBe(tugriks(1))
  expect(priceOf(tugriks(1), quantity(499))).toBe(tugriks(0))
  expect(priceOf(money(250_050), quantity(2000))).toBe(tugriks(5001))
})
