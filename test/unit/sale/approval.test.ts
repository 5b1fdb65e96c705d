/** What an approval of a cart covers, for any discounts and quantities. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neededApproval } from '../../../main/sale/index.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { ONE, priceOf, quantity } from '../../../shared/money/quantity.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import type { Sale, SaleEvent } from '../../../shared/sale/sale.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'

const LIMITS = { discountLimitPercent: 0, miscLimit: 0 }
const percent = (share: number) => (share === 0 ? null : ({ kind: 'percent', share } as const))
const approvedCart = (rows: readonly Row[], share: number): Sale =>
  applyAll(null, 's', 0, [
    opened,
    ...rows.map(({ price, many }, place): SaleEvent => {
      const line = lineOf({ ...bread, price: tugriks(price) }, quantity(many * ONE), String(place))
      return { kind: 'line-added', line }
    }),
    ...rows.map(
      ({ own }, place): SaleEvent => ({
        kind: 'line-discounted',
        lineId: String(place),
        discount: percent(own),
      }),
    ),
    { kind: 'sale-discounted', discount: percent(share) },
    { kind: 'cart-approved', by: { id: 'm', name: 'M' } },
  ])

/** Fewer pieces on each line where `left` is less. */
const fewer = (sale: Sale, rows: readonly Row[]): Sale =>
  applyAll(
    sale,
    's',
    0,
    rows.map(({ many, left, price }, place): SaleEvent => {
      const [pieces, unitPrice] = [quantity(Math.min(many, left) * ONE), tugriks(price)]
      const amount = priceOf(unitPrice, pieces)
      return { kind: 'line-changed', lineId: String(place), quantity: pieces, unitPrice, amount }
    }),
  )

type Row = { readonly price: number; readonly many: number; readonly left: number; readonly own: number }

test('fewer goods under approved percentages need no other approval, however the discounts are rounded', () => {
  const row: fc.Arbitrary<Row> = fc.record({
    price: fc.integer({ min: 1, max: 3_000 }),
    many: fc.integer({ min: 1, max: 60 }),
    left: fc.integer({ min: 1, max: 60 }),
    own: fc.constantFrom(0, 777, 1_500, 3_300, 5_000),
  })
  const rounded = { price: 2026, many: 58, left: 24, own: 1_500 }
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 1_500, 3_333, 5_000),
      (rows, share) => {
        expect(neededApproval(fewer(approvedCart(rows, share), rows), LIMITS)).toBeNull()
      },
    ),
    { numRuns: 2_000, examples: [[[rounded], 1_500]] },
  )
})
