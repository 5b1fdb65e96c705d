/** Compares the product's figures of a month with the test's own books, and with each other. */

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { documentsOf, type EntryLine, summedUp } from '../../../../../main/books/accounting/documents.ts'
import { writeEntries } from '../../../../../main/books/accounting/entries-file.ts'
import { createHistory } from '../../../../../main/books/history/index.ts'
import { bookOf, entriesOfEvents, type SumRow } from '../../../../../main/storage/projections/index.ts'
import { NO_FILTERS } from '../../../../../shared/books/history.ts'
import type { Report } from '../../../../../shared/books/report.ts'
import { SALE_TENDERS, type ShiftTotals, type Turnover } from '../../../../../shared/books/shift.ts'
import type { Sale } from '../../../../../shared/sale/sale.ts'
import { ACCOUNTS } from '../../../../../shared/shop/ledger-accounts.ts'
import { FIRST_SETTINGS } from '../../../../../shared/shop/settings.ts'
import { dayAfter, shopDay } from '../../../../../shared/shop/shop-day.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { belowZero, bridgedBy, rowOf, sumOf } from '../../../../support/whole-report.ts'
import { WAITING, waitingFor } from './commands.ts'
import { standingOf } from './fair.ts'
import { all, type Figure, worth } from './own-books.ts'
import { NO_SHIFT, type Shop } from './shop.ts'

const shiftsOf = ({ till }: Shop) => till.journal().shifts.latest(1000, Number.MAX_SAFE_INTEGER)

function totalsOf({ till }: Shop, shiftId: string): ShiftTotals {
  const report = till.shifts().report(shiftId)
  if (!report) throw new Error('no such shift')
  return report.totals
}

/** All days from the first posting to the last, also those of a clock that was ahead. */
function daysOf({ till }: Shop): readonly string[] {
  const { first, last } = till.journal().sums.span() ?? { first: '1', last: '0' }
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day)
  return days
}

const sumIn = (rows: readonly SumRow[], account: string, keys?: readonly string[]): number =>
  worth(rows.filter((row) => row.account === account && (keys?.includes(row.key) ?? true)))

export function expectBridged({ net, tenders, bridge, kinds, returns }: Turnover): void {
  const between = SALE_TENDERS.map((tender) => tenders[tender].amount)
  expect(all([...between, ...Object.values(bridge)]), 'tenders and bridge are the net').toBe(net)
  expect(bridge.unexplained).toBe(0)
  expect(all(kinds.map(({ amount, back }) => amount - back)), 'the kinds of tax are the net').toBe(net)
  expect(returns.count > 0 || returns.amount === 0, 'what came back is counted').toBe(true)
}

/** The paths of counts below zero in X or Z. */
const countsBelowZero = (of: unknown, path = ''): readonly string[] =>
  typeof of !== 'object' || of === null
    ? []
    : Object.entries(of).flatMap(([key, value]) =>
        key === 'count' && typeof value === 'number' && value < 0
          ? [path]
          : countsBelowZero(value, `${path}.${key}`),
      )

function expectTablesAgree({ tables, totals }: Report): void {
  for (const table of ['hours', 'cashiers', 'products', 'categories', 'kinds', 'days'] as const) {
    expect(sumOf(tables[table].rows, 'amount'), table).toBe(totals.amount)
    expect(sumOf(tables[table].rows, 'back'), table).toBe(totals.back)
  }
  expect(sumOf(tables.returns.rows, 'amount'), 'reasons').toBe(totals.back)
  expect(sumOf(tables.shifts.rows, 'net'), 'shifts').toBe(totals.net)
  expect(sumOf(tables.tenders.rows, 'net'), 'payment methods').toBe(totals.net)
}

/** Debits less credits of an account. */
const balance = (lines: readonly EntryLine[], account: string): number =>
  all(
    lines
      .filter((line) => line.account === account)
      .map(({ side, amount }) => (side === 'debit' ? amount : -amount)),
  )

