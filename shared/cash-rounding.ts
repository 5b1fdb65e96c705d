/** Rounding of what is paid in cash (docs/decisions/cash-rounding.md). */
import { type Money, money } from './money.ts'

export const CASH_ROUNDINGS = ['none', '10', '50'] as const
/** To how many tugriks cash is rounded. */
export type CashRounding = (typeof CASH_ROUNDINGS)[number]

/** The amount to pay in cash, rounded half up. An amount that would round to nothing stays as it is. */
export function roundedCash(amount: Money, rounding: CashRounding): Money {
  if (rounding === 'none') return amount
  const step = Number(rounding) * 100
  const rounded = Math.floor((amount * 2 + step) / (step * 2)) * step
  return rounded <= 0 ? amount : money(rounded)
}

/** The money that changes hands for a tender, or for a part of a return: the amount that it settles, and its rounding. */
export const handed = ({
  amount,
  rounding = 0,
}: {
  readonly amount: number
  readonly rounding?: number
}): Money => money(amount + rounding)
