/** What an act needs by what is asked for, where the verb alone does not say it. */
import { type Discount, parseDiscount, takenOff } from '../../shared/discount.ts'
import type { CashierVerb, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { money } from '../../shared/money.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import type { Sale, SaleLine } from '../../shared/sale.ts'
import { type Permission, VERB_NEEDS } from '../../shared/staff.ts'
import { grossOf, priced } from '../sales/index.ts'

export type Surroundings = {
  readonly sale: (saleId: string) => Sale | null
  readonly discountLimitPercent: () => number
}

type Needs = {
  readonly [Verb in CashierVerb]?: (request: ParsedRequestOf<Verb>, around: Surroundings) => Permission | null
}

const BY_REQUEST: Needs = {
  changeLine: ({ saleId, lineId, quantity, price }, around) => {
    if (price !== undefined) return 'price-override'
    const less = quantity === undefined ? null : parseQuantity(quantity)
    if (less === null) return null
    return givesMore(around, saleId, ({ lines, discount }) => ({
      lines: lines.map((line) => (line.id === lineId ? { ...line, quantity: less } : line)),
      discount,
    }))
  },
  removeLine: ({ saleId, lineId }, around) =>
    givesMore(around, saleId, ({ lines, discount }) => ({
      lines: lines.filter(({ id }) => id !== lineId),
      discount,
    })),
  discountLine: ({ saleId, lineId, discount: typed }, around) => {
    const own = parseDiscount(typed)
    if (own === null) return null
    const line = around.sale(saleId)?.lines.find(({ id }) => id === lineId)
    if (line && takenOff(grossOf(line), own) > limitOf(grossOf(line), around)) return 'discount-above-limit'
    return givesMore(around, saleId, ({ lines, discount }) => ({
      lines: lines.map((one) => (one.id === lineId ? { ...one, discount: own } : one)),
      discount,
    }))
  },
  discountSale: ({ saleId, discount: typed }, around) => {
    const discount = parseDiscount(typed)
    return discount && givesMore(around, saleId, ({ lines }) => ({ lines, discount }))
  },
  moveCash: ({ way }) => (way === 'out' ? 'cash-out' : null),
  closeShift: ({ lines }) => (lines === null ? 'close-uncounted' : null),
  // Its lottery and QR are erased for good.
  settlePrint: ({ remedy }) => (remedy === 'given-up' ? 'hold-and-give-up-work' : null),
}

/** Null: whoever is signed in may do it. What does not parse is refused by the act itself, whoever asks. */
export function needsOf(verb: CashierVerb, request: unknown, around: Surroundings): Permission | null {
  const byRequest = BY_REQUEST[verb] as
    | ((request: unknown, around: Surroundings) => Permission | null)
    | undefined
  return byRequest?.(request, around) ?? VERB_NEEDS[verb]
}

type Goods = { readonly lines: readonly SaleLine[]; readonly discount: Discount | null }

/**
 * Whether more is taken off the whole than a cashier may, and more of it than before: with an amount off, fewer goods are a
 * larger discount too. What a manager approved is not asked for again while it stays as it is.
 */
function givesMore(
  around: Surroundings,
  saleId: string,
  change: (goods: Goods) => Goods,
): 'discount-above-limit' | null {
  const sale = around.sale(saleId)
  if (sale === null) return null
  const goods = change(sale)
  const before = offOf(sale.lines)
  const after = offOf(priced(goods.lines, goods.discount))
  // Each line is rounded to a whole tugrik.
  const allowed = limitOf(after.gross, around) + goods.lines.length * 100
  const isMore = BigInt(after.off) * BigInt(before.gross) > BigInt(before.off) * BigInt(after.gross)
  return after.off > allowed && isMore ? 'discount-above-limit' : null
}

function offOf(lines: readonly SaleLine[]): { readonly gross: number; readonly off: number } {
  const gross = lines.reduce((sum, line) => sum + grossOf(line), 0)
  return { gross, off: gross - lines.reduce((sum, { amount }) => sum + amount, 0) }
}

const limitOf = (gross: number, { discountLimitPercent }: Surroundings): number =>
  takenOff(money(gross), { kind: 'percent', share: discountLimitPercent() * 100 })