/** Rows of what is owed at the end of a day: with a wrong clock, it may be settled before it arises. */
const OWED = /\/(owed|refused|held|late|surplus):/

function expectDay({ till, books, clock }: Shop, day: string): Report['totals'] {
  const journal = till.journal()
  const report = till.report(day)
  expectTablesAgree(report)
  expect(belowZero(report).filter((row) => clock === 'right' || !OWED.test(row))).toEqual([])
  const rows = journal.sums.ofBook(bookOf.day(day))
  const taxes = (key: string) => rowOf(report, 'taxes', key).vat ?? 0
  const kinds = report.tables.kinds.rows.map(({ key, amount }) => [`kind ${key}`, amount] as const)
  const said: Readonly<Partial<Record<Figure, number>>> = {
    sales: report.totals.sales,
    sold: report.totals.amount,
    back: report.totals.back,
    cancelled: rowOf(report, 'other', 'cancelled-charge').amount,
    receipts: taxes('issued') - taxes('void'),
    vat: 0 - sumIn(rows, 'vat', ['sales']),
    cityTax: 0 - sumIn(rows, 'city-tax', ['sales']),
    service: sumIn(rows, 'qr') + sumIn(rows, 'card'),
    terminal: sumIn(rows, 'terminal'),
    transfer: sumIn(rows, 'transfer'),
    cash: sumIn(rows, 'cash', ['taken', 'back', 'repaid']),
    rounding: 0 - bridgedBy(report, 'rounding'),
    ...Object.fromEntries(kinds),
  }
  const own = Object.keys(said).map((figure) => [figure, books.sum(figure as Figure, { day })])
  expect(said, day).toEqual(Object.fromEntries(own))
  const documents = journal.dayEntries
    .subjects(day)
    .flatMap((subject) => documentsOf(journal.dayEntries.of(day, subject)?.entries ?? []))
  for (const { lines } of documents)
    expect(all(lines.map(({ side, amount: of }) => (side === 'debit' ? of : -of))), 'a document').toBe(0)
  const balances = (of: (account: string) => number) => ACCOUNTS.map((account) => of(account))
  const kept = balances((account) => sumIn(rows, account))
  const lines = documents.flatMap((document) => document.lines)
  expect(all(kept), 'the balances of a day').toBe(0)
  expect(
    balances((account) => balance(lines, account)),
    'the export by document',
  ).toEqual(kept)
  expect(
    balances((account) => balance(summedUp(documents), account)),
    'the export by day',
  ).toEqual(kept)
  return report.totals
}

function expectShifts(shop: Shop, whole: Report): void {
  const journal = shop.till.journal()
  const zs = shiftsOf(shop).map(({ id: shift }) => {
    const totals = totalsOf(shop, shift)
    expectBridged(totals)
    if (totals.before) expectBridged(totals.before)
    expect(countsBelowZero(totals)).toEqual([])
    expect(totals.unread).toBe(0)
    const own = (figure: 'sales' | 'sold' | 'drawer') => shop.books.sum(figure, { shift })
    expect(totals.sales).toEqual({ count: own('sales'), amount: own('sold') })
    expect(totals.drawer.expected).toBe(own('drawer'))
    const began = shop.known().numbers.filter((one) => one.shift === shift)
    for (const { day, first, last, missing } of totals.numbers) {
      const own = began.filter((one) => one.day === day).map(({ sequence }) => sequence)
      expect([first, last, missing]).toEqual([Math.min(...own), Math.max(...own), 0])
    }
    return totals
  })
  const zNumbers = shiftsOf(shop).flatMap(({ zNumber }) => zNumber ?? [])
  expect(
    zNumbers.sort((one, other) => one - other),
    'Z has no gaps',
  ).toEqual(zNumbers.map((_, at) => at + 1))
  const without = shop.till.shifts().list().shiftless
  expect(worth(without.map(({ sales }) => sales)), 'sold without a shift').toBe(
    shop.books.sum('sold', { shift: NO_SHIFT }),
  )
  const untold = journal.shifts
    .untoldPeriods()
    .flatMap((period) => journal.sums.ofBook(bookOf.before(period)))
  const told = zs.flatMap((z) => [z, ...(z.before ? [z.before] : [])])
  for (const tender of SALE_TENDERS)
    expect(
      all(told.map(({ tenders }) => tenders[tender].amount)) +
        sumIn(untold, tender, ['taken', 'back', 'elsewhere']),
      `${tender} of all Zs`,
    ).toBe(rowOf(whole, 'tenders', tender).net)
  const goods = worth(untold.filter(({ account }) => account === 'hour'))
  const back = untold.filter(({ account }) => account === 'returns')
  const notTold = goods - all(back.map(({ amount, vat, cityTax }) => amount + vat + cityTax))
  expect(all(told.map(({ net }) => net)) + notTold, 'the net of all Zs').toBe(whole.totals.net)
}

