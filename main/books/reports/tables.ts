/** The tables of a report. All figures are sums of integers. */

import type { DayRange, ReportOrder, ReportRow, ReportTable, RowKind } from '../../../shared/books/report.ts'
import { BRIDGE_PARTS, SALE_TENDERS } from '../../../shared/books/shift.ts'
import {
  bridgeOf,
  type Figures,
  NOTHING,
  plus,
  returnedGoods,
  soldGoods,
  summed,
} from '../../../shared/ledger/index.ts'
import { type Money, money, tugriks } from '../../../shared/money/money.ts'
import { quantity } from '../../../shared/money/quantity.ts'
import { TAX_KINDS } from '../../../shared/money/tax.ts'
import { dayAfter, weekdayOf } from '../../../shared/shop/shop-day.ts'
import { daysIn } from './days.ts'
import { type Gathered, type ShiftSum, type SumSubject, sumsOf } from './gather.ts'

export type Gathering = {
  readonly range: DayRange
  readonly before: DayRange
  readonly gathered: Gathered
  /** The range before, only its sums by day and hour. */
  readonly gatheredBefore: Gathered
  /** Sums from the first sale to the end of the range, for what is still owed. */
  readonly owed: Gathered
  readonly shifts: ShiftSum[]
  readonly withoutShift: Pick<ShiftSum, 'sold' | 'back'>
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
      return ordered(peopleTable(gathering), 'amount')
    case 'tills':
      return ordered(
        goodsTable(gathered, 'till', 'back-till', (code) => code),
        'amount',
      )
    case 'tenders':
      return tendersTable(gathered)
    case 'taxes':
      return taxesTable(gathering)
    case 'elsewhere':
      return elsewhereTable(gathering)
    case 'kinds':
      return vatTable(gathered)
    case 'returns':
      return ordered(reasonsTable(gathered), 'amount')
    case 'shifts':
      return shiftsTable(gathering)
    case 'other':
      return kindsTable(gathering, OTHER)
  }
}

/** In whole tugriks, as prices are; zero where the count is zero. */
export const averageOf = (amount: number, count: number): Money =>
  tugriks(count === 0 ? 0 : Math.round(amount / count / 100))

type Extra = {
  readonly name?: string
  readonly back?: number
  readonly whole?: number
  readonly average?: Money
  readonly before?: number | null
  readonly printed?: Money | null
  readonly vatUntold?: number
  readonly cityTaxUntold?: number
}

function rowOf(key: string, sum: Figures, extra: Extra = {}): ReportRow {
  const { name = '', back = 0, whole = 0, average, before = null, printed = null } = extra
  const { vatUntold = 0, cityTaxUntold = 0 } = extra
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
    vatUntold,
    cityTaxUntold,
    before: before === null ? null : money(before),
    printed,
    ...{ discounts: null, overrides: null, removed: null, overShort: null },
  }
}

/** Every day of the range, also days without sales. */
function daysTable({ range, before, gathered, gatheredBefore }: Gathering): ReportRow[] {
  const comparable = daysIn(before)
  return Array.from({ length: daysIn(range) }, (_, at) => {
    const day = dayAfter(range.from, at)
    return rowOf(day, gathered.byDay.get(day) ?? NOTHING, {
      back: gathered.backByDay.get(day)?.amount ?? 0,
      before: at < comparable ? (gatheredBefore.byDay.get(dayAfter(before.from, at))?.amount ?? 0) : null,
    })
  })
}

/** What is to be issued elsewhere, by day, less what came back since; the taxes are those of the net. */
const elsewhereTable = ({
  range,
  gathered: { elsewhereByDay, elsewhereBackByDay },
}: Gathering): ReportRow[] =>
  Array.from({ length: daysIn(range) }, (_, at) => {
    const day = dayAfter(range.from, at)
    const [issue, back] = [elsewhereByDay, elsewhereBackByDay].map((sums) => sums.get(day) ?? NOTHING)
    const { vat, cityTax } = plus(issue ?? NOTHING, back ?? NOTHING, -1)
    return rowOf(day, { ...(issue ?? NOTHING), vat, cityTax }, { back: back?.amount ?? 0 })
  })

