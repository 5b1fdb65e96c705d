import type { SaleLine, Totals } from '../../shared/sale.ts'
import { totalOf } from '../../shared/sale-status.ts'
import { taxable } from '../../shared/sale-taxes.ts'
import { type TaxRates, taxesOf } from '../../shared/tax.ts'

/** What lines add up to, and the taxes contained in them. */
export function totalsOf(lines: readonly SaleLine[], rates: TaxRates): Totals {
  const { vat, cityTax, byKind } = taxesOf(lines.map(taxable), rates)
  return { total: totalOf(lines), vat, cityTax, byKind, lineCount: lines.length }
}
