/** What the shifts of a range came to, beside their Zs as they were printed: both must agree with its days. */
import type { Money } from '../../shared/money.ts'
import type { DayRange } from '../../shared/report.ts'
import { formatZ } from '../../shared/shift.ts'
import { dayAfter, shopMoment, shopTime } from '../../shared/shop-day.ts'
import { bookOf, type JournalReader, type ShiftRecord, type SumRow } from '../journal/index.ts'
import { type Figures, returnedGoods, summed } from '../ledger/index.ts'

export type ShiftReads = 'shifts' | 'sumsOfBook' | 'sumsWithoutShift' | 'printedNet'

export type ShiftSum = {
  readonly id: string
  readonly name: string
  readonly sold: Figures
  readonly back: number
  /** The net that its Z printed; null where it has none. */
  readonly printed: Money | null
}

/** No shop has more in ten years. */
const MOST = 40_000

/** Those that were opened in it, the earliest first. */
export const shiftsIn = (
  journal: Pick<JournalReader, ShiftReads>,
  { from, to }: DayRange,
): readonly ShiftSum[] =>
  journal
    .shifts(MOST, shopMoment(dayAfter(to, 1), '00:00'), shopMoment(from, '00:00'))
    .toReversed()
    .map((shift) => ({
      ...goodsOf(journal.sumsOfBook(bookOf.shift(shift.id), ['hour', 'returns'])),
      id: shift.id,
      name: nameOf(shift),
      printed: journal.printedNet(shift.id),
    }))

/** What was sold, and what came back, on its days without a shift. */
export const withoutShift = (journal: Pick<JournalReader, ShiftReads>, { from, to }: DayRange) =>
  goodsOf((['hour', 'returns'] as const).flatMap((account) => journal.sumsWithoutShift(account, from, to)))

const goodsOf = (rows: readonly SumRow[]) => ({
  sold: summed(rows.filter(({ account }) => account === 'hour')),
  back: returnedGoods(summed(rows.filter(({ account }) => account === 'returns'))).amount,
})

/** "K01 2026-11-21 07:56 · Z 0093"; one that is not closed has no Z. */
const nameOf = ({ terminal, zNumber, openedAt }: ShiftRecord): string =>
  `${terminal} ${shopTime(openedAt).slice(0, 16)}${zNumber === null ? '' : ` · Z ${formatZ(zNumber)}`}`
