/**
 * No total of a cart contains möngö, which nobody can pay in cash, whatever is weighed, priced by hand and discounted.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Discount, parseDiscount } from '../../../shared/money/discount.ts'
import { money } from '../../../shared/money/money.ts'
import { priceOf, quantity } from '../../../shared/money/quantity.ts'
import type { SaleLine } from '../../../shared/sale/sale.ts'
import { totalOf } from '../../../shared/sale/status.ts'
import { priced } from '../../../shared/sale/totals.ts'
import { bread } from '../../support/sample-sale.ts'

const typedDiscount = fc
  .oneof(
    fc.integer({ min: 1, max: 10_000 }).map((share) => `${share / 100}%`),
    fc.integer({ min: 1, max: 50_000 }).map(String),
    fc.integer({ min: 1, max: 5_000_000 }).map((hundredths) => String(hundredths / 100)),
  )
  .map((typed) => parseDiscount(typed))

const line = fc
  .record({
    price: fc.integer({ min: 1, max: 5_000_000 }),
    thousandths: fc.integer({ min: 1, max: 20_000 }),
    discount: fc.option(typedDiscount),
  })
  .map(({ price, thousandths, discount }, ...rest): SaleLine => {
    const [unitPrice, amount] = [money(price), quantity(thousandths)]
    return {
      id: `${price} ${thousandths} ${rest.length}`,
      product: bread,
      quantity: amount,
      unitPrice,
      amount: priceOf(unitPrice, amount),
      ...(discount ? { discount } : {}),
    }
  })

test('lines, discounts, their shares and the total are whole tugriks', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.option(typedDiscount),
      (lines, discount: Discount | null) => {
        const after = priced(lines, discount)
        for (const { amount, off = 0, share = 0 } of after)
          expect([amount % 100, off % 100, share % 100]).toEqual([0, 0, 0])
        expect(totalOf(after) % 100).toBe(0)
        expect(totalOf(after)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
