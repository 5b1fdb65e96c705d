/** The taxes of a sale's lines. */

import type { TaxedLine, TaxRates } from '../money/tax.ts'
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

/** Whether goods are without a code that an e-receipt needs, as misc items may be (docs/decisions/misc-items.md). */
export const lacksTaxCodes = ({ lines }: Pick<Sale, 'lines'>): boolean =>
  lines.some(({ product }) => product.taxProductCode === '' || product.classificationCode === '')

/** Whether the service issues the sale's e-receipts. */
export const issuesEReceipts = (
  sale: Pick<Sale, 'lines'>,
  { ereceipts }: Pick<Terms, 'ereceipts'>,
): boolean => ereceipts && !lacksTaxCodes(sale)

export const taxable = ({ amount, product: { taxKind, cityTax } }: SaleLine): TaxedLine => ({
  amount,
  taxKind,
  cityTax,
})
