import type { Totals } from '../../shared/sale.ts'
import type { KindTaxes, TaxKind } from '../../shared/tax.ts'

export type Untaxed = KindTaxes & { readonly kind: Exclude<TaxKind, 'vat'> }

/** What of a sale bears no VAT, kind by kind: there where there are such goods. */
export const untaxed = ({ byKind }: Pick<Totals, 'byKind'>): readonly Untaxed[] =>
  byKind.filter((one): one is Untaxed => one.kind !== 'vat')
