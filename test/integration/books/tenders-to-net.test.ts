/** The payment methods of a report lead to its net sales: on the screen, on paper and in files. */
import { readFileSync } from 'node:fs'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { reportPage } from '../../../main/paper/facts/index.ts'
import { REPORT_COLUMNS, type Report } from '../../../shared/books/report.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { cellWords } from '../../../shared/texts/report-words.ts'
import { rungUp } from '../../support/charged-sale.ts'
import { reportNow } from '../../support/looks.ts'
import { openTill } from '../../support/open-shift.ts'
import { cashSale } from '../../support/returns.ts'
import { sumOf } from '../../support/whole-report.ts'

const HELD = tugriks(1000)
const NET = REPORT_COLUMNS.tenders.indexOf('net')

/** A sale in cash, and cash that the shop holds for a cancelled sale. */
async function withHeldCash() {
  const { till } = await openTill()
  const { total } = await cashSale(till)
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  await till.charge(saleId)
  await till.cancel(saleId)
  return { till, total, report: await reportNow(till) }
}

const saidOf = ({ tables }: Report, language: 'mn' | 'en'): readonly string[] =>
  tables.tenders.rows.map((row) =>
    REPORT_COLUMNS.tenders
      .map((column) => cellWords((key) => TEXTS[language][key], 'tenders', column, row))
      .join('|'),
  )

test('cash that is held for a cancelled sale has a row beside the payment methods, and all rows add up to the net sales', async () => {
  const { total, report } = await withHeldCash()
  expect(report.totals.net).toBe(total)
  expect(sumOf(report.tables.tenders.rows, 'amount')).toBe(total + HELD)
  expect(sumOf(report.tables.tenders.rows, 'net')).toBe(total)
  expect(saidOf(report, 'en')).toContain('Owed for cancelled sales||||−1,000|')
  expect(saidOf(report, 'mn')).toContain('Цуцалсны буцаах мөнгө||||−1,000|')
})

test('the paper and the files of the payment methods have the row too', async () => {
  const { till, total, report } = await withHeldCash()
  const { from, to, tables } = report
  for (const language of ['mn', 'en'] as const) {
    const page = reportPage({
      ...{ from, to, table: 'tenders', rows: tables.tenders.rows, shop: 'Дэлгүүр', tills: [] },
      ...{ testMode: false, language, now: Date.now() },
    })
    expect(page).toContain(TEXTS[language]['shift.bridge.held'])
  }
  const asked = { from, to, table: 'tenders' } as const
  const csv = readFileSync((await till.ask('exportReport', { ...asked, format: 'csv' })).path, 'utf8')
  expect(csv).toContain('\r\nЦуцалсны буцаах мөнгө,,,,-1000.00,')
  const sheet = await readSheet((await till.ask('exportReport', { ...asked, format: 'xlsx' })).path)
  expect(sheet.at(-1)?.[NET]).toBe(total / 100)
})
