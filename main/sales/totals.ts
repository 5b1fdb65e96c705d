import type { SaleLine, Terms, Totals } from '../../shared/sale.ts'
import { totalOf } from '../../shared/sale-status.ts'
import type { Settings } from '../../shared/settings.ts'
import { type TaxRates, taxesOf } from '../../shared/tax.ts'

const VAT_PERCENT = 10

/** Of a sale that is charged or paid, what was frozen with it; of a cart, and where an older journal did not say, the settings'. */
export function ratesOf(terms: Terms | null, { cityTaxPercent, tax }: Settings): TaxRates {
  const { vatPayer } = terms ?? tax
  return { vatPayer, vatPercent: VAT_PERCENT, cityTaxPercent: terms?.cityTaxPercent ?? cityTaxPercent }
}

/** What lines add up to, and the taxes contained in them. */
export function totalsOf(lines: readonly SaleLine[], rates: TaxRates): Totals {
  const { vat, cityTax, byKind } = taxesOf(lines.map(taxable), rates)
  return { total: totalOf(lines), vat, cityTax, byKind, lineCount: lines.length }
}

export const taxable = ({ amount, product: { taxKind, cityTax } }: SaleLine) => ({ amount, taxKind, cityTax })
