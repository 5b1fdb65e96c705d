/** The content of a drawer count's slip. */
import { money, tugriks } from '../../../shared/money/money.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import type { DrawerCounted } from '../../books/shifts/index.ts'
import type { DrawerCountFacts, PaperMaker } from '../draw/index.ts'

export const countFacts = (
  { shift, lines, counted, expected, difference, by }: DrawerCounted,
  { maker: { settings, logo, testMode }, now }: { readonly maker: PaperMaker; readonly now: number },
): DrawerCountFacts => ({
  shop: shift.seller ?? settings.shop,
  logo,
  testMode,
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
