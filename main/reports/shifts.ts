/** What the shifts of a range came to: beside its days, for they must agree. */
import type { DayRange } from '../../shared/report.ts'
import { formatZ } from '../../shared/shift.ts'
import { dayAfter, shopMoment, shopTime } from '../../shared/shop-day.ts'
import { bookOf, type JournalReader, type ShiftRecord, type SumRow } from '../journal/index.ts'
import { noSum, type Sum } from './gather.ts'
import type { ShiftSum } from './tables.ts'

export type ShiftReads = 'shifts' | 'sumsOfBook' | 'sumsWithoutShift'

/** No shop has more in ten years. */
const MOST = 40_000

/** Those that were opened in it, the earliest first, and what was sold on its days without one. */
export function shiftsIn(
  journal: Pick<JournalReader, ShiftReads>,
  { from, to }: DayRange,
): readonly ShiftSum[] {
  const begin = shopMoment(from, '00:00')
  const opened = journal
    .shifts(MOST, shopMoment(dayAfter(to, 1), '00:00'))
    .filter(({ openedAt }) => openedAt >= begin)
  const without = journal
    .sumsWithoutShift('hour', from)
    .filter(({ book }) => book <= bookOf.withoutShift(to))
    .reduce(plus, noSum())
  return [
    ...opened
      .reverse()
      .map((shift) => shiftSum(shift, journal.sumsOfBook(bookOf.shift(shift.id), ['hour', 'returns']))),
    ...(without.times === 0 ? [] : [{ id: '', name: '', sold: without, back: 0 }]),
  ]
}

const shiftSum = ({ id, terminal, zNumber, openedAt }: ShiftRecord, rows: readonly SumRow[]): ShiftSum => ({
  id,
  name: `${terminal} ${zNumber === null ? shopTime(openedAt).slice(0, 16) : `Z ${formatZ(zNumber)}`}`,
  sold: rows.filter(({ account }) => account === 'hour').reduce(plus, noSum()),
  back: rows
    .filter(({ account }) => account === 'returns')
    .reduce((sum, { amount, vat, cityTax }) => sum + amount + vat + cityTax, 0),
})

const plus = (sum: Sum, row: SumRow): Sum => ({
  times: sum.times + row.times,
  lines: sum.lines + row.lines,
  quantity: sum.quantity + row.quantity,
  amount: sum.amount + row.amount,
  vat: sum.vat + row.vat,
  cityTax: sum.cityTax + row.cityTax,
})