/** Expects that what is owed now equals the attention list and the e-receipts. */
function expectOwed(shop: Shop, first: string): void {
  const today = shopDay(shop.till.clock.now())
  const report = shop.till.report(first < today ? first : today, today)
  expect(belowZero(report)).toEqual([])
  for (const [key, causes] of Object.entries(WAITING))
    expect(rowOf(report, 'other', key).amount, key).toBe(waitingFor(shop, causes))
  const ereceipts = shop.known().sales.flatMap((saleId) => shop.sale(saleId).ereceipts)
  const ever = shop.till.journal().sums.allTime('e-receipt')
  const times = (key: string) => all(ever.filter((row) => row.key === key).map((row) => row.times))
  expect({
    owed: rowOf(report, 'taxes', 'owed').times,
    refused: rowOf(report, 'taxes', 'refused').times,
    valid: times('issued') - times('voided'),
  }).toEqual({
    owed: ereceipts.filter(({ step, last }) => (step === 'due' || step === 'requested') && !last?.ids).length,
    refused: ereceipts.filter((one) => one.step === 'refused' && !one.seen).length,
    valid: ereceipts.filter(({ last }) => last?.ids).length,
  })
}

/** However cash was rounded: its returns give back at most what was paid, and all of it when all of it came back. */
function expectCashBack({ tenders, returns }: Sale): void {
  const cash = tenders.filter(({ kind, returnedAt }) => kind === 'cash' && returnedAt === null)
  const paid = all(cash.map(({ received, change }) => received - change))
  const parts = returns
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((one) => one.parts)
    .filter(({ paymentId, tender = 'cash' }) => paymentId === null && tender === 'cash')
  const given = all(parts.map(({ amount, rounding = 0 }) => amount + rounding))
  expect(given, 'cash that came back').toBeLessThanOrEqual(paid)
  if (worth(parts) === worth(cash)) expect(given, 'all cash that came back').toBe(paid)
}

function expectSales(shop: Shop): void {
  const journal = shop.till.journal()
  for (const saleId of shop.known().sold) {
    const { lines, returns } = shop.sale(saleId)
    if (returns.some(({ state }) => state === 'open')) continue
    const stands = standingOf(shop, saleId)
    if (stands) {
      const missing = Math.max(0, stands.goods - stands.money - stands.borne)
      expect(stands.short, 'what the list says is missing').toBe(missing)
    }
    expectCashBack(shop.sale(saleId))
    const back = returns.filter(({ state }) => state === 'completed').flatMap((one) => one.lines)
    if (worth(back) < worth(lines)) continue
    const posted = entriesOfEvents(saleId, journal.sales.eventsInShifts(saleId), null).flatMap(
      ({ postings }) => postings,
    )
    const left = (account: string) => worth(posted.filter((one) => one.account === account))
    expect([left('vat'), left('city-tax')], 'taxes of goods that all came back').toEqual([0, 0])
  }
  const history = createHistory({ finder: journal.search, clock: shop.till.clock })
  for (const tender of ['cash', 'card', 'transfer', 'qr'] as const) {
    const { rows } = history.search({ ...NO_FILTERS, tender, text: '', before: null, limit: 100_000 })
    const own = [...shop.known().tenders]
      .filter(([saleId, taken]) => taken.has(tender) && !wentOrCameBack(journal.sales.byId(saleId), tender))
      .map(([saleId]) => saleId)
    expect(rows.map(({ id }) => id).sort(), `history by ${tender}`).toEqual(own.sort())
  }
}

