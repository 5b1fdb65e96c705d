import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CASH_ROUNDINGS, roundedCash } from '../../../shared/money/cash-rounding.ts'
import { money, tugriks } from '../../../shared/money/money.ts'

test('cash is rounded half up to the nearest 10 or 50, and not at all without the setting', () => {
  const rounded = (whole: number) => CASH_ROUNDINGS.map((to) => roundedCash(tugriks(whole), to) / 100)
  expect(rounded(1234)).toEqual([1234, 1230, 1250])
  expect(rounded(1235)).toEqual([1235, 1240, 1250])
  expect(rounded(1225)).toEqual([1225, 1230, 1250])
  expect(rounded(1224)).toEqual([1224, 1220, 1200])
  expect(rounded(1200)).toEqual([1200, 1200, 1200])
  expect(roundedCash(money(123_499), '10')).toBe(123_000)
})

test('an amount that would round to nothing is paid as it is', () => {
  expect([4, 5, 24, 25].map((whole) => roundedCash(tugriks(whole), '10') / 100)).toEqual([4, 10, 20, 30])
  expect([4, 24, 25].map((whole) => roundedCash(tugriks(whole), '50') / 100)).toEqual([4, 24, 50])
})

test('beside money that the shop holds, only the difference is rounded, in both directions', () => {
  const kept = (due: number, held: number) => roundedCash(tugriks(due), '10', tugriks(held)) / 100
  expect([1234, 1237].map((price) => kept(price, price))).toEqual([1234, 1237])
  expect([1230, 1238, 1239].map((due) => kept(due, 1234))).toEqual([1234, 1234, 1244])
  expect([1230, 1000].map((due) => 5234 - kept(due, 5234))).toEqual([4000, 4230])
  expect([1234, 1225].map((due) => kept(due, 1230))).toEqual([1230, 1230])
})

test('rounding moves an amount by at most half a step, to a whole step, and never out of order', () => {
  const amounts = fc.integer({ min: 5_000, max: 10_000_000_000 })
  fc.assert(
    fc.property(amounts, amounts, fc.constantFrom('10' as const, '50' as const), (one, other, to) => {
      const step = Number(to) * 100
      const [first, second] = [roundedCash(money(one), to), roundedCash(money(other), to)]
      expect(first % step).toBe(0)
      expect(Math.abs(first - one)).toBeLessThanOrEqual(step / 2)
      expect(Math.sign(first - second) * Math.sign(one - other)).toBeGreaterThanOrEqual(0)
    }),
  )
})
