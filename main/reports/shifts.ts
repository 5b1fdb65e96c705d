/** The shifts of a range of days, beside the nets that their Zs printed. */
import type { Money } from '../../shared/money.ts'
import type { DayRange } from '../../shared/report.ts'
import { formatZ } from '../../shared/shift.ts'
import { shopDay, shopTime } from '../../shared/shop-day.ts'
import { type Figures, returnedGoods, summed } from '../ledger/index.ts'
import type { ShiftRecord, SumReader, SumRow } from '../projections/index.ts'
import type { JournalReader } from '../store/index.ts'

export type ShiftSum = {
  readonly id: string
  readonly name: string
  readonly sold: Figures
  readonly back: number
  /** The net printed on its Z; null where it has no Z, or sold on other days too. */
  readonly printed: Money | null
}

/**
 * The figures of a shift on these days; null where it has none. Includes the net printed on its Z if the shift has no other days.
 */
export function shiftOn(
  { shifts, sums }: Pick<JournalReader, 'shifts' | 'sums'>,
  shift: ShiftRecord,
  days: DayRange,
): ShiftSum | null {
  const rows = sums.ofShift(shift.id, ['hour', 'returns'], days)
  const openedOn = shopDay(shift.openedAt)
  if (rows.length === 0 && (openedOn < days.from || openedOn > days.to)) return null
  const [part, whole] = [goodsOf(rows), goodsOf(sums.ofShift(shift.id, ['hour', 'returns']))]
  const isWhole = part.sold.amount === whole.sold.amount && part.back === whole.back
  return {
    ...part,
    id: shift.id,
    name: nameOf(shift),
    printed: isWhole ? shifts.printedNet(shift.id) : null,
  }
}

/** The goods sold and returned without a shift on these days. */
export const withoutShift = (sums: SumReader, { from, to }: DayRange) =>
  goodsOf((['hour', 'returns'] as const).flatMap((account) => sums.withoutShift(account, from, to)))

const goodsOf = (rows: readonly SumRow[]) => ({
  sold: summed(rows.filter(({ account }) => account === 'hour')),
  back: returnedGoods(summed(rows.filter(({ account }) => account === 'returns'))).amount,
})

/** "K01 2026-11-21 07:56 · Z 0093"; one that is not closed has no Z. */
const nameOf = ({ terminal, zNumber, openedAt }: ShiftRecord): string =>
  `${terminal} ${shopTime(openedAt).slice(0, 16)}${zNumber === null ? '' : ` · Z ${formatZ(zNumber)}`}`
