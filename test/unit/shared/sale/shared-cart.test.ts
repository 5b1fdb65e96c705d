import { expect, test } from 'vitest'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { fitsInClaim, movedEvents, type SharedCart } from '../../../../shared/sale/shared-cart.ts'

const sold = { parked: null, soldAt: 1, endedAt: null, decisions: [], notices: [] } as unknown as Sale
const movedTo = { till: 'K02', number: 'K02-1', parkedAt: 1 }
const kindsOf = (sale: Sale) =>
  movedEvents(sale, movedTo, { now: 1, wasSplit: () => false }).map(({ kind }) => kind)

test('a sale records only once that another till resumed its cart', () => {
  expect(kindsOf(sold)).toEqual(['told-by-shop'])
  expect(kindsOf({ ...sold, movedTo })).toEqual([])
})

test('a cart goes to the attention list if a second till resumes it, also after a person had decided about it', () => {
  const asked = ['told-by-shop', 'notice-kept']
  expect(kindsOf({ ...sold, movedTo: { ...movedTo, number: 'K03-1' } })).toEqual(asked)
  const seen = { cause: 'cart-at-two-tills', resolution: 'seen', at: 1, by: null, shares: [] } as const
  expect(kindsOf({ ...sold, decisions: [seen] })).toEqual(asked)
})

test('a parked cart that the server would refuse as too large is not offered to other tills', () => {
  const cart = (note: string): SharedCart => ({
    ...{ sequence: 1, senderInvoiceNo: 'K01', till: 'K01', label: '', parkedAt: 1 },
    ...{ lines: [], discount: null, note, receiver: { kind: 'individual' }, answers: [] },
  })
  expect(fitsInClaim(cart('x'.repeat(400_000)))).toBe(true)
  expect(fitsInClaim(cart('я'.repeat(400_000)))).toBe(false)
})
