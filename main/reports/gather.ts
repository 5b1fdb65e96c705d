/** The sums of many days, added up as they are read: a span of days after the other. */
import { cashierOfKey, type SumFigures, type SumRow, type SumSubject } from '../journal/index.ts'

export type Sum = { -readonly [Figure in keyof SumFigures]: number }

export type Gathered = {
  readonly byDay: Map<string, Sum>
  readonly byHour: Map<string, Sum>
  readonly backByDay: Map<string, Sum>
  /** By subject and key. */
  readonly by: Map<SumSubject, Map<string, Sum>>
  /** The newest name of each cashier, by id. */
  readonly names: Map<string, string>
  /** Hours of the range in which something was sold. */
  hours: number
}

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
    if (row.subject === 'hour') {
      add(into.byDay, row.day, row)
      add(into.byHour, row.key, row)
      into.hours += 1
    } else {
      if (row.subject === 'back') add(into.backByDay, row.day, row)
      add(sumsOf(into, row.subject), keyOf(into, row), row)
    }
  }
}

/** A cashier who has another name now is still one cashier. */
function keyOf(into: Gathered, { subject, key }: SumRow): string {
  if (subject !== 'cashier' && subject !== 'back-cashier') return key
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

function add(to: Map<string, Sum>, key: string, figures: SumFigures): void {
  const sum = to.get(key) ?? noSum()
  sum.times += figures.times
  sum.lines += figures.lines
  sum.quantity += figures.quantity
  sum.amount += figures.amount
  sum.vat += figures.vat
  sum.cityTax += figures.cityTax
  to.set(key, sum)
}
