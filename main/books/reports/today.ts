/** The figures of today, from the sums of its report and from the last shifts. */
import { isBridge, type ReportRow } from '../../../shared/books/report.ts'
import type { Shift } from '../../../shared/books/shift.ts'
import { TODAY_RECEIPTS, type Today } from '../../../shared/books/today.ts'
import { NOTHING } from '../../../shared/ledger/index.ts'
import { money } from '../../../shared/money/money.ts'
import type { JournalReader } from '../../storage/store/index.ts'
import { expectedIn, shiftOf } from '../shifts/index.ts'
import { type Gathering, tableOf } from './tables.ts'
import { changesBetween, totalsOf } from './totals.ts'

/** Open shifts are looked for among this number of the newest shifts of all tills. */
const NEWEST_SHIFTS = 500
/** Differences are looked for in this number of the last closed shifts. */
const LAST_SHIFTS = 12
const FEW = 5
const LATEST = Number.MAX_SAFE_INTEGER

export function todayOf(
  journal: Pick<JournalReader, 'sums' | 'shifts'>,
  gathering: Gathering,
  until: string | null,
  nameOf: (code: string) => string,
): Omit<Today, 'tills'> {
  const { range, before } = gathering
  const totals = totalsOf(gathering.gathered)
  const totalsBefore = totalsOf(gathering.gatheredBefore)
  const table = (which: Parameters<typeof tableOf>[0]) => tableOf(which, gathering, () => '', 'amount')
  return {
    day: range.to,
    before: before.to,
    until,
    totals,
    netBefore: totalsBefore.net,
    change: changesBetween(totalsBefore, totals).net,
    hours: [...table('hours')],
    tenders: table('tenders').filter((row) => !isBridge('tenders', row) && isSomething(row)),
    products: table('products')
      .filter(({ amount }) => amount > 0)
      .slice(0, FEW)
      .map((row) => ({ ...row, name: nameOf(row.key) })),
    people: table('cashiers')
      .filter((row) => givenBy(row) > 0)
      .sort((one, other) => givenBy(other) - givenBy(one))
      .slice(0, FEW),
    receipts: receiptsOf(table('taxes')),
    ...ofShifts(journal),
  }
}

const isSomething = ({ times, amount, back }: ReportRow): boolean => times !== 0 || amount !== 0 || back !== 0

/** How much the person gave away or took back. */
const givenBy = ({ discounts, overrides, removed, back }: ReportRow): number =>
  [discounts, overrides, removed, back].reduce<number>((sum, figure) => sum + Math.abs(figure ?? 0), 0)

/** A refused e-receipt counts as owed, as in the X report. */
function receiptsOf(rows: readonly ReportRow[]): Today['receipts'] {
  const of = (key: string) => rows.find((row) => row.key === key) ?? NOTHING
  const tallied = TODAY_RECEIPTS.map((kind) => {
    const all = kind === 'owed' ? [of('owed'), of('refused')] : [of(kind)]
    const count = all.reduce((sum, { times }) => sum + times, 0)
    return { kind, count, amount: money(all.reduce((sum, { amount }) => sum + amount, 0)) }
  })
  return tallied.filter(({ count }) => count > 0)
}

function ofShifts({ sums, shifts }: Pick<JournalReader, 'sums' | 'shifts'>) {
  const newest = shifts.latest(NEWEST_SHIFTS, LATEST)
  const those = (isClosed: boolean) => newest.filter(({ state }) => (state === 'closed') === isClosed)
  const shiftsOf = (records: typeof newest) => records.map((record) => shiftOf(shifts, record))
  const row = ({ id, terminal, closedBy, openedBy }: Shift, amount: number) => ({
    ...{ id, terminal, name: (closedBy ?? openedBy)?.name ?? '', amount: money(amount) },
  })
  return {
    drawers: shiftsOf(those(false)).map((shift) => row(shift, expectedIn(sums, shift.id))),
    differences: shiftsOf(those(true).slice(0, LAST_SHIFTS))
      .flatMap((shift) => (shift.count?.difference ? [row(shift, shift.count.difference)] : []))
      .slice(0, FEW),
  }
}
