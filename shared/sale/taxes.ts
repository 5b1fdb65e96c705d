/** The taxes of a sale's lines. */

import { bearsTax, type TaxedLine, type TaxRates } from '../money/tax.ts'
import { lacksNeededCode } from '../shop/lacks-tax-code.ts'
import type { Settings } from '../shop/settings.ts'
import type { Sale, SaleLine, Terms } from './sale.ts'

/** The tax rates of the sale's frozen terms; without terms those of the settings. */
export function ratesOf(
  terms: Terms | null,
  { cityTaxPercent, tax }: Pick<Settings, 'cityTaxPercent' | 'tax'>,
): TaxRates {
  const { vatPayer } = terms ?? tax
  return { vatPayer, cityTaxPercent: terms?.cityTaxPercent ?? cityTaxPercent }
}

type Coded = Pick<Sale, 'lines' | 'terms'>

/**
 * Whether the sale has no e-receipt because a product lacks a required tax code, or because the service refused a code
 * (docs/decisions/refused-tax-codes.md).
 */
export const lacksTaxCodes = ({ lines, terms }: Coded): boolean =>
  terms?.codesRefused === true || lines.some((line) => bearsTax(line) && lacksNeededCode(line.product))

/** Whether the service issues the sale's e-receipts. */
export const issuesEReceipts = (sale: Coded, { ereceipts }: Pick<Terms, 'ereceipts'>): boolean =>
  ereceipts && !lacksTaxCodes(sale)

export const taxable = ({ amount, product: { taxKind, cityTax } }: SaleLine): TaxedLine => ({
  amount,
  taxKind,
  cityTax,
})
