import { expect, test } from 'vitest'
import { tugriks } from '../../../shared/money/money.ts'
import { typedMoney } from '../../../shared/money/typed-money.ts'

test('money is read as people type it', () => {
  expect(['2500', '2,500', '2 500', ' 2500 ₮', '2500.00'].map(typedMoney)).toEqual(
    Array.from({ length: 5 }, () => tugriks(2500)),
  )
  expect(['-5', '1e3', '1,5', '12,34', ''].map(typedMoney)).toEqual([null, null, null, null, null])
})

test('a point before three digits may stand between thousands, so it is refused', () => {
  expect(['1.000', '20.000', '1.500', '1,234.000', '12.345'].map(typedMoney)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
