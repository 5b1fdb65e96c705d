/** The figures of today, from the sums of its report and from the last shifts. */
import { isBridge, type ReportRow } from '../../../shared/books/report.ts'
import { TODAY_RECEIPTS, type Today } from '../../../shared/books/today.ts'
import { NOTHING } from '../../../shared/ledger/index.ts'
import { money } from '../../../shared/money/money.ts'
import type { JournalReader } from '../../storage/store/index.ts'
import { expectedIn, shiftOf } from '../shifts/index.ts'
import { type Gathering, tableOf } from './tables.ts'
import { changesBetween, totalsOf } from './totals.ts'

/** So many of the newest shifts are looked at. */
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
    people: table('cashiers').filter(isWatched).slice(0, FEW),
    receipts: receiptsOf(table('taxes')),
    ...ofShifts(journal),
  }
}

const isSomething = ({ times, amount, back }: ReportRow): boolean => times !== 0 || amount !== 0 || back !== 0

/** Whether the person gave something away or took it back. */
const isWatched = ({ discounts, overrides, removed, back }: ReportRow): boolean =>
  [discounts, overrides, removed, back].some((figure) => (figure ?? 0) !== 0)

/** A refused e-receipt is owed too, as on X. */
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
  const last = shifts.latest(LAST_SHIFTS, LATEST).map((record) => shiftOf(shifts, record))
  const row = ({ id, terminal, closedBy, openedBy }: (typeof last)[number], amount: number) => ({
    ...{ id, terminal, name: (closedBy ?? openedBy)?.name ?? '', amount: money(amount) },
  })
  return {
    drawers: last
      .filter(({ state }) => state !== 'closed')
      .map((shift) => row(shift, expectedIn(sums, shift.id))),
    differences: last
      .flatMap((shift) => (shift.count?.difference ? [row(shift, shift.count.difference)] : []))
      .slice(0, FEW),
  }
}
