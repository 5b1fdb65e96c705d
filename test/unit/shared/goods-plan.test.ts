/** What a change of many goods makes of each of them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tugriks } from '../../../shared/money/money.ts'
import {
  type GoodsChange,
  NO_GOODS_CHANGE,
  planBack,
  planGoodsChange,
} from '../../../shared/shop/goods-plan.ts'
import { product } from '../shop/goods/goods.ts'

const bread = (price: number) => ({
  product: { ...product('Талх', { code: '1' }), price: tugriks(price) },
  codes: [],
  hidden: false,
})
const planOf = (price: number, change: Partial<GoodsChange>) =>
  planGoodsChange([bread(price)], { ...NO_GOODS_CHANGE, ...change })
const priceAfter = (price: number, change: Partial<GoodsChange>) => planOf(price, change)?.[0]?.to.price

test.each([
  ['+5%', '1', 2630, '2762'],
  ['+5 %', '10', 2630, '2760'],
  ['+5%', '50', 2630, '2750'],
  ['+5%', '100', 2630, '2800'],
  ['-3%', '1000', 2630, '3000'],
  ['−3%', '10', 2630, '2550'],
  ['+2.5%', '1', 1000, '1025'],
  ['+200', '1', 2630, '2830'],
  ['-200 ₮', '100', 2650, '2500'],
  ['2,600', '1000', 2630, '2600'],
  // Half a step is rounded up. A cheap product is not rounded to zero.
  ['+10%', '100', 500, '600'],
  ['+5%', '1000', 100, '105'],
] as const)('%s rounded to %s ₮ makes of %i the price %s', (price, rounding, before, after) => {
  expect(priceAfter(before, { price, rounding })).toBe(after)
})

test.each(['5%', 'x', '+', '+1.5', '+1001%', '+5%%'])('%s is no change of a price', (price) => {
  expect(planOf(1000, { price })).toBe(null)
})

test('the plan has only the fields that change, and no product that does not change', () => {
  expect(planOf(1000, {})).toEqual([])
  expect(planOf(1000, { price: '1000', hidden: 'no' })).toEqual([])
  expect(planOf(1000, { price: '+100', hidden: 'yes', category: bread(1).product.category })).toEqual([
    { code: '1', name: 'Талх', from: { price: '1000', hidden: 'no' }, to: { price: '1100', hidden: 'yes' } },
  ])
})

test('a plan that is reversed twice is the same plan', () => {
  const plan = planOf(1000, { price: '+5%' }) ?? []
  expect(planBack(plan)[0]?.to).toEqual({ price: '1000' })
  expect(planBack(planBack(plan))).toEqual(plan)
})

test('a percentage is within half a step of the exact price, for all prices', () => {
  const wholePercents = fc.integer({ min: 0, max: 1000 })
  const steps = fc.constantFrom('1', '10', '50', '100', '1000')
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 10_000_000 }),
      wholePercents,
      steps,
      (price, percent, rounding) => {
        const after = Number(priceAfter(price, { price: `+${percent}%`, rounding }) ?? price)
        expect(Math.abs(after * 100 - price * (100 + percent))).toBeLessThanOrEqual(Number(rounding) * 50)
        expect(after === price || after % Number(rounding) === 0).toBe(true)
      },
    ),
  )
})
