import { type Discount, sharesOf, takenOff } from '../../shared/discount.ts'
import { type Money, money } from '../../shared/money.ts'
import { priceOf } from '../../shared/quantity.ts'
import type { SaleLine } from '../../shared/sale.ts'

/** What so much of it costs before anything is taken off. */
export const grossOf = ({ unitPrice, quantity }: SaleLine): Money => priceOf(unitPrice, quantity)

/**
 * The lines with what is taken off each: by its own discount first, then its share of the sale's. The arithmetic is a part
 * of what the events mean (docs/decisions/discounts.md): a change of it needs another kind of event.
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
