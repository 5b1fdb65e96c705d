import { expect, test } from 'vitest'
import { money, tugriks } from '../../../../shared/money/money.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import type { TaxRates } from '../../../../shared/money/tax.ts'
import { ratesOf } from '../../../../shared/sale/taxes.ts'
import { totalsOf } from '../../../../shared/sale/totals.ts'
import { FIRST_SETTINGS, type Settings } from '../../../../shared/shop/settings.ts'
import { beer, bread, lineOf, TERMS } from '../../../support/sample-sale.ts'

const RATES: TaxRates = { vatPayer: true, cityTaxPercent: 2 }

test('VAT is one eleventh of the price of the goods', () => {
  expect(totalsOf([lineOf(bread, quantity(2000))], RATES)).toEqual({
    total: tugriks(5000),
    vat: money(45_455),
    cityTax: 0,
    byKind: [{ kind: 'vat', amount: tugriks(5000), vat: money(45_455), cityTax: 0 }],
    lineCount: 1,
  })
})

test('city tax is counted only for goods that have it', () => {
  const totals = totalsOf([lineOf(bread), lineOf(beer)], RATES)
  expect(totals.total).toBe(tugriks(6980))
  expect(totals.cityTax).toBe(tugriks(80))
  expect(totals.vat).toBe(money(22_727 + 40_000))
})

test('VAT is rounded once for many lines: 1,800 of 19,800', () => {
  const prices = [3500, 2600, 3800, 9900].map((price, index) =>
    lineOf({ ...bread, code: String(index), price: tugriks(price) }),
  )
  expect(totalsOf(prices, RATES).vat).toBe(tugriks(1800))
})

test('a sale keeps the rates of its charge, whatever the settings say later', () => {
  const terms = { ...TERMS, cityTaxPercent: 1, vatPayer: false }
  const later: Settings = {
    ...FIRST_SETTINGS,
    cityTaxPercent: 2,
    tax: { ...FIRST_SETTINGS.tax, vatPayer: true },
  }
  expect(ratesOf(terms, later)).toEqual({ vatPayer: false, cityTaxPercent: 1 })
  expect(ratesOf(null, later)).toEqual({ vatPayer: true, cityTaxPercent: 2 })
})
