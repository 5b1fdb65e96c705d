import { type Discount, percentWords } from '../../../shared/money/discount.ts'
import {
  formatMoney,
  type Money,
  money,
  moneyAsText,
  NO_MONEY,
  sumMoney,
} from '../../../shared/money/money.ts'
import type { CartApproval } from '../../../shared/page/index.ts'
import type { SaleLine } from '../../../shared/sale/sale.ts'
import type { Say } from '../page/index.ts'

/** A discount as text for its field: "5%" or "1000"; empty if there is none. */
export function typedDiscount(discount: Discount | null | undefined): string {
  if (!discount) return ''
  return discount.kind === 'percent' ? `${discount.share / 100}%` : moneyAsText(discount.amount)
}

/** "Хөнгөлөлт 10 %", or without a number if the discount is an amount. */
export const discountLabel = (say: Say, discount: Discount | null | undefined): string =>
  discount?.kind === 'percent'
    ? say('cart.discounted.percent', { percent: percentWords(discount.share).replace(' ', '\u00a0') })
    : say('word.discount')

/** The line's amount before its share of the sale's discount, as it is printed. */
export const ownAmount = ({ amount, share = NO_MONEY }: SaleLine): Money => money(amount + share)

/** The discount on the whole sale, without the lines' own discounts. */
export const takenOffSale = (lines: readonly SaleLine[]): Money =>
  sumMoney(lines.map(({ share = NO_MONEY }) => share))

/** Why the cart needs an approval: the money that is taken off it, and its misc items. */
export function cartApprovalWords(say: Say, { permission, ...sums }: CartApproval): string {
  const { off, approved, repriced, misc } = sums
  const amounts = Object.fromEntries(Object.entries(sums).map(([name, one]) => [name, formatMoney(one)]))
  const words = [
    ...(off === NO_MONEY
      ? []
      : [say(approved === NO_MONEY ? 'approval.cart.off' : 'approval.cart.grown', amounts)]),
    ...(repriced === NO_MONEY ? [] : [say('approval.cart.repriced', amounts)]),
    ...(misc === NO_MONEY ? [] : [say('approval.cart.misc', amounts)]),
  ]
  return words.length === 0 ? say(`permission.${permission}`) : words.join(' · ')
}
