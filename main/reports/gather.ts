/** Collects the sums of a range of days, piece by piece. */
import { cashierOfKey, type Figures, NOTHING, plus, returnedGoods } from '../ledger/index.ts'
import type { SumRow } from '../projections/index.ts'

export type Gathered = {
  readonly byDay: Map<string, Figures>
  readonly byHour: Map<string, Figures>
  readonly backByDay: Map<string, Figures>
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
      add(sumsOf(into, row.account), keyOf(into, row), row)
    }
  }
}

/** A cashier whose name was changed is still one cashier. */
function keyOf(into: Gathered, { account, key }: SumRow): string {
  if (account !== 'cashier' && account !== 'back-cashier') return key
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
