import { expect, test } from 'vitest'
import { evolveAll, totalsOf } from '../../../main/sales/index.ts'
import { invoiceRequest } from '../../../main/sales/invoice-request.ts'
import { money, tugriks } from '../../../shared/money.ts'
import { quantity } from '../../../shared/quantity.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { beer, bread, lineOf, opened } from '../../support/sample-sale.ts'

test('VAT is the tenth part of eleven of what the goods cost', () => {
  expect(totalsOf([lineOf(bread, quantity(2000))], 2)).toEqual({
    total: tugriks(5000),
    vat: money(45_455),
    cityTax: 0,
    lineCount: 1,
  })
})

test('city tax falls only on the goods that bear it', () => {
  const totals = totalsOf([lineOf(bread), lineOf(beer)], 2)
  expect(totals.total).toBe(tugriks(6980))
  expect(totals.cityTax).toBe(tugriks(80))
  expect(totals.vat).toBe(money(22_727 + 40_000))
})

test('the rounding of weighed goods goes along, so that the lines add up to the total', () => {
  const apples = { ...bread, code: '2001', name: 'Алим', unit: 'кг', price: tugriks(8900) }
  const sale = evolveAll(null, 'sale-1', 0, [
    opened,
    { kind: 'line-added', line: lineOf(apples, quantity(842)) },
  ])
  const request = invoiceRequest(sale, 'ebarimt', FIRST_SETTINGS, 'CODE')
  expect(request.shape === 'ebarimt' && request.lines).toMatchObject([
    { line_quantity: '0.842', line_unit_price: '8900', surcharges: [{ amount: 0.2 }] },
  ])
})

test('only the shapes that have one carry an amount', () => {
  const sale = evolveAll(null, 'sale-1', 0, [opened, { kind: 'line-added', line: lineOf(bread) }])
  expect(invoiceRequest(sale, 'simple', FIRST_SETTINGS, 'CODE')).toMatchObject({ amount: 2500 })
  expect(invoiceRequest(sale, 'full', FIRST_SETTINGS, 'CODE')).toMatchObject({ amount: 2500 })
  expect(invoiceRequest(sale, 'ebarimt', FIRST_SETTINGS, 'CODE')).not.toHaveProperty('amount')
})

test('roundings of many lines do not add up: VAT of 19,800 is 1,800', () => {
  const prices = [3500, 2600, 3800, 9900].map((price, index) =>
    lineOf({ ...bread, code: String(index), price: tugriks(price) }),
  )
  expect(totalsOf(prices, 2).vat).toBe(tugriks(1800))
})
