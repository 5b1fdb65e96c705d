/** The permissions that depend on the content of a request. Those that depend on the verb alone are in shared/staff.ts. */
import { type Discount, parseDiscount, takenOff } from '../../shared/discount.ts'
import type { CashierVerb, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { money } from '../../shared/money.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import type { Sale, SaleLine } from '../../shared/sale.ts'
import { PERMISSION_OF_COMMAND, type Permission } from '../../shared/staff.ts'
import { grossOf, priced } from '../sales/index.ts'

export type PolicyContext = {
  readonly sale: (saleId: string) => Sale | null
  readonly discountLimitPercent: () => number
}

type RequiredByRequest = {
  readonly [Verb in CashierVerb]?: (
    request: ParsedRequestOf<Verb>,
    context: PolicyContext,
  ) => Permission | null
}

const BY_REQUEST: RequiredByRequest = {
  changeLine: ({ saleId, lineId, quantity, price }, context) => {
    if (price !== undefined) return 'price-override'
    const less = quantity === undefined ? null : parseQuantity(quantity)
    if (less === null) return null
    return givesMore(context, saleId, ({ lines, discount }) => ({
      lines: lines.map((line) => (line.id === lineId ? { ...line, quantity: less } : line)),
      discount,
    }))
  },
  removeLine: ({ saleId, lineId }, context) =>
    givesMore(context, saleId, ({ lines, discount }) => ({
      lines: lines.filter(({ id }) => id !== lineId),
      discount,
    })),
  discountLine: ({ saleId, lineId, discount: typed }, context) => {
    const own = parseDiscount(typed)
    if (own === null) return null
    const line = context.sale(saleId)?.lines.find(({ id }) => id === lineId)
    if (line && takenOff(grossOf(line), own) > limitOf(grossOf(line), context)) return 'discount-above-limit'
    return givesMore(context, saleId, ({ lines, discount }) => ({
      lines: lines.map((one) => (one.id === lineId ? { ...one, discount: own } : one)),
      discount,
    }))
  },
  discountSale: ({ saleId, discount: typed }, context) => {
    const discount = parseDiscount(typed)
    return discount && givesMore(context, saleId, ({ lines }) => ({ lines, discount }))
  },
  moveCash: ({ way }) => (way === 'out' ? 'cash-out' : null),
  closeShift: ({ lines }) => (lines === null ? 'close-uncounted' : null),
  // Erases the lottery number and QR data for ever.
  settlePrint: ({ remedy }) => (remedy === 'given-up' ? 'hold-and-give-up-work' : null),
}

/** Null where everybody who is signed in may do it. A request that cannot be parsed is refused later, for everybody. */
export function requiredPermission(
  verb: CashierVerb,
  request: unknown,
  context: PolicyContext,
): Permission | null {
  const byRequest = BY_REQUEST[verb] as
    | ((request: unknown, context: PolicyContext) => Permission | null)
    | undefined
  return byRequest?.(request, context) ?? PERMISSION_OF_COMMAND[verb]
}

type Goods = { readonly lines: readonly SaleLine[]; readonly discount: Discount | null }

/**
 * Whether the discount on the whole sale is above the cashier's limit, and larger than before. With a fixed amount off, removing
 * goods makes the discount larger too. A discount that a manager approved needs no new approval while it stays as it is.
 */
function givesMore(
  context: PolicyContext,
  saleId: string,
  change: (goods: Goods) => Goods,
): 'discount-above-limit' | null {
  const sale = context.sale(saleId)
  if (sale === null) return null
  const goods = change(sale)
  const before = offOf(sale.lines)
  const after = offOf(priced(goods.lines, goods.discount))
  // Each line is rounded to a whole tugrik.
  const allowed = limitOf(after.gross, context) + goods.lines.length * 100
  const isMore = BigInt(after.off) * BigInt(before.gross) > BigInt(before.off) * BigInt(after.gross)
  return after.off > allowed && isMore ? 'discount-above-limit' : null
}

function offOf(lines: readonly SaleLine[]): { readonly gross: number; readonly off: number } {
  const gross = lines.reduce((sum, line) => sum + grossOf(line), 0)
  return { gross, off: gross - lines.reduce((sum, { amount }) => sum + amount, 0) }
}

const limitOf = (gross: number, { discountLimitPercent }: PolicyContext): number =>
  takenOff(money(gross), { kind: 'percent', share: discountLimitPercent() * 100 })
