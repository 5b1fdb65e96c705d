import { expect, test } from 'vitest'
import { auditCarts, type CartSale } from '../../../../scripts/trials/torture/shop/carts.ts'

const cart = (number: string, more: object, brought: number | null = null): CartSale => {
  const empty = { invoices: [], tenders: [], payments: [] }
  const sale = {
    senderInvoiceNo: number,
    lines: [{ amount: 5 }],
    ...empty,
    soldAt: null,
    endedAt: 1,
    parked: null,
  }
  return { sale: { ...sale, ...more }, brought, isDiscarded: false } as unknown as CartSale
}
const movedFrom = { till: 'A', saleId: 'x', number: 'A1', parkedAt: 1 }
const parked = cart('A1', { movedTo: { till: 'B', number: 'B1', parkedAt: 1 } })
const continued = cart('B1', { movedFrom }, 5)

test.for([
  ['nothing in a cart that moved once', [parked, continued], null],
  ['other lines', [parked, cart('B1', { movedFrom }, 4)], 'B1 began with 4, and A1 had 5'],
  ['a cart at two tills', [parked, continued, cart('C1', { movedFrom }, 5)], 'A1 goes on as B1 and as C1'],
  ['a cart that is nowhere', [parked], 'A1 goes on as B1, which is nowhere'],
  ['a till that does not know', [continued], 'A1 does not know that B1 continues it'],
] as const)('the audit of a torture run finds %s', ([, carts, finding]) => {
  const found: string[] = []
  auditCarts(carts, (words) => found.push(words))
  expect(found).toEqual(finding === null ? [] : [finding])
})
