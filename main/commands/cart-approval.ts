/** Limits the discount that a cashier may give without an approval (`discountLimitPercent` of the settings). */
import { type Discount, takenOff } from '../../shared/discount.ts'
import { money } from '../../shared/money.ts'
import type { SaleLine } from '../../shared/sale.ts'
import { grossOf, priced } from '../sales/index.ts'
import type { CommandContext } from './command-context.ts'

type Goods = { readonly lines: readonly SaleLine[]; readonly discount: Discount | null }

/**
 * The permission that a change needs if all discounts of the sale together exceed the cashier's limit and have a larger
 * share than before; otherwise null. With a fixed amount off, removing goods makes the share larger too. An approved
 * discount needs no new approval while it stays as it is.
 */
export function exceedsDiscountLimit(
  context: CommandContext,
  saleId: string,
  change: (goods: Goods) => Goods,
): 'discount-above-limit' | null {
  const sale = context.shop().journal.sales.byId(saleId)
  if (sale === null) return null
  const goods = change(sale)
  const before = discountOf(sale.lines)
  const after = discountOf(priced(goods.lines, goods.discount))
  // Allows a tugrik for each line, because lines are rounded.
  const allowed = discountLimit(after.gross, context) + goods.lines.length * 100
  const isMore = BigInt(after.off) * BigInt(before.gross) > BigInt(before.off) * BigInt(after.gross)
  return after.off > allowed && isMore ? 'discount-above-limit' : null
}

function discountOf(lines: readonly SaleLine[]): { readonly gross: number; readonly off: number } {
  const gross = lines.reduce((sum, line) => sum + grossOf(line), 0)
  return { gross, off: gross - lines.reduce((sum, { amount }) => sum + amount, 0) }
}

/** The largest discount of `gross`, in hundredths. */
export const discountLimit = (gross: number, { settings }: CommandContext): number =>
  takenOff(money(gross), { kind: 'percent', share: settings.read().discountLimitPercent * 100 })
