import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { nothingYet } from '../../../../main/books/reports/gather.ts'
import { createReports } from '../../../../main/books/reports/index.ts'
import { changesBetween, totalsOf } from '../../../../main/books/reports/totals.ts'
import { sumAll } from '../../../../main/storage/projections/index.ts'
import type { ReportRow, ReportTable } from '../../../../shared/books/report.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { totalOf } from '../../../../shared/sale/status.ts'
import { dayAfter, shopMoment } from '../../../../shared/shop/shop-day.ts'
import { fullRuns } from '../../../support/full-runs.ts'
import { returnOpened } from '../../../support/sample-sale.ts'
import { readWhole } from '../../../support/whole-report.ts'
import { journalAt } from '../../storage/journal/till-journal.ts'
import { bookedIn, commit, FOLDED, filled, LAST_DAY, UNTIL } from './books.ts'

const BY_SALE: readonly ReportTable[] = ['days', 'hours', 'weekdays', 'products', 'categories', 'cashiers']

const sum = (rows: readonly ReportRow[], which: 'amount' | 'times' | 'back' | 'vat' | 'cityTax'): number =>
  rows.reduce((all, row) => all + (row[which] ?? 0), 0)

const kinds = (rows: readonly ReportRow[], beginning: string): ReportRow[] =>
  rows.filter(({ key }) => key.startsWith(beginning))

