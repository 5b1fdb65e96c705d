import { type Discount, sharesOf, takenOff } from '../money/discount.ts'
import { type Money, money } from '../money/money.ts'
import { priceOf } from '../money/quantity.ts'
import { type TaxRates, taxesOf } from '../money/tax.ts'
import { piecesOf, type SaleLine, type Totals } from './sale.ts'
import { totalOf } from './status.ts'
import { taxable } from './taxes.ts'

export function totalsOf(lines: readonly SaleLine[], rates: TaxRates): Totals {
  const { vat, cityTax, byKind } = taxesOf(lines.map(taxable), rates)
  return { total: totalOf(lines), vat, cityTax, byKind, lineCount: lines.length }
}

/** The price of a quantity before discounts. */
export const grossOf = (line: Pick<SaleLine, 'unitPrice' | 'quantity' | 'pack'>): Money =>
  priceOf(line.unitPrice, line.quantity, piecesOf(line))

/**
 * Computes the discounts of the lines: each line's own first, then its share of the sale's. Stored events depend on
 * this arithmetic (docs/decisions/discounts.md): a change needs a new kind of event.
 */
export function priced(lines: readonly SaleLine[], discount: Discount | null): readonly SaleLine[] {
  const own = lines.map((line) => takenOff(grossOf(line), line.discount))
  const nets = lines.map((line, index) => money(grossOf(line) - (own[index] ?? 0)))
  const sum = money(nets.reduce((all, net) => all + net, 0))
  const shares = sharesOf(takenOff(sum, discount), nets)
  return lines.map((line, index) => {
    const { off: _off, share: _share, ...bare } = line
    const [off, share] = [own[index] ?? 0, shares[index] ?? 0]
    return {
      ...bare,
      amount: money(grossOf(line) - off - share),
      ...(off > 0 ? { off: money(off) } : {}),
      ...(share > 0 ? { share: money(share) } : {}),
    }
  })
}
