/** The sums of many days, added up as they are read: a span of days after the other. */
import type { SumRow } from '../journal/index.ts'
import { cashierOfKey, type Figures } from '../ledger/index.ts'

export type Sum = { -readonly [Figure in keyof Figures]: number }

export type Gathered = {
  readonly byDay: Map<string, Sum>
  readonly byHour: Map<string, Sum>
  readonly backByDay: Map<string, Sum>
  /** By account and key. */
  readonly by: Map<SumSubject, Map<string, Sum>>
  /** The newest name of each cashier, by id. */
  readonly names: Map<string, string>
  /** Hours of the range in which something was sold. */
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

export const noSum = (): Sum => ({ times: 0, lines: 0, quantity: 0, amount: 0, vat: 0, cityTax: 0 })

export function gather(into: Gathered, rows: readonly SumRow[]): void {
  for (const row of rows) {
    const day = row.book.slice('day '.length)
    if (row.account === 'hour') {
      add(into.byDay, day, row)
      add(into.byHour, row.key, row)
      into.hours += row.times > 0 ? 1 : 0
    } else {
      if (row.account === 'returns') add(into.backByDay, day, withTaxes(row))
      add(sumsOf(into, row.account), keyOf(into, row), row)
    }
  }
}

/** What goods were paid with. */
const withTaxes = (row: SumRow): SumRow => ({ ...row, amount: row.amount + row.vat + row.cityTax })

/** A cashier who has another name now is still one cashier. */
function keyOf(into: Gathered, { account, key }: SumRow): string {
  if (account !== 'cashier' && account !== 'back-cashier') return key
  const cashier = cashierOfKey(key)
  if (cashier === null) return ''
  into.names.set(cashier.id, cashier.name)
  return cashier.id
}

export function sumsOf({ by }: Gathered, subject: SumSubject): Map<string, Sum> {
  const had = by.get(subject) ?? new Map<string, Sum>()
  by.set(subject, had)
  return had
}

function add(to: Map<string, Sum>, key: string, figures: Figures): void {
  const sum = to.get(key) ?? noSum()
  sum.times += figures.times
  sum.lines += figures.lines
  sum.quantity += figures.quantity
  sum.amount += figures.amount
  sum.vat += figures.vat
  sum.cityTax += figures.cityTax
  to.set(key, sum)
}
