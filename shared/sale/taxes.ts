/** The taxes of a sale's lines. */

import type { TaxedLine, TaxRates } from '../money/tax.ts'
import type { Settings } from '../shop/settings.ts'
import type { SaleLine, Terms } from './sale.ts'

/** The tax rates of the sale's frozen terms; without terms those of the settings. */
export function ratesOf(
  terms: Terms | null,
  { cityTaxPercent, tax }: Pick<Settings, 'cityTaxPercent' | 'tax'>,
): TaxRates {
  const { vatPayer } = terms ?? tax
  return { vatPayer, cityTaxPercent: terms?.cityTaxPercent ?? cityTaxPercent }
}

export const taxable = ({ amount, product: { taxKind, cityTax } }: SaleLine): TaxedLine => ({
  amount,
  taxKind,
  cityTax,
})
