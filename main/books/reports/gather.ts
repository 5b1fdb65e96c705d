/** The sums of a range of days, of the range before it, and of its shifts. */

import type { DayRange } from '../../../shared/books/report.ts'
import { formatZ } from '../../../shared/books/shift.ts'
import {
  cashierOfKey,
  type Figures,
  NOTHING,
  plus,
  returnedGoods,
  summed,
} from '../../../shared/ledger/index.ts'
import type { Money } from '../../../shared/money/money.ts'
import { totalOf } from '../../../shared/sale/status.ts'
import { dayAfter, shopClock, shopDay, shopMoment, shopTime } from '../../../shared/shop/shop-day.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import type { Chunked } from '../../base/chunked.ts'
import { bookOf, type ShiftRecord, type SumReader, type SumRow } from '../../storage/projections/index.ts'
import type { JournalReader } from '../../storage/store/index.ts'
import { shiftOf } from '../shifts/index.ts'
import { daysIn } from './days.ts'

export type Gathered = {
  readonly byDay: Map<string, Figures>
  readonly byHour: Map<string, Figures>
  readonly backByDay: Map<string, Figures>
  /** Turnover without an e-receipt of ours, and what came back of it. */
  readonly elsewhereByDay: Map<string, Figures>
  readonly elsewhereBackByDay: Map<string, Figures>
  /** By account and key. */
  readonly by: Map<SumSubject, Map<string, Figures>>
  /** The newest name of each cashier, by id. */
  readonly names: Map<string, string>
  /** The number of hours with sales. */
  hours: number
}

export type SumSubject = SumRow['account']

export const nothingYet = (): Gathered => ({
  byDay: new Map(),
  byHour: new Map(),
  backByDay: new Map(),
  elsewhereByDay: new Map(),
  elsewhereBackByDay: new Map(),
  by: new Map(),
  names: new Map(),
  hours: 0,
})

export function gather(into: Gathered, rows: readonly SumRow[]): void {
  for (const row of rows) {
    const day = row.book.slice('day '.length)
    if (row.account === 'hour') {
      add(into.byDay, day, row)
      add(into.byHour, row.key, row)
      into.hours += row.times > 0 ? 1 : 0
    } else {
      if (row.account === 'returns') add(into.backByDay, day, returnedGoods(row))
      if (row.account === 'e-receipt' && row.key.startsWith('elsewhere'))
        add(row.key === 'elsewhere-back' ? into.elsewhereBackByDay : into.elsewhereByDay, day, row)
      add(sumsOf(into, row.account), keyOf(into, row), row)
    }
  }
}

const OF_PEOPLE: readonly SumSubject[] = ['cashier', 'back-cashier', 'discount-by', 'override', 'removed']

/** A cashier whose name changed is still one cashier. */
function keyOf(into: Gathered, { account, key }: SumRow): string {
  if (!OF_PEOPLE.includes(account)) return key
  const cashier = cashierOfKey(key)
  if (cashier === null) return ''
  into.names.set(cashier.id, cashier.name)
  return cashier.id
}

export function sumsOf({ by }: Gathered, subject: SumSubject): Map<string, Figures> {
  const had = by.get(subject) ?? new Map<string, Figures>()
  by.set(subject, had)
  return had
}

const add = (to: Map<string, Figures>, key: string, figures: Figures): void =>
  void to.set(key, plus(to.get(key) ?? NOTHING, figures))

/**
 * Where the range ends today: the time of day, "14:25", up to which the last day of the earlier range counts. Null
 * where all of that day counts.
 */
export function comparedUntil({ from, to }: DayRange, before: DayRange, now: number): string | null {
  // Where one month is longer than the other, the earlier range counts in full.
  if (to !== shopDay(now) || daysIn({ from, to }) !== daysIn(before)) return null
  return shopClock(now).slice(0, 5)
}

/** How many days the first read takes. */
const FIRST_PIECE = 4
/** A read that takes longer than this is followed by one of half as many days. */
const PIECE_MS = 2

