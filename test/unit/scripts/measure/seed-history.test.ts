import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createReports } from '../../../../main/books/reports/index.ts'
import { createShifts } from '../../../../main/books/shifts/index.ts'
import { foldSale } from '../../../../main/storage/projections/index.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { fillByCommits, fillFast } from '../../../../scripts/measure/seed-history/fill-journal.ts'
import { sampleProducts, seedWithShifts } from '../../../../scripts/measure/seed-history/seed-history.ts'
import { yearOf } from '../../../../scripts/measure/seed-history/shop-year.ts'
import { isBridge } from '../../../../shared/books/report.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { shopMoment } from '../../../../shared/shop/shop-day.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { readWhole } from '../../../support/whole-report.ts'

const UNTIL = shopMoment('2026-11-21')
const OPTIONS = { now: () => UNTIL, mode: 'test' } as const

const newFile = (): string => join(temporaryFolder(), 'journal.sqlite')

const stories = async (seed = 3, sales = 60) =>
  yearOf({ sales, days: 6, seed, until: UNTIL, products: await sampleProducts() })

const TABLES = {
  sale: 'rowid',
  // Sorted by position, because event ids differ in every journal.
  event: 'position',
  sale_invoice: 'invoice_id',
  print_job: 'id',
  command: 'id',
  receipt_seal: 'sale_id',
  found_sale: 'place',
  sale_term: 'term, place',
  sold_goods: 'code, name',
  ledger_sum: 'account, book, key',
}

/** Columns that differ in every journal: ids, hashes, and the id of the shift. */
const DRAWN = { id: null, hash: null, shift_id: null }

function rowsOf(file: string): Record<string, Record<string, unknown>[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Object.fromEntries(
      Object.entries(TABLES).map(([table, order]) => [
        table,
        database
          .prepare(`SELECT * FROM ${table} ORDER BY ${order}`)
          .all()
          .filter(({ book }) => !String(book).startsWith('before '))
          .map((row) => (table === 'event' ? { ...row, ...DRAWN } : row)),
      ]),
    )
  } finally {
    database.close()
  }
}

test('filling the tables directly gives the same rows as the commits', async () => {
  const [fast, slow] = [newFile(), newFile()]
  fillFast(fast, await stories(5, 250))
  const journal = openJournal(slow, OPTIONS)
  const all = [...(await stories(5, 250))]
  journal.command({ id: 'a whole week', at: UNTIL, actor: null, request: '' }, () =>
    fillByCommits(journal, all),
  )
  journal.close()
  changeFile(slow, `DELETE FROM command; DROP TRIGGER event_stands; UPDATE event SET command = NULL`)
  expect(rowsOf(fast)).toEqual(rowsOf(slow))
})

test('events are in the order of their time, without gaps, each with its own id', async () => {
  const file = newFile()
  fillFast(file, await stories())
  const { event = [] } = rowsOf(file)
  expect(event.map(({ position }) => position)).toEqual(event.map((_, index) => index + 1))
  const times = event.map(({ at }) => Number(at))
  expect(times).toEqual([...times].sort((one, other) => one - other))
  const database = new DatabaseSync(file, { readOnly: true })
  const ids = database.prepare('SELECT count(DISTINCT id) AS ids FROM event WHERE length(id) = 16').get()
  database.close()
  expect(ids).toEqual({ ids: event.length })
})

test('every seeded sale equals the sum of its events', async () => {
  const file = newFile()
  fillFast(file, await stories())
  const journal = openJournal(file, OPTIONS)
  for (const { id } of await stories())
    expect(foldSale(id, journal.sales.events(id)).sale).toEqual(journal.sales.byId(id))
  journal.close()
})

