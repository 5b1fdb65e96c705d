/** Rounding of what is paid in cash (docs/decisions/cash-rounding.md). */
import { type Money, money, NO_MONEY, sumMoney } from './money.ts'

export const CASH_ROUNDINGS = ['none', '10', '50'] as const
/** To how many tugriks cash is rounded. */
export type CashRounding = (typeof CASH_ROUNDINGS)[number]

/**
 * The amount to pay in cash, rounded half up. An amount that would round to nothing stays as it is. `held`: money that
 * the shop holds already and pays with; only the difference to it changes hands, so only that is rounded.
 */
export function roundedCash(amount: Money, rounding: CashRounding, held: Money = NO_MONEY): Money {
  if (rounding === 'none') return amount
  const step = Number(rounding) * 100
  const odd = held % step
  const rounded = Math.floor(((amount - odd) * 2 + step) / (step * 2)) * step + odd
  return rounded <= 0 ? amount : money(rounded)
}

/** A tender, or a part of a return: the amount that it settles, and the rounding of the cash. */
type Rounded = { readonly amount: number; readonly rounding?: number }

/** The money that changes hands: the amount with its rounding. */
export const handed = ({ amount, rounding = 0 }: Rounded): Money => money(amount + rounding)

export const handedIn = (parts: readonly Rounded[]): Money => sumMoney(parts.map(handed))

/** What rounding added to these amounts. Negative if it took away. */
export const roundingIn = (parts: readonly { readonly rounding?: Money }[]): Money =>
  sumMoney(parts.map(({ rounding }) => rounding ?? NO_MONEY))
