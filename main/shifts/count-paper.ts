/** The slip of a drawer count. */
import { type Money, money, tugriks } from '../../shared/money.ts'
import type { CountLine, Shift } from '../../shared/shift.ts'
import { shopTime } from '../../shared/shop-day.ts'
import type { DrawerCountFacts, PaperMaker } from '../receipts/index.ts'

/** A finished count: the newest one of an open shift, the final one of a closed shift. */
export type DrawerCounted = {
  readonly shift: Shift
  readonly lines: readonly CountLine[]
  readonly counted: Money
  readonly expected: Money
  readonly difference: Money
  /** Who counted; null where nobody is signed in. */
  readonly by: string | null
}

export const countFacts = (
  { shift, lines, counted, expected, difference, by }: DrawerCounted,
  { maker: { settings, logo, testMode }, now }: { readonly maker: PaperMaker; readonly now: number },
): DrawerCountFacts => ({
  shop: shift.seller ?? settings.shop,
  logo,
  testMode: testMode,
  terminal: shift.terminal,
  cashier: by,
  date: shopTime(shift.closedAt ?? now),
  notes: [...lines]
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.value - one.value)
    .map(({ value, count }) => ({
      value: tugriks(value),
      count,
      sum: money(tugriks(value) * count),
    })),
  counted,
  expected,
  difference,
})
