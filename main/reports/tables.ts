/** The tables of a report, made of what was gathered. All of it is sums of integers. */
import { type Money, money, tugriks } from '../../shared/money.ts'
import { quantity } from '../../shared/quantity.ts'
import type { DayRange, ReportOrder, ReportRow, ReportTable, RowKind } from '../../shared/report.ts'
import { SALE_TENDERS } from '../../shared/shift.ts'
import { dayAfter } from '../../shared/shop-day.ts'
import { TAX_KINDS } from '../../shared/tax.ts'
import { daysIn, weekdayOf } from './days.ts'
import { type Gathered, noSum, type Sum, type SumSubject, sumsOf } from './gather.ts'

export type Gathering = {
  readonly range: DayRange
  readonly before: DayRange
  readonly gathered: Gathered
  /** What its days come to, no more. */
  readonly gatheredBefore: Gathered
  /** Those that were opened in it, and last what was sold without one. */
  readonly shifts: readonly ShiftSum[]
}
export type ShiftSum = {
  readonly id: string
  /** Empty: without a shift. */
  readonly name: string
  readonly sold: Sum
  readonly back: number
}

export const tableOf = (
  table: ReportTable,
  gathering: Gathering,
  nameOf: (code: string) => string,
  order: ReportOrder,
): readonly ReportRow[] => {
  const { gathered } = gathering
  switch (table) {
    case 'days':
      return daysTable(gathering)
    case 'hours':
      return hoursTable(gathering)
    case 'weekdays':
      return weekdaysTable(gathering)
    case 'products':
      return ordered(goodsTable(gathered, 'product', 'back-product', nameOf), order)
    case 'categories':
      return ordered(
        goodsTable(gathered, 'category', 'back-category', (name) => name),
        order === 'quantity' ? 'amount' : order,
      )
    case 'cashiers':
      return ordered(cashiersTable(gathered), 'amount')
    case 'tenders':
      return tendersTable(gathered)
    case 'taxes':
      return kindsTable(gathered, TAXES)
    case 'kinds':
      return vatTable(gathered)
    case 'returns':
      return ordered(reasonsTable(gathered), 'amount')
    case 'shifts':
      return gathering.shifts.map(({ id, name, sold, back }) => rowOf(id, sold, { name, back }))
    case 'other':
      return kindsTable(gathered, OTHER)
  }
}

/** In whole tugriks, as prices are; nothing where there is nothing to share out. */
export const averageOf = (amount: number, count: number): Money =>
  tugriks(count === 0 ? 0 : Math.round(amount / count / 100))

type Extra = {
  readonly name?: string
  readonly back?: number
  readonly whole?: number
  readonly average?: Money
  readonly before?: number | null
}

function rowOf(key: string, sum: Sum, extra: Extra = {}): ReportRow {
  const { name = '', back = 0, whole = 0, average, before = null } = extra
  return {
    key,
    name,
    times: sum.times,
    lines: sum.lines,
    quantity: quantity(sum.quantity),
    amount: money(sum.amount),
    back: money(back),
    net: money(sum.amount - back),
    average: average ?? averageOf(sum.amount, sum.times),
    share: whole === 0 ? 0 : Math.round((sum.amount * 10_000) / whole),
    vat: money(sum.vat),
    cityTax: money(sum.cityTax),
    before: before === null ? null : money(before),
  }
}

/** Every day of the range, also those on which nothing was sold. */
function daysTable({ range, before, gathered, gatheredBefore }: Gathering): ReportRow[] {
  const comparable = daysIn(before)
  return Array.from({ length: daysIn(range) }, (_, at) => {
    const day = dayAfter(range.from, at)
    return rowOf(day, gathered.byDay.get(day) ?? noSum(), {
      back: gathered.backByDay.get(day)?.amount ?? 0,
      before: at < comparable ? (gatheredBefore.byDay.get(dayAfter(before.from, at))?.amount ?? 0) : null,
    })
  })
}

/** From the first to the last hour in which anything was sold, in this range or in the one before. */
function hoursTable({ gathered, gatheredBefore }: Gathering): ReportRow[] {
  const back = sumsOf(gathered, 'back-hour')
  const known = [...gathered.byHour.keys(), ...back.keys(), ...gatheredBefore.byHour.keys()].map(Number)
  if (known.length === 0) return []
  const first = Math.min(...known)
  const whole = amountOf(gathered.byHour.values())
  return Array.from({ length: Math.max(...known) - first + 1 }, (_, at) => {
    const hour = String(first + at).padStart(2, '0')
    return rowOf(hour, gathered.byHour.get(hour) ?? noSum(), {
      whole,
      back: back.get(hour)?.amount ?? 0,
      before: gatheredBefore.byHour.get(hour)?.amount ?? 0,
    })
  })
}

/** The average is that of a day: a range seldom has as many Mondays as Sundays. */
function weekdaysTable({ range, before, gathered, gatheredBefore }: Gathering): ReportRow[] {
  const now = byWeekday(range, gathered)
  const then = byWeekday(before, gatheredBefore)
  const whole = amountOf(gathered.byDay.values())
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const { sum, days } = now.get(weekday) ?? { sum: noSum(), days: 0 }
    return rowOf(String(weekday), sum, {
      whole,
      average: averageOf(sum.amount, days),
      before: then.get(weekday)?.sum.amount ?? null,
    })
  })
}

