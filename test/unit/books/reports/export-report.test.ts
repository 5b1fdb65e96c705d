import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { createReports, exportReport } from '../../../../main/books/reports/index.ts'
import type { TillFigures } from '../../../../shared/books/all-tills.ts'
import {
  REPORT_COLUMNS,
  REPORT_TABLES,
  type ReportTable,
  WHOLE_TABLES,
} from '../../../../shared/books/report.ts'
import { shopTime } from '../../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../../shared/texts/index.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { unzipped } from '../../../support/unzip.ts'
import { filled, UNTIL } from './books.ts'

const RANGE = { from: '2026-11-16', to: '2026-11-20' }

const OTHER: TillFigures = { code: 'K02', isMe: false, state: 'silent', at: UNTIL }

async function written(format: 'csv' | 'xlsx', ...tables: ReportTable[]) {
  return writtenOf([], format, ...tables)
}

async function writtenOf(
  tills: readonly TillFigures[],
  format: 'csv' | 'xlsx',
  ...tables: readonly ReportTable[]
) {
  const { journal } = await filled({ seed: 2, sales: 50, days: 5 })
  const reports = createReports({ journal, now: () => UNTIL })
  const folder = temporaryFolder()
  const files = []
  for (const table of tables) {
    const { rows } = await reports.table(RANGE, table)
    files.push({
      table,
      rows,
      path: await exportReport({
        ...{ ...RANGE, table, rows, tills, format, folder, testMode: true },
        ...{ more: tills.length > 0 ? '-all' : '', language: 'mn' },
      }),
    })
  }
  journal.close()
  return files
}

test('every table can be read as a workbook: days are dates, numbers are numbers, Cyrillic is intact', async () => {
  for (const { table, rows, path } of await written('xlsx', ...REPORT_TABLES)) {
    const [header, ...cells] = await readSheet(path)
    expect(header).toHaveLength(REPORT_COLUMNS[table].length)
    const at = (REPORT_COLUMNS[table] as readonly string[]).indexOf('amount')
    const amounts = cells.map((row) => Number(row[at]))
    if (WHOLE_TABLES.has(table) && rows.length > 1) {
      const total = cells.pop()
      expect(total?.[0]).toBe(TEXTS.mn['word.total'])
      expect(amounts.pop()).toBe(rows.reduce((sum, { amount }) => sum + amount, 0) / 100)
    }
    expect(cells).toHaveLength(rows.length)
    expect(amounts).toEqual(rows.map(({ amount }) => amount / 100))
    if (table === 'days')
      expect(cells.map(([day]) => (day as unknown as Date).toISOString())).toEqual(
        rows.map(({ key }) => `${key}T00:00:00.000Z`),
      )
    if (table === 'products') {
      expect(cells.map(([code]) => code)).toEqual(rows.map(({ key }) => key))
      expect(cells.map(([, name]) => name)).toEqual(rows.map(({ name }) => name))
    }
  }
})

test('the workbook has the structure that a spreadsheet looks for, read without our library', async () => {
  const [file] = await written('xlsx', 'days')
  const files = unzipped(readFileSync(file?.path ?? ''))
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  // 16 November 2026 in the day count of spreadsheets.
  expect(sheet).toContain('<v>46342</v>')
  expect(files.get('xl/styles.xml')).toContain('yyyy-mm-dd')
  expect(files.get('xl/workbook.xml')).toContain(`name="${TEXTS.mn['practice.badge']} – Өдөр"`)
  const words = [...files.values()].join('')
  for (const key of ['reports.column.day', 'reports.column.net', 'reports.column.before'] as const)
    expect(words).toContain(TEXTS.mn[key])
})

test('the same table as CSV has a byte order mark, days as dates, and plain numbers', async () => {
  const [days, products] = await written('csv', 'days', 'products')
  const text = readFileSync(days?.path ?? '', 'utf8')
  const [header, first = ''] = text.split('\r\n')
  expect(header).toBe('\uFEFFӨдөр,Тоо,Дүн,Буцаалт,Цэвэр дүн,Дундаж,Өмнөх хугацаа')
  expect(first).toMatch(/^2026-11-16,\d+,\d+(\.\d+)?,\d+(\.\d+)?,-?\d+(\.\d+)?,\d+(\.\d+)?,\d+(\.\d+)?$/)
  expect(readFileSync(products?.path ?? '', 'utf8')).toContain(products?.rows[0]?.name ?? 'nothing')
})

test('a file of all tills says beside its first row how current each till’s figures are', async () => {
  const [own] = await written('csv', 'days')
  const [all] = await writtenOf([OTHER], 'csv', 'days')
  const lines = (path = '') => readFileSync(path, 'utf8').trimEnd().split('\r\n')
  const told = `K02: ${shopTime(UNTIL).slice(0, 16)} хүртэлх дүн. Түүнээс хойш холбогдоогүй.`
  expect(lines(all?.path)).toEqual(
    lines(own?.path).map(
      (line, place) => `${line}${['', `,Хэдий хүртэлх дүн`, `,${told}`][place + 1] ?? ''}`,
    ),
  )
  expect(all?.path).toMatch(/-all\.csv$/)
})

test('a file of test mode says so in its name, and does not replace that of real sales', async () => {
  const folder = temporaryFolder()
  const exported = async (testMode: boolean, language: 'mn' | 'en') =>
    exportReport({
      ...{ ...RANGE, table: 'days', rows: [], tills: [], more: '', format: 'csv' },
      ...{ folder, testMode, language },
    })
  const paths = [await exported(false, 'mn'), await exported(true, 'mn'), await exported(true, 'en')]
  expect(paths.map((path) => basename(path))).toEqual([
    'tailan-days-2026-11-16_2026-11-20.csv',
    'surgalt-tailan-days-2026-11-16_2026-11-20.csv',
    'test-report-days-2026-11-16_2026-11-20.csv',
  ])
})
