import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createReports } from '../../../../main/books/reports/index.ts'
import { createShifts } from '../../../../main/books/shifts/index.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { fillByCommits, fillFast } from '../../../../scripts/measure/seed-history/fill-journal.ts'
import { sampleProducts, seedWithShifts } from '../../../../scripts/measure/seed-history/seed-history.ts'
import { yearOf } from '../../../../scripts/measure/seed-history/shop-year.ts'
import { isBridge } from '../../../../shared/books/report.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { shopMoment } from '../../../../shared/shop/shop-day.ts'
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

test('the Zs and the sales without a shift add up to the days, and nothing is left to print', async () => {
  const file = newFile()
  await seedWithShifts({ file, sales: 600, days: 14, seed: 5, until: UNTIL })
  const journal = openJournal(file, OPTIONS)
  const clock = { now: () => UNTIL }
  const shifts = createShifts({
    ...{ journal, clock, settings: () => FIRST_SETTINGS, cashier: () => null },
    recordsMissing: () => false,
  })
  const zs = shifts.list().shifts.flatMap(({ id }) => shifts.report(id) ?? [])
  const reports = createReports({ journal, now: clock.now })
  const report = readWhole(() => reports.step({ from: '2026-11-07', to: '2026-11-20' }, 'amount'))
  expect(journal.printJobs.owed()).toEqual([])
  journal.close()
  const net = sumOf(zs.map(({ totals }) => totals.net))
  const without = report.tables.shifts.rows.find(({ key }) => key === '')?.net ?? 0
  expect(zs.length).toBeGreaterThan(14)
  expect(without).toBeGreaterThan(0)
  expect(sumOf(zs.map(({ totals }) => totals.before?.net ?? 0))).toBe(without)
  expect(net + without).toBe(report.totals.net)
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

const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

test('carts have goods of several kinds of tax; those that are paid by QR become several sales', async () => {
  const all = [...(await stories(4, 4000))].map(({ commits }) => commits.flatMap(({ events }) => events))
  const ofSeveral = all.filter((events) => {
    const lines = events.flatMap((one) => (one.kind === 'line-added' ? [one.line.product.taxKind] : []))
    return new Set(lines).size > 1
  })
  const parts = all.filter(([opened]) => opened?.kind === 'opened' && opened.continues !== undefined)
  expect(all).toHaveLength(4000)
  expect(ofSeveral.length).toBeGreaterThan(100)
  expect(parts.length).toBeGreaterThan(50)
  expect(ofSeveral.some((events) => events.some(({ kind }) => kind === 'invoice-requested'))).toBe(false)
})
