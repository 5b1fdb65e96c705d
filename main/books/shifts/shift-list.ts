/** The list of shifts, and the report of one. */

import {
  SALE_TENDERS,
  type ShiftlessDay,
  type ShiftReport,
  type ShiftRow,
  type ShiftTotals,
} from '../../../shared/books/shift.ts'
import { sumMoney } from '../../../shared/money/money.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import type { ShiftReader, ShiftRecord, SumReader } from '../../storage/projections/index.ts'
import { addUp, type ShiftReads, sumsIn } from './add-up.ts'
import { movesOf, shiftOf } from './fold.ts'

type Reads = ShiftReads & { readonly shifts: Pick<ShiftReader, 'events' | 'latest' | 'byId' | 'count'> }

/** How far back the list of days without a shift goes where there never was a shift. */
const SHIFTLESS_MS = 31 * 24 * 3_600_000

/** The newest `most` shifts, and the shift `also`. */
export function listOf({ shifts: reader, sums }: Reads, now: number, most: number, also: string | null) {
  const latest = reader.latest(most, Number.MAX_SAFE_INTEGER)
  const oldest = latest.length < most ? null : (latest.at(-1)?.openedAt ?? null)
  const from = oldest ?? Math.min(latest.at(-1)?.openedAt ?? Infinity, now - SHIFTLESS_MS)
  const older = also === null || latest.some(({ id }) => id === also) ? null : reader.byId(also)
  const shifts = older === null ? latest : [...latest, older]
  return {
    shifts: shifts.map((shift) => rowOf(reader, shift)),
    rest: reader.count() - shifts.length,
    shiftless: shiftlessSince(sums, from),
  }
}

/** The present totals, or those of its Z for a closed shift. */
export const reportOf = (journal: Reads, record: ShiftRecord): ShiftReport => ({
  shift: shiftOf(journal.shifts, record),
  totals: closedTotals(journal.shifts, record.id) ?? addUp(journal, record.id),
  moves: movesOf(journal.shifts.events(record.id)),
})

/** The figures of the Z of a closed shift; null where it is not closed. */
export function zOf(shifts: Pick<ShiftReader, 'events'>, record: ShiftRecord): ShiftReport | null {
  const totals = closedTotals(shifts, record.id)
  const events = shifts.events(record.id)
  return totals && { shift: shiftOf(shifts, record), totals, moves: movesOf(events) }
}

const closedTotals = (shifts: Pick<ShiftReader, 'events'>, shiftId: string): ShiftTotals | null => {
  for (const { event } of shifts.events(shiftId)) if (event.kind === 'shift-closed') return event.totals
  return null
}

function rowOf(shifts: Pick<ShiftReader, 'events'>, record: ShiftRecord): ShiftRow {
  const { id, terminal, state, zNumber, openedAt, closedAt, openedBy, closedBy, count } = shiftOf(
    shifts,
    record,
  )
  return {
    id,
    terminal,
    state,
    zNumber,
    openedAt,
    closedAt,
    by: closedBy ?? openedBy,
    net: closedTotals(shifts, id)?.net ?? null,
    difference: count?.difference ?? null,
  }
}

/** Days with sales or money without a shift, newest first. */
function shiftlessSince(sums: SumReader, from: number): ShiftlessDay[] {
  const rows = (['hour', ...SALE_TENDERS] as const).flatMap((account) =>
    sums.withoutShift(account, shopDay(from)),
  )
  return [...new Set(rows.map(({ book }) => book))]
    .sort()
    .reverse()
    .map((book) => {
      const { tally } = sumsIn(rows.filter((row) => row.book === book))
      const others = SALE_TENDERS.filter((tender) => tender !== 'cash').map((one) => tally(one).amount)
      const [cash, day] = [tally('cash').amount, book.slice(-'yyyy-MM-dd'.length)]
      return { day, sales: tally('hour'), cash, others: sumMoney(others) }
    })
}
