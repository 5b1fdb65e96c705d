import { expect, test } from 'vitest'
import { movedEvents } from '../../../main/sales/index.ts'
import type { Sale } from '../../../shared/sale.ts'

const sold = { parked: null, soldAt: 1, endedAt: null, decisions: [], notices: [] } as unknown as Sale
const movedTo = { till: 'K02', number: 'K02-1', parkedAt: 1 }
const kindsOf = (sale: Sale) => movedEvents(sale, movedTo, 1).map(({ kind }) => kind)

test('a sale is told once that another till continues its cart', () => {
  expect(kindsOf(sold)).toEqual(['told-by-shop'])
  expect(kindsOf({ ...sold, movedTo })).toEqual([])
})

test('a person is asked about a second till that continues the cart, and about one after they had decided', () => {
  const asked = ['told-by-shop', 'notice-kept']
  expect(kindsOf({ ...sold, movedTo: { ...movedTo, number: 'K03-1' } })).toEqual(asked)
  const seen = { cause: 'cart-at-two-tills', resolution: 'seen', at: 1, by: null, shares: [] } as const
  expect(kindsOf({ ...sold, decisions: [seen] })).toEqual(asked)
})