/** From the first to the last hour with sales, in this range or in the range before. */
function hoursTable({ gathered, gatheredBefore }: Gathering): ReportRow[] {
  const back = sumsOf(gathered, 'back-hour')
  const known = [...gathered.byHour.keys(), ...back.keys(), ...gatheredBefore.byHour.keys()].map(Number)
  if (known.length === 0) return []
  const first = Math.min(...known)
  const whole = amountOf(gathered.byHour.values())
  return Array.from({ length: Math.max(...known) - first + 1 }, (_, at) => {
    const hour = String(first + at).padStart(2, '0')
    return rowOf(hour, gathered.byHour.get(hour) ?? NOTHING, {
      whole,
      back: back.get(hour)?.amount ?? 0,
      before: gatheredBefore.byHour.get(hour)?.amount ?? 0,
    })
  })
}

/** The average is per day: a range rarely has as many Mondays as Sundays. */
function weekdaysTable({ range, before, gathered, gatheredBefore }: Gathering): ReportRow[] {
  const now = byWeekday(range, gathered)
  const then = byWeekday(before, gatheredBefore)
  const whole = amountOf(gathered.byDay.values())
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const { sum, days } = now.get(weekday) ?? { sum: NOTHING, days: 0 }
    return rowOf(String(weekday), sum, {
      whole,
      average: averageOf(sum.amount, days),
      before: then.get(weekday)?.sum.amount ?? null,
    })
  })
}

function byWeekday(range: DayRange, { byDay }: Gathered) {
  const found = new Map<number, { readonly sum: Figures; readonly days: number }>()
  for (let at = 0; at < daysIn(range); at++) {
    const day = dayAfter(range.from, at)
    const had = found.get(weekdayOf(day)) ?? { sum: NOTHING, days: 0 }
    found.set(weekdayOf(day), { sum: plus(had.sum, byDay.get(day) ?? NOTHING), days: had.days + 1 })
  }
  return found
}

/** Returned goods that were not sold in the range have a row too. */
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
    rowOf(key, sold.get(key) ?? NOTHING, { name: nameOf(key), back: back.get(key)?.amount ?? 0, whole }),
  )
}

const GIVEN = { discounts: 'discount-by', overrides: 'override', removed: 'removed' } as const

/** One row for each person who sold, gave something away, took goods back, or closed a shift. */
function peopleTable({ gathered, shifts }: Gathering): ReportRow[] {
  const overShort = new Map<string, number>()
  const names = new Map(gathered.names)
  for (const { counted } of shifts) {
    if (counted === null) continue
    const { id, name } = counted.by ?? { id: '', name: '' }
    overShort.set(id, (overShort.get(id) ?? 0) + counted.difference)
    if (!names.has(id)) names.set(id, name)
  }
  const rows = goodsTable(gathered, 'cashier', 'back-cashier', () => '')
  const given = Object.values(GIVEN).map((subject) => sumsOf(gathered, subject))
  const known = new Map(rows.map((row) => [row.key, row]))
  const keys = new Set([...known.keys(), ...given.flatMap((sums) => [...sums.keys()]), ...overShort.keys()])
  const of = (subject: SumSubject, id: string) => money(sumsOf(gathered, subject).get(id)?.amount ?? 0)
  return [...keys].map((id) => ({
    ...(known.get(id) ?? rowOf(id, NOTHING)),
    name: names.get(id) ?? '',
    discounts: of(GIVEN.discounts, id),
    overrides: of(GIVEN.overrides, id),
    removed: of(GIVEN.removed, id),
    overShort: money(overShort.get(id) ?? 0),
  }))
}

/** Turnover by kind of tax; the taxes are those of the sold goods less those of the returned goods. */
const vatTable = (gathered: Gathered): ReportRow[] =>
  TAX_KINDS.map((kind) => {
    const sold = soldGoods(sumsOf(gathered, 'sales').get(kind) ?? NOTHING)
    const back = returnedGoods(sumsOf(gathered, 'returns').get(kind) ?? NOTHING)
    const left = { vat: sold.vat - back.vat, cityTax: sold.cityTax - back.cityTax }
    return rowOf(kind, { ...sold, ...left }, { back: back.amount })
  })

function shiftsTable({ shifts, withoutShift: { sold, back } }: Gathering): ReportRow[] {
  const without = sold.times === 0 && back === 0 ? [] : [rowOf('', sold, { back })]
  return [...shifts.map(({ id, sold: of, ...more }) => rowOf(id, of, more)), ...without]
}

function reasonsTable(gathered: Gathered): ReportRow[] {
  const reasons = sumsOf(gathered, 'return')
  const whole = amountOf(reasons.values())
  return [...reasons].map(([reason, sum]) => rowOf(reason, sum, { name: reason, whole }))
}

/**
 * Money taken by each tender, and refunded the same way, as X and Z show it for a shift; then what lies between that and
 * the net sales. All rows add up to the net sales.
 */
