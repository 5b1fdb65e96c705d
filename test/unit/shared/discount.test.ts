import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Discount, parseDiscount, sharesOf, takenOff } from '../../../shared/money/discount.ts'
import { money, tugriks } from '../../../shared/money/money.ts'

test.each<[string, Discount | null]>([
  ['5%', { kind: 'percent', share: 500 }],
  ['2,5 %', { kind: 'percent', share: 250 }],
  ['100%', { kind: 'percent', share: 10_000 }],
  ['1000', { kind: 'amount', amount: tugriks(1000) }],
  ['1,000', { kind: 'amount', amount: tugriks(1000) }],
  ['1 000', { kind: 'amount', amount: tugriks(1000) }],
  ['1000.00', { kind: 'amount', amount: tugriks(1000) }],
  ['1000.50', null],
  ['0.50', null],
  ['10.5', null],
  ['1000 ₮', { kind: 'amount', amount: tugriks(1000) }],
  ['10.000', null],
  ['1,00', null],
  ['0', null],
  ['0%', null],
  ['101%', null],
  ['-5', null],
  ['five', null],
  ['', null],
])('"%s" is read as a discount, or refused', (typed, discount) => {
  expect(parseDiscount(typed)).toEqual(discount)
})

test('a percentage takes off whole tugriks, rounded half up', () => {
  expect(takenOff(tugriks(2490), { kind: 'percent', share: 500 })).toBe(tugriks(125))
  expect(takenOff(tugriks(2489), { kind: 'percent', share: 500 })).toBe(tugriks(124))
})

test('an amount never takes off more than the price', () => {
  expect(takenOff(tugriks(500), { kind: 'amount', amount: tugriks(900) })).toBe(tugriks(500))
})

const gross = fc.integer({ min: 0, max: 10_000_000 }).map((whole) => tugriks(whole))

test('a sale’s discount is shared to the last tugrik, and no line gets more than its price', () => {
  fc.assert(
    fc.property(fc.array(gross, { minLength: 1, maxLength: 300 }), fc.nat(10_000), (parts, share) => {
      const sum = money(parts.reduce((all, part) => all + part, 0))
      const off = takenOff(sum, { kind: 'percent', share })
      const shares = sharesOf(off, parts)
      expect(shares.reduce((all, one) => all + one, 0)).toBe(off)
      shares.forEach((one, index) => {
        expect(one).toBeGreaterThanOrEqual(0)
        expect(one).toBeLessThanOrEqual(parts[index] ?? 0)
        expect(one % 100).toBe(0)
      })
    }),
  )
})

test('goods with the same price get equal shares, the first ones a tugrik more', () => {
  expect(sharesOf(tugriks(10), [tugriks(100), tugriks(100), tugriks(100)])).toEqual(
    [4, 3, 3].map((whole) => tugriks(whole)),
  )
})
