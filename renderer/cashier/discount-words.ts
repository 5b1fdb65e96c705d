import { type Discount, percentWords } from '../../shared/discount.ts'
import { type Money, money, moneyAsText, NO_MONEY, sumMoney } from '../../shared/money.ts'
import type { SaleLine } from '../../shared/sale.ts'
import type { Say } from './text.ts'

/** A discount as a person would type it again: "5%" or "1000". Empty is none. */
export function typedDiscount(discount: Discount | null | undefined): string {
  if (!discount) return ''
  return discount.kind === 'percent' ? `${discount.share / 100}%` : moneyAsText(discount.amount)
}

/** "Хөнгөлөлт 10 %", or the word alone where it was said as an amount. */
export const discountLabel = (say: Say, discount: Discount | null | undefined): string =>
  discount?.kind === 'percent'
    ? say('cart.discounted.percent', { percent: percentWords(discount.share).replace(' ', '\u00a0') })
    : say('cart.discounted')

/** What a line comes to by itself, before its share of what is taken off the sale: as on the paper. */
export const ownAmount = ({ amount, share = NO_MONEY }: SaleLine): Money => money(amount + share)

/** What is taken off the sale as a whole, the lines' own discounts left out. */
export const takenOffSale = (lines: readonly SaleLine[]): Money =>
  sumMoney(lines.map(({ share = NO_MONEY }) => share))