/** Reads days in pieces. The number of days doubles after a fast read and halves after a slow one. */
export function* inPieces(
  { from, to }: DayRange,
  read: (from: string, to: string) => void,
  onLeft: (days: number) => void = () => {},
): Chunked<void> {
  let piece = FIRST_PIECE
  for (let [next, left] = [from, daysIn({ from, to })]; left > 0; ) {
    const begin = performance.now()
    const many = Math.min(piece, left)
    read(next, dayAfter(next, many - 1))
    next = dayAfter(next, many)
    left -= many
    onLeft(left)
    const took = performance.now() - begin
    if (took < PIECE_MS / 3) piece *= 2
    else if (took > PIECE_MS) piece = Math.max(1, piece >> 1)
    yield
  }
}

/** The days of a range that have postings; null where none has. */
export function daysWithPostings(
  { from, to }: DayRange,
  span: ReturnType<SumReader['span']>,
): DayRange | null {
  if (span === null || from > span.last || to < span.first) return null
  return { from: from > span.first ? from : span.first, to: to < span.last ? to : span.last }
}

/** The sums of the range before, up to the time of day `until` of its last day. */
export function* gatherBefore(sums: SumReader, before: DayRange, until: string | null): Chunked<Gathered> {
  const gathered = nothingYet()
  const whole = until === null ? before : { from: before.from, to: dayAfter(before.to, -1) }
  const days = daysWithPostings(whole, sums.span())
  if (days) yield* inPieces(days, (from, to) => gather(gathered, sums.byDay(from, to)))
  if (until !== null) gather(gathered, yield* partOfDay(sums, before.to, until))
  return gathered
}

/** What was sold and came back on a day until a time: whole hours from the sums, the last hour from its sales. */
function* partOfDay(sums: SumReader, day: string, until: string): Chunked<readonly SumRow[]> {
  const book = bookOf.day(day)
  const hour = until.slice(0, 2)
  const [begin, end] = [shopMoment(day, `${hour}:00`), shopMoment(day, until)]
  const whole = sums.ofBook(book, ['hour', 'back-hour']).filter(({ key }) => key < hour)
  let sold: Figures = NOTHING
  for (const { lines } of sums.soldWithin(day, begin, end)) {
    sold = plus(sold, { ...NOTHING, times: 1, lines: lines.length, amount: totalOf(lines) })
    yield
  }
  const back = sums.returnedWithin(begin, end)
  const rows: readonly SumRow[] = [
    ...whole.map((row) => (row.account === 'hour' ? row : { ...row, account: 'returns' as const })),
    { ...sold, account: 'hour', book, key: hour },
    {
      ...{ ...NOTHING, account: 'returns', book, key: hour, times: back.length },
      amount: sumOf(back.flatMap(({ lines }) => lines.map(({ amount }) => amount))),
    },
  ]
  return rows.filter(({ times }) => times > 0)
}

const sumOf = (figures: readonly number[]): number => figures.reduce((sum, one) => sum + one, 0)

export type ShiftSum = {
  readonly id: string
  readonly name: string
  readonly sold: Figures
  readonly back: number
  /** The net printed on its Z; null where it has no Z, or sold on other days too. */
  readonly printed: Money | null
  /** Who closed it, and the difference that was counted; null where it was not closed on these days or not counted. */
  readonly counted: { readonly by: Cashier | null; readonly difference: Money } | null
}

/** The figures of a shift on these days; null where it has none. */
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
    counted: countedOn(shifts, shift, days),
  }
}

function countedOn(
  shifts: JournalReader['shifts'],
  record: ShiftRecord,
  { from, to }: DayRange,
): ShiftSum['counted'] {
  const day = record.closedAt === null ? '' : shopDay(record.closedAt)
  if (day < from || day > to) return null
  const { count, closedBy } = shiftOf(shifts, record)
  return count && { by: closedBy, difference: count.difference }
}

/** The goods sold and returned without a shift on these days. */
export const withoutShift = (sums: SumReader, from: string, to: string) =>
  goodsOf((['hour', 'returns'] as const).flatMap((account) => sums.withoutShift(account, from, to)))

const goodsOf = (rows: readonly SumRow[]) => ({
  sold: summed(rows.filter(({ account }) => account === 'hour')),
  back: returnedGoods(summed(rows.filter(({ account }) => account === 'returns'))).amount,
})

/** "K01 2026-11-21 07:56 · Z 0093"; one that is not closed has no Z. */
const nameOf = ({ terminal, zNumber, openedAt }: ShiftRecord): string =>
  `${terminal} ${shopTime(openedAt).slice(0, 16)}${zNumber === null ? '' : ` · Z ${formatZ(zNumber)}`}`
