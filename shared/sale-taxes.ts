/** The taxes of a sale's lines. */
import type { SaleLine, Terms } from './sale.ts'
import type { Settings } from './settings.ts'
import type { TaxedLine, TaxRates } from './tax.ts'

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