function byWeekday(range: DayRange, { byDay }: Gathered) {
  const found = new Map<number, { readonly sum: Sum; readonly days: number }>()
  for (let at = 0; at < daysIn(range); at++) {
    const day = dayAfter(range.from, at)
    const had = found.get(weekdayOf(day)) ?? { sum: noSum(), days: 0 }
    found.set(weekdayOf(day), { sum: added(had.sum, byDay.get(day) ?? noSum()), days: had.days + 1 })
  }
  return found
}

/** Goods that came back without being sold in the range have a row of their own. */
function goodsTable(
  gathered: Gathered,
  subject: SumSubject,
  returned: SumSubject,
  nameOf: (key: string) => string,
): ReportRow[] {
  const sold = sumsOf(gathered, subject)
  const back = sumsOf(gathered, returned)
  const whole = amountOf(sold.values())
  return [...new Set([...sold.keys(), ...back.keys()])].map((key) =>
    rowOf(key, sold.get(key) ?? noSum(), { name: nameOf(key), back: back.get(key)?.amount ?? 0, whole }),
  )
}

const cashiersTable = (gathered: Gathered): ReportRow[] =>
  goodsTable(gathered, 'cashier', 'back-cashier', (id) => gathered.names.get(id) ?? '')

/** Turnover by kind of VAT, with the taxes that are left in it once goods came back. */
function vatTable(gathered: Gathered): ReportRow[] {
  return TAX_KINDS.map((kind) => {
    const sold = sumsOf(gathered, 'kind').get(kind) ?? noSum()
    const back = sumsOf(gathered, 'returns').get(kind) ?? noSum()
    const { vat, cityTax } = { vat: sold.vat - back.vat, cityTax: sold.cityTax - back.cityTax }
    return rowOf(kind, { ...sold, vat, cityTax }, { back: back.amount + back.vat + back.cityTax })
  })
}

function reasonsTable(gathered: Gathered): ReportRow[] {
  const reasons = sumsOf(gathered, 'return')
  const whole = amountOf(reasons.values())
  return [...reasons].map(([reason, sum]) => rowOf(reason, sum, { name: reason, whole }))
}

/** What came by each, and what of that went back the same way: X and Z say the same of a shift. */
function tendersTable(gathered: Gathered): ReportRow[] {
  const rows = SALE_TENDERS.map((tender) => {
    const sums = sumsOf(gathered, tender)
    const back = -((sums.get('back')?.amount ?? 0) + (sums.get('elsewhere')?.amount ?? 0))
    return { tender, sum: sums.get('taken') ?? noSum(), back }
  })
  const whole = amountOf(rows.map(({ sum }) => sum))
  return rows.map(({ tender, sum, back }) => rowOf(tender, sum, { back, whole }))
}

/** `sign` turns a credit into the figure that people read. */
type Kind = readonly [kind: RowKind, subject: SumSubject, key: string, sign?: -1]

const TAXES: readonly Kind[] = [
  ['issued', 'e-receipt', 'issued'],
  ['owed', 'e-receipt', 'owed'],
  ['refused', 'e-receipt', 'refused'],
  ['void', 'e-receipt', 'voided'],
  ['to-issue-elsewhere', 'e-receipt', 'elsewhere'],
]
const OTHER: readonly Kind[] = [
  ['discount-line', 'discount', 'line'],
  ['discount-sale', 'discount', 'sale'],
  ['back-card', 'back', 'card'],
  ['back-cash', 'back', 'cash'],
  ['back-transfer', 'back', 'transfer'],
  ['back-terminal', 'back', 'terminal'],
  ['back-elsewhere', 'qr', 'elsewhere', -1],
  ['back-elsewhere', 'card', 'elsewhere', -1],
  ['cancelled-charge', 'cancelled', 'charge'],
  ['cancelled-cart', 'cancelled', 'cart'],
  ['late', 'payers', 'late', -1],
  ['surplus', 'payers', 'surplus', -1],
  ['kept', 'settled', 'kept'],
  ['repaid-cash', 'settled', 'repaid-cash'],
  ['repaid-transfer', 'settled', 'repaid-transfer'],
  ['written-off', 'settled', 'written-off'],
  ['drawer-in', 'cash', 'in'],
  ['drawer-out', 'cash', 'out', -1],
  ['over-short', 'cash', 'difference'],
]

function kindsTable(gathered: Gathered, kinds: readonly Kind[]): ReportRow[] {
  const sums = new Map<RowKind, Sum>()
  for (const [kind, subject, key, sign = 1] of kinds) {
    const sum = sumsOf(gathered, subject).get(key) ?? noSum()
    sums.set(kind, added(sums.get(kind) ?? noSum(), { ...sum, amount: sign * sum.amount }))
  }
  const whole = amountOf(sums.values())
  return [...sums].map(([kind, sum]) => rowOf(kind, sum, { whole }))
}

/** The most first; alike ones by their name, so that no two looks differ. */
const ordered = (rows: readonly ReportRow[], by: ReportOrder): ReportRow[] =>
  [...rows].sort((one, other) => other[by] - one[by] || (one.key < other.key ? -1 : 1))

function added(one: Sum, other: Sum): Sum {
  return {
    times: one.times + other.times,
    lines: one.lines + other.lines,
    quantity: one.quantity + other.quantity,
    amount: one.amount + other.amount,
    vat: one.vat + other.vat,
    cityTax: one.cityTax + other.cityTax,
  }
}

function amountOf(sums: Iterable<Sum>): number {
  let all = 0
  for (const { amount } of sums) all += amount
  return all
}
