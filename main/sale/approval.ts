/**
 * Whether a cart takes more off than a cashier may give and than was approved (docs/decisions/approved-amounts.md).
 * Pure: derived from the lines and what `cart-approved` stored of them.
 */
import { takenOff } from '../../shared/money/discount.ts'
import { type Money, money, NO_MONEY, sumMoney } from '../../shared/money/money.ts'
import type { CartApproval } from '../../shared/page/index.ts'
import { type ApprovedLine, isMisc, MOST_MISC, type Sale, type SaleLine } from '../../shared/sale/sale.ts'
import { grossOf } from '../../shared/sale/totals.ts'
import type { Settings } from '../../shared/shop/settings.ts'

/** What a cashier does without an approval. */
type Limits = Pick<Settings, 'discountLimitPercent' | 'miscLimit'>

/** Null if the cart needs no approval. */
export function neededApproval(sale: Sale, { discountLimitPercent, miscLimit }: Limits): CartApproval | null {
  if (sale.soldAt !== null || sale.endedAt !== null) return null
  const approvedLines = new Map(sale.approved?.map((line) => [line.id, line]))
  const lines = sale.lines.map((line) => {
    const approved = approvedLines.get(line.id)
    return { line, approved, covered: approved === undefined ? 0 : coveredBy(approved, line) }
  })
  const limit = (gross: number): Money =>
    takenOff(money(gross), { kind: 'percent', share: discountLimitPercent * 100 })
  const isAbove = (off: number, gross: number, covered: number, count: number): boolean =>
    off > Math.max(limit(gross), covered) + count * ROUNDING
  const covered = lines.reduce((sum, one) => sum + one.covered, 0)
  const { gross, ...taken } = takenOffCart(sale)
  const misc = miscToApprove(sale, miscLimit)
  const permission =
    misc > 0 || lines.some(({ line, approved }) => isRepriced(line) && !isPriceApproved(line, approved))
      ? 'price-override'
      : isAbove(taken.off, gross, covered, lines.length + 1) ||
          lines.some((one) => isAbove(one.line.off ?? 0, grossOf(one.line), one.covered, 1))
        ? 'discount-above-limit'
        : null
  return permission && { permission, approved: money(covered), misc, ...taken }
}

/**
 * The price of the misc items that nobody approved (docs/decisions/misc-items.md); 0 if a cashier may sell them alone: a few
 * lines of at most `limit`, with VAT.
 */
export function miscToApprove(
  { lines, approved = [] }: Pick<Sale, 'lines' | 'approved'>,
  limit: number,
): Money {
  const own = lines.filter(
    (line) =>
      isMisc(line) &&
      !isPriceApproved(
        line,
        approved.find(({ id }) => id === line.id),
      ),
  )
  const isAllowed = (line: SaleLine): boolean => grossOf(line) <= limit && line.product.taxKind === 'vat'
  return own.length <= MOST_MISC && own.every(isAllowed) ? NO_MONEY : sumMoney(own.map(grossOf))
}

/** Discounts are rounded to a tugrik on each line, and that of the whole sale once more. */
const ROUNDING = 100

/** The money that discounts and lower prices take off; `gross` is the sum of the lines before their discounts. */
export function takenOffCart({ lines }: Pick<Sale, 'lines'>) {
  let [gross, off, repriced] = [0, 0, 0]
  for (const line of lines) {
    gross += grossOf(line)
    off += grossOf(line) - line.amount
    repriced += Math.max(0, grossOf({ ...line, unitPrice: line.product.price }) - grossOf(line))
  }
  return { gross: money(gross), off: money(off), repriced: money(repriced) }
}

/** The part of the approved money that belongs to the goods that are still on the line. */
function coveredBy({ unitPrice, quantity, off = money(0), share = money(0) }: ApprovedLine, line: SaleLine) {
  const [had, has] = [grossOf({ ...line, unitPrice, quantity }), grossOf(line)]
  return has >= had ? off + share : Number((BigInt(off + share) * BigInt(has)) / BigInt(had))
}

const isRepriced = ({ unitPrice, product }: SaleLine): boolean => unitPrice !== product.price

const isPriceApproved = (line: SaleLine, approved: ApprovedLine | undefined): boolean =>
  approved?.unitPrice === line.unitPrice && line.quantity <= approved.quantity