function tendersTable(gathered: Gathered): ReportRow[] {
  const rows = SALE_TENDERS.map((tender) => {
    const sums = sumsOf(gathered, tender)
    const back = -((sums.get('back')?.amount ?? 0) + (sums.get('elsewhere')?.amount ?? 0))
    return { tender, sum: sums.get('taken') ?? NOTHING, back }
  })
  const whole = amountOf(rows.map(({ sum }) => sum))
  return [...rows.map(({ tender, sum, back }) => rowOf(tender, sum, { back, whole })), ...bridge(gathered)]
}

function bridge(gathered: Gathered): ReportRow[] {
  const parts = bridgeOf((account, key) => {
    const sums = sumsOf(gathered, account)
    return money((key === undefined ? summed(sums.values()) : (sums.get(key) ?? NOTHING)).amount)
  })
  return BRIDGE_PARTS.filter((part) => parts[part] !== 0).map((part) => ({
    ...rowOf(`bridge-${part}`, NOTHING),
    net: parts[part],
  }))
}

/** `sign` -1 shows a credit as a positive figure. `owed`: the balance at the end of the range. */
type Kind = readonly [
  kind: RowKind,
  subject: SumSubject,
  key: string,
  sign?: 1 | -1,
  of?: 'gathered' | 'owed',
]

const TAXES: readonly Kind[] = [
  ['issued', 'e-receipt', 'issued'],
  ['taxes-unknown', 'e-receipt', 'taxes-unknown'],
  ['taxes-told', 'e-receipt', 'taxes-told'],
  ['owed', 'e-receipt', 'owed', 1, 'owed'],
  ['refused', 'e-receipt', 'refused', 1, 'owed'],
  ['given-up', 'e-receipt', 'given-up'],
  ['void', 'e-receipt', 'voided'],
  ['taxes-unknown-voided', 'e-receipt', 'taxes-unknown-voided'],
  ['to-issue-elsewhere', 'e-receipt', 'elsewhere'],
  ['to-issue-elsewhere', 'e-receipt', 'elsewhere-later'],
  ['elsewhere-back', 'e-receipt', 'elsewhere-back'],
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
  ['held', 'payers', 'held', -1, 'owed'],
  ['late', 'payers', 'late', -1, 'owed'],
  ['surplus', 'payers', 'surplus', -1, 'owed'],
  ['kept', 'settled', 'kept'],
  ['repaid-cash', 'settled', 'repaid-cash'],
  ['repaid-transfer', 'settled', 'repaid-transfer'],
  ['written-off', 'written-off', ''],
  ['drawer-in', 'cash', 'in'],
  ['drawer-out', 'cash', 'out', -1],
  ['over-short', 'cash', 'difference'],
]

function kindsTable(gathering: Gathering, kinds: readonly Kind[]): ReportRow[] {
  const sums = new Map<RowKind, Figures>()
  for (const [kind, subject, key, sign = 1, of = 'gathered'] of kinds) {
    const sum = sumsOf(gathering[of], subject).get(key) ?? NOTHING
    sums.set(kind, plus(sums.get(kind) ?? NOTHING, { ...sum, amount: sign * sum.amount }))
  }
  const whole = amountOf(sums.values())
  return [...sums].map(([kind, sum]) => rowOf(kind, sum, { whole }))
}

/** The rows with sums of taxes, each with the end of the keys of the figures that they lack. Other rows tell no taxes. */
const TAXED: Partial<Record<RowKind, string>> = {
  issued: '-unknown',
  void: '-unknown-voided',
  'to-issue-elsewhere': '',
  'elsewhere-back': '',
}

function taxesTable(gathering: Gathering): ReportRow[] {
  const sums = sumsOf(gathering.gathered, 'e-receipt')
  return kindsTable(gathering, TAXES).map((row) => {
    const end = TAXED[row.key as RowKind]
    if (end === undefined) return { ...row, vat: null, cityTax: null }
    const untold = (tax: 'vat' | 'city-tax'): number => sums.get(`${tax}${end}`)?.times ?? 0
    return { ...row, vatUntold: untold('vat'), cityTaxUntold: untold('city-tax') }
  })
}

/** The largest first; equal rows by key, so that the order is always the same. */
const ordered = (rows: readonly ReportRow[], by: ReportOrder): ReportRow[] =>
  [...rows].sort((one, other) => other[by] - one[by] || (one.key < other.key ? -1 : 1))

const amountOf = (sums: Iterable<Figures>): number => summed(sums).amount
