/** Which taxes the lines of a sale contain: by the terms that are frozen with it. */
import type { SaleLine, Terms } from './sale.ts'
import { type Settings, VAT_PERCENT } from './settings.ts'
import type { TaxedLine, TaxRates } from './tax.ts'

/** Of a sale that is charged or paid, what was frozen with it; of a cart, and where an older journal did not say, the settings'. */
export function ratesOf(
  terms: Terms | null,
  { cityTaxPercent, tax }: Pick<Settings, 'cityTaxPercent' | 'tax'>,
): TaxRates {
  const { vatPayer } = terms ?? tax
  return { vatPayer, vatPercent: VAT_PERCENT, cityTaxPercent: terms?.cityTaxPercent ?? cityTaxPercent }
}

export const taxable = ({ amount, product: { taxKind, cityTax } }: SaleLine): TaxedLine => ({
  amount,
  taxKind,
  cityTax,
})