test('the same seed makes the same days, another seed makes others, and no work is pending', async () => {
  const names = async (seed: number) => JSON.stringify([...(await stories(seed))])
  expect(await names(3)).toBe(await names(3))
  expect(await names(3)).not.toBe(await names(4))
  const file = newFile()
  fillFast(file, await stories(3, 200))
  const journal = openJournal(file, OPTIONS)
  expect(countsOf(journal).sales).toBe(200)
  expect(journal.unfinished.due()).toEqual([])
  expect(journal.printJobs.owed()).toEqual([])
  journal.close()
})

/** Two weeks with shifts, and their figures. */
async function weeks() {
  const file = newFile()
  const year = { sales: 600, days: 14, seed: 2, until: UNTIL }
  await seedWithShifts({ file, ...year })
  const journal = openJournal(file, OPTIONS)
  const clock = { now: () => UNTIL }
  const shifts = createShifts({
    ...{ journal, clock, settings: () => FIRST_SETTINGS, cashier: () => null },
    recordsMissing: () => false,
  })
  const zs = shifts.list().shifts.flatMap(({ id }) => shifts.report(id) ?? [])
  const range = { from: '2026-11-07', to: '2026-11-20' }
  const reports = createReports({ journal, now: clock.now })
  const report = readWhole(() => reports.step(range, 'amount'))
  const owed = journal.printJobs.owed()
  journal.close()
  return { zs, report, owed }
}

let made: ReturnType<typeof weeks> | null = null

/** The two weeks, made once for all tests that only read them. */
function theWeeks(): ReturnType<typeof weeks> {
  made ??= weeks()
  return made
}

test('the Zs and the sales without a shift add up to the days, and nothing is left to print', async () => {
  const { zs, report, owed } = await theWeeks()
  const net = sumOf(zs.map(({ totals }) => totals.net))
  const without = report.tables.shifts.rows.find(({ key }) => key === '')?.net ?? 0
  expect(zs.length).toBeGreaterThan(14)
  expect(without).toBeGreaterThan(0)
  expect(sumOf(zs.map(({ totals }) => totals.before?.net ?? 0))).toBe(without)
  expect(net + without).toBe(report.totals.net)
  expect(owed).toEqual([])
})

test('a drawer always has the cash that leaves it, and most counts agree', async () => {
  const { zs } = await theWeeks()
  expect(Math.min(...zs.map(({ totals }) => totals.drawer.expected))).toBeGreaterThanOrEqual(0)
  const differences = zs.map(({ shift }) => shift.count?.difference ?? 0)
  expect(differences.filter((one) => one === 0).length).toBeGreaterThan(zs.length / 2)
  expect(differences.some((one) => one !== 0)).toBe(true)
})

test('a history has all tenders, discounts, returns, and money refunded elsewhere', async () => {
  const file = newFile()
  fillFast(file, await stories(4, 4000))
  const journal = openJournal(file, OPTIONS)
  const range = { from: '2026-11-15', to: '2026-11-20' }
  const reports = createReports({ journal, now: () => UNTIL })
  const { tables } = readWhole(() => reports.step(range, 'amount'))
  const tenders = tables.tenders.rows.filter((row) => !isBridge('tenders', row))
  const rows = [...tenders, ...tables.taxes.rows, ...tables.other.rows]
  const missing = rows.filter(({ times }) => times === 0).map(({ key }) => key)
  // E-receipts have their taxes, a surplus is settled at once, an e-receipt is issued or refused, and without shifts no drawer is counted.
  expect(missing).toEqual([
    'taxes-unknown',
    'taxes-told',
    'owed',
    'given-up',
    'taxes-unknown-voided',
    'held',
    'surplus',
    'repaid-transfer',
    'drawer-in',
    'drawer-out',
    'over-short',
  ])
  journal.close()
})

test('the same seed makes the same shifts', async () => {
  const shiftsOf = async (made: ReturnType<typeof weeks>) => {
    const { zs } = await made
    return zs.map(({ shift: { id: _id, ...shift }, totals: { chain: _chain, ...totals }, moves }) => ({
      shift,
      totals,
      moves,
    }))
  }
  expect(await shiftsOf(weeks())).toEqual(await shiftsOf(theWeeks()))
})

const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