/** Whether the sale kept no money of this tender: all of it was given back, or it came from returned goods (an exchange). */
const wentOrCameBack = (sale: Sale | null, tender: string): boolean => {
  const its = sale?.tenders.filter(({ kind }) => kind === tender) ?? []
  const isKept = ({ returnedAt, reference }: Sale['tenders'][number]): boolean =>
    (sale?.soldAt === null || returnedAt === null) && (tender !== 'cash' || reference === '')
  return its.length > 0 && !its.some(isKept)
}

/** Expects the same accounting export each time, with the same sums by document and by day. */
async function expectFiles({ till }: Shop, from: string, to: string): Promise<void> {
  const written = async (by: 'document' | 'day') => {
    const asked = { by, from, to, format: 'csv', language: 'mn', testMode: false } as const
    return readFileSync(
      await writeEntries({
        ...asked,
        accounts: FIRST_SETTINGS.accounts,
        dayEntries: till.journal().dayEntries,
        folder: temporaryFolder(),
      }),
      'utf8',
    )
  }
  const byDocument = await written('document')
  expect(await written('document')).toBe(byDocument)
  expect(sumsOfFile(await written('day'))).toEqual(sumsOfFile(byDocument))
}

function sumsOfFile(text: string): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const line of text.trim().split('\r\n').slice(1)) {
    const cells = [...line.matchAll(/("([^"]|"")*"|[^,]*)(,|$)/g)].map(([, cell = '']) => cell)
    const [name, amount] = [`${cells[0]} ${cells[5]}`, Number(cells[7]) - Number(cells[8])]
    sums[name] = (sums[name] ?? 0) + Math.round(amount * 100)
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

export async function audit(shop: Shop): Promise<void> {
  const days = daysOf(shop)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return
  const each = days.map((day) => expectDay(shop, day))
  const whole = shop.till.report(first, last)
  expectTablesAgree(whole)
  for (const figure of ['amount', 'back', 'net', 'sales'] as const)
    expect(all(each.map((totals) => totals[figure])), `${figure} of all days`).toBe(whole.totals[figure])
  expectShifts(shop, whole)
  expectOwed(shop, first)
  expectSales(shop)
  await expectFiles(shop, first, last)
}

/** Figures that must not change any more: days that are over, and the Zs of closed shifts. */
export function settledFacts(shop: Shop): ReadonlyMap<string, unknown> {
  const today = shopDay(shop.till.clock.now())
  const over = shop.clock === 'right' ? daysOf(shop).filter((day) => day < today) : []
  const closed = shiftsOf(shop).filter(({ state }) => state === 'closed')
  return new Map<string, unknown>([
    ...over.map((day) => [day, figuresOf(shop.till.report(day))] as const),
    ...closed.map(({ id }) => [id, totalsOf(shop, id)] as const),
  ])
}

/** Leaves out what a later day may change: the comparison, and shifts that are still open. */
const figuresOf = ({ tables: { shifts: _, ...tables }, totals }: Report) => ({
  totals,
  rows: Object.values(tables).map(({ rows }) =>
    rows.map(({ key, times, quantity, amount, back, vat }) => [key, times, quantity, amount, back, vat]),
  ),
})