test('each table of a report equals the sums of the sales, over random days and ranges', async () => {
  const days = fc.record({
    seed: fc.integer({ min: 1, max: 1000 }),
    sales: fc.integer({ min: 1, max: 40 }),
    days: fc.integer({ min: 1, max: 9 }),
    back: fc.nat({ max: 9 }),
    length: fc.nat({ max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(days, async ({ back, length, ...wanted }) => {
      const { journal, ids } = await filled(wanted, 2)
      const from = dayAfter(LAST_DAY, -back)
      const range = { from, to: dayAfter(from, length) }
      const reports = createReports({ journal, now: () => UNTIL })
      const { totals, tables } = readWhole(() => reports.step(range, 'amount'))
      const booked = bookedIn(journal, ids, range)
      expect(totals).toMatchObject({ sales: booked.sales, amount: booked.amount, back: booked.back })
      for (const table of BY_SALE) expect(sum(tables[table].rows, 'amount'), table).toBe(booked.amount)
      for (const table of ['days', 'hours', 'weekdays', 'cashiers'] as const)
        expect(sum(tables[table].rows, 'times'), table).toBe(booked.sales)
      for (const table of ['products', 'categories'] as const) {
        expect(sum(tables[table].rows, 'times'), table).toBe(booked.lines)
        expect(sum(tables[table].rows, 'back'), table).toBe(booked.back)
      }
      expect(sum(tables.tenders.rows, 'amount')).toBe(booked.taken)
      const issued = kinds(tables.taxes.rows, 'issued')
      expect(sum(issued, 'vat')).toBe(booked.vat)
      expect(sum(issued, 'cityTax')).toBe(booked.cityTax)
      const { rows } = tables.other
      expect(sum(kinds(rows, 'discount'), 'amount')).toBe(booked.off)
      const byReturns = kinds(rows, 'back-').filter(({ key }) => key !== 'back-elsewhere')
      expect(sum(byReturns, 'amount')).toBe(booked.back)
      expect(sum(kinds(rows, 'cancelled-cart'), 'times')).toBe(booked.carts)
      expect(sum(kinds(rows, 'cancelled-charge'), 'times')).toBe(booked.charges)
      journal.close()
    }),
    { numRuns: fullRuns(80) },
  )
})

const sumRows = (file: string, anew: boolean): unknown[] => {
  const database = new DatabaseSync(file)
  try {
    if (anew) sumAll(database, silentLog)
    return database.prepare('SELECT * FROM ledger_sum ORDER BY account, book, key').all()
  } finally {
    database.close()
  }
}

test('the sums that each commit stores equal the sums of all sales', async () => {
  const { journal, file } = await filled({ seed: 5, sales: 80, days: 6 })
  journal.close()
  const kept = sumRows(file, false)
  expect(kept.length).toBeGreaterThan(100)
  expect(sumRows(file, true)).toEqual(kept)
})

test('restored sales are in the sums once', async () => {
  const one = await filled({ seed: 8, sales: 30, days: 4 })
  const other = await filled({ seed: 9, sales: 30, days: 4 })
  other.journal.close()
  const source = new DatabaseSync(other.file, { readOnly: true })
  await one.journal.file.merge(source)
  await one.journal.file.merge(source)
  source.close()
  one.journal.close()
  const kept = sumRows(one.file, false)
  expect(sumRows(one.file, true)).toEqual(kept)
})

test('a day is compared with the same weekday a week before, a range with the same number of days before it, and the beginning of a month with that of the month before', async () => {
  const reports = createReports({ journal: journalAt(), now: () => UNTIL })
  const before = (from: string, to: string) => readWhole(() => reports.step({ from, to }, 'amount')).before
  expect(before('2026-11-20', '2026-11-20')).toEqual({ from: '2026-11-13', to: '2026-11-13' })
  expect(before('2026-11-14', '2026-11-20')).toEqual({ from: '2026-11-07', to: '2026-11-13' })
  expect(before('2026-11-01', '2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-10-20' })
  expect(before('2026-03-01', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(before('2026-03-01', '2026-03-30')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(before('2026-02-01', '2026-02-28')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(before('2026-03-01', '2026-03-01')).toEqual({ from: '2026-02-22', to: '2026-02-22' })
})

test('the comparison of a range equals a report of the earlier range', async () => {
  const { journal } = await filled({ seed: 3, sales: 60, days: 8 })
  const reports = createReports({ journal, now: () => UNTIL })
  const now = readWhole(() => reports.step({ from: '2026-11-17', to: '2026-11-20' }, 'amount'))
  const then = readWhole(() => reports.step(now.before, 'amount'))
  expect(now.totalsBefore).toEqual(then.totals)
  expect(now.tables.days.rows.map(({ before }) => before)).toEqual(
    then.tables.days.rows.map(({ amount }) => amount),
  )
  journal.close()
})

test('a figure that was zero or negative before has no share of change', () => {
  const nothing = totalsOf(nothingYet())
  const before = { ...nothing, net: tugriks(-100), amount: tugriks(50) }
  const now = { ...nothing, net: tugriks(100), amount: tugriks(100), back: tugriks(10) }
  expect(changesBetween(before, now)).toMatchObject({ net: null, amount: 10_000, back: null })
})

test('days in the wrong order are exchanged, and a range from long ago begins with the first sale', async () => {
  const { journal } = await filled({ seed: 4, sales: 40, days: 5 })
  const reports = createReports({ journal, now: () => UNTIL })
  const read = (from: string, to: string) => readWhole(() => reports.step({ from, to }, 'amount'))
  expect(read('2026-11-20', '2026-11-16')).toEqual(read('2026-11-16', '2026-11-20'))
  const all = read('0001-01-01', '2026-11-20')
  expect(all.from >= '2026-11-15').toBe(true)
  expect(all.totals.sales).toBe(read('2026-11-10', '2026-11-20').totals.sales)
  journal.close()
})

test('a sale after a report is in the report when it is read again', async () => {
  const { journal, ids } = await filled({ seed: 6, sales: 20, days: 2 })
  const range = { from: '2026-11-19', to: '2026-11-20' }
  const reports = createReports({ journal, now: () => UNTIL })
  const first = readWhole(() => reports.step(range, 'amount'))
  const sold = ids
    .map((id) => journal.sales.byId(id))
    .find((sale) => sale?.soldAt && sale.tenders.length > 0 && sale.returns.length === 0)
  if (!sold) throw new Error('nothing was sold for cash')
  const amount = totalOf(sold.lines)
  commit(
    journal,
    sold.id,
    UNTIL - 5000,
    returnOpened({
      lines: sold.lines.map((line) => ({ lineId: line.id, quantity: line.quantity, amount: line.amount })),
      whole: true,
      amount,
      parts: [
        { id: 'p', paymentId: null, amount, by: 'hand', way: 'transfer', why: 'cash', step: { name: 'due' } },
      ],
    }),
  )
  commit(journal, sold.id, UNTIL - 4000, {
    kind: 'repaid',
    returnId: 'r1',
    partId: 'p',
    how: 'transfer',
    note: '',
  })
  commit(journal, sold.id, UNTIL - 3000, { kind: 'return-completed', returnId: 'r1', jobId: 'j' })
  const again = readWhole(() => reports.step(range, 'amount'))
  expect(again.totals.back - first.totals.back).toBe(amount)
  expect(again.totals.amount).toBe(first.totals.amount)
  expect(again.tables.other.rows.find(({ key }) => key === 'back-transfer')?.amount).toBe(amount)
  journal.close()
})

test('an empty journal has an empty report', () => {
  const journal = journalAt(undefined, FOLDED)
  const reports = createReports({ journal, now: () => UNTIL })
  const report = readWhole(() => reports.step({ from: LAST_DAY, to: LAST_DAY }, 'amount'))
  expect(report.totals).toMatchObject({ sales: 0, amount: 0, averageSale: 0, averageHour: 0, linesOfSale: 0 })
  expect(report.tables.hours.rows).toEqual([])
})

test('goods are sorted by the chosen column', async () => {
  const { journal } = await filled({ seed: 7, sales: 60, days: 3 })
  const reports = createReports({ journal, now: () => UNTIL })
  for (const order of ['amount', 'quantity', 'times', 'back'] as const) {
    const { rows } = readWhole(() => reports.step({ from: '2026-11-10', to: LAST_DAY }, order)).tables
      .products
    const figures = rows.map((row) => row[order])
    expect(figures).toEqual([...figures].sort((one, other) => other - one))
    expect(rows.every(({ name }) => name !== '')).toBe(true)
  }
  journal.close()
})

test('today is compared with the same weekday a week before up to the same minute, and a month with the same days of the month before', async () => {
  const { journal, ids } = await filled({ seed: 11, sales: 400, days: 40 })
  const now = shopMoment('2026-11-20', '14:25')
  const reports = createReports({ journal, now: () => now })
  const read = (from: string, to: string) => readWhole(() => reports.step({ from, to }, 'amount'))
  const soldIn = (from: number, before: number) =>
    ids
      .flatMap((id) => journal.sales.byId(id) ?? [])
      .filter(({ soldAt }) => soldAt !== null && soldAt >= from && soldAt < before)
  const amount = (sold: readonly Sale[]): number => sold.reduce((all, { lines }) => all + totalOf(lines), 0)
  const day = read('2026-11-20', '2026-11-20')
  const upTo = soldIn(shopMoment('2026-11-13'), shopMoment('2026-11-13', '14:25'))
  expect(day.beforeUntil).toBe('14:25')
  expect(day.totalsBefore).toMatchObject({ sales: upTo.length, amount: amount(upTo) })
  expect(day.tables.hours.rows.reduce((all, { before }) => all + (before ?? 0), 0)).toBe(amount(upTo))
  const backIn = (from: number, before: number) =>
    ids
      .flatMap((id) => journal.sales.byId(id)?.returns ?? [])
      .filter(
        ({ state, endedAt }) => state === 'completed' && (endedAt ?? 0) >= from && (endedAt ?? 0) < before,
      )
      .flatMap(({ lines }) => lines.map((line) => line.amount))
      .reduce((all, one) => all + one, 0)
  const backThen = backIn(shopMoment('2026-11-13'), shopMoment('2026-11-13', '14:25'))
  expect(day.totalsBefore).toMatchObject({ back: backThen, net: amount(upTo) - backThen })
  const month = read('2026-11-01', '2026-11-20')
  const then = soldIn(shopMoment('2026-10-01'), shopMoment('2026-10-20', '14:25'))
  const backOfMonth = backIn(shopMoment('2026-10-01'), shopMoment('2026-10-20', '14:25'))
  expect(backOfMonth).toBeGreaterThan(0)
  expect(month.totalsBefore).toMatchObject({ sales: then.length, amount: amount(then), back: backOfMonth })
  expect(read('2026-11-19', '2026-11-19').beforeUntil).toBeNull()
  journal.close()
})

describe('on a computer so slow that a step makes only one piece of a report', () => {
  const now = vi.spyOn(performance, 'now')
  let at = 0
  beforeEach(() => {
    now.mockImplementation(() => {
      at += 10
      return at
    })
  })
  afterEach(() => now.mockReset())
  afterAll(() => now.mockRestore())

  test('the range before, the shifts and the tables are pieces of their own, and all of them together are the same report', async () => {
    const { journal } = await filled({ seed: 12, sales: 80, days: 30 })
    const range = { from: '2026-11-01', to: LAST_DAY }
    const at = shopMoment(LAST_DAY, '14:25')
    const read = () => {
      const reports = createReports({ journal, now: () => at })
      let steps = 0
      const report = readWhole(() => {
        steps += 1
        return reports.step(range, 'amount')
      })
      return { report, steps }
    }
    const slow = read()
    now.mockReset()
    const fast = read()
    expect(slow.report).toEqual(fast.report)
    expect(slow.steps).toBeGreaterThan(40)
    journal.close()
  })

  test('a report is done although a sale comes in between any two steps, and is made again when it is asked for again', async () => {
    const { journal, ids } = await filled({ seed: 13, sales: 10, days: 5 })
    let commits = 0
    const reports = createReports({ journal: { ...journal, commits: () => commits }, now: () => UNTIL })
    const read = () => {
      let steps = 0
      const { totals } = readWhole(() => {
        commits += 1
        steps += 1
        return reports.step({ from: '2026-11-01', to: LAST_DAY }, 'amount')
      })
      return { sales: totals.sales, steps }
    }
    const first = read()
    expect(first.sales).toBeLessThanOrEqual(ids.length)
    expect(read()).toEqual(first)
    journal.close()
  })

  test('a report that was left before its end is made again after a sale, and not finished from the old sums', async () => {
    const { journal } = await filled({ seed: 14, sales: 10, days: 5 })
    const range = { from: '2026-11-01', to: LAST_DAY }
    let commits = 0
    const reports = createReports({ journal: { ...journal, commits: () => commits }, now: () => UNTIL })
    const stepsLeft = (): number => {
      for (let steps = 1; ; steps++) if (reports.step(range, 'amount').done) return steps
    }
    const whole = stepsLeft()
    commits += 1
    for (let step = 1; step < whole; step++) reports.step(range, 'amount')
    commits += 1
    at += 3_600_000
    expect(stepsLeft()).toBe(whole)
    journal.close()
  })

  test('two pages that ask for one range in different orders both get their report', async () => {
    const { journal } = await filled({ seed: 15, sales: 10, days: 5 })
    const reports = createReports({ journal, now: () => UNTIL })
    const orders = ['amount', 'times'] as const
    const done = new Set<string>()
    for (let step = 0; step < 1000 && done.size < 2; step++)
      for (const order of orders)
        if (reports.step({ from: '2026-11-01', to: LAST_DAY }, order).done) done.add(order)
    expect([...done].sort()).toEqual([...orders])
    journal.close()
  })
})
