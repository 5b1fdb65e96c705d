/** The accounting export as the page asks for it, parsed as an accounting program parses it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { RequestOf } from '../../../main/till/commands/index.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { isFull } from '../../support/full-runs.ts'
import { handClock } from '../../support/hand-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { cashSale, paidSale, returned, startReturn } from '../../support/returns.ts'
import type { Till } from '../../support/terminal.ts'
import { unzipped } from '../../support/unzip.ts'

const HEADER = [
  'Огноо',
  'Цаг',
  'Баримт',
  'Дугаар',
  'Гүйлгээний утга',
  'Данс',
  'Дансны нэр',
  'Дебет',
  'Кредит',
  'Татвар',
  'Үүний НӨАТ',
  'Үүний НХАТ',
]

const MANY_DAYS = { from: '2026-01-01', to: '2099-12-31' }

type Asked = Partial<RequestOf<'exportEntries'>>

const exported = async (till: Till, asked: Asked = {}): Promise<string> =>
  (await till.ask('exportEntries', { ...MANY_DAYS, by: 'document', format: 'csv', ...asked })).path

async function csvOf(till: Till, asked: Asked = {}): Promise<readonly string[][]> {
  const text = readFileSync(await exported(till, asked), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
  expect(data[0]).toEqual(HEADER)
  return data.slice(1)
}

function grouped(rows: readonly string[][], nameOf: (row: readonly string[]) => string) {
  const groups = new Map<string, string[][]>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return groups
}

const sumOf = (rows: readonly (readonly string[])[], column: number): number =>
  rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)

const told = (row: readonly string[]) => row.slice(4).join(' ')

/** A shift with a float, a sale for cash, a sale by QR, and a return in cash. */
async function aDay({ till, payer }: Awaited<ReturnType<typeof tillAtPractice>>) {
  await till.ask('openShift', { float: '50000' })
  const cash = await cashSale(till)
  const qr = await paidSale(till, payer, { type: 'P2P' })
  await returned(till, cash.saleId, { way: 'cash' })
  return { cash, qr }
}

test('each sale, return and shift event is exported as a balanced document with a number and the shop’s account numbers', async () => {
  const opened = await tillAtPractice()
  const { till } = opened
  await till.ask('saveSettings', {
    accounts: { ...FIRST_SETTINGS.accounts, cash: '110-01', vat: '=340' },
  })
  const { cash } = await aDay(opened)
  const rows = await csvOf(till)
  const documents = grouped(rows, (row) => row.slice(1, 5).join())
  expect(documents.size).toBe(4)
  for (const lines of documents.values()) expect(sumOf(lines, 7)).toBe(sumOf(lines, 8))
  expect(rows.map(([, , document]) => document)).toContain('K01 0001')
  const { view } = await till.ask('getSale', { saleId: cash.saleId })
  const ofCash = rows.filter(([, , , number]) => number === view.sale.senderInvoiceNo)
  const total = (cash.total / 100).toFixed(2)
  expect(ofCash.map(told)).toContain(`Борлуулалт 110-01 Кассын шургуулганы бэлэн мөнгө ${total}    `)
  expect(ofCash.map(told)).toContain(`Буцаалт 110-01 Кассын шургуулганы бэлэн мөнгө  ${total}   `)
  const goods = ofCash.find((row) => row[5] === '5101')
  expect(goods?.[9]).toBe('НӨАТ 10%')
  expect(Number(goods?.[10])).toBeGreaterThan(0)
  // A text that a spreadsheet would take for a formula is written as text.
  expect(ofCash.map((row) => row[5])).toContain("'=340")
})

test('an export summed by day has the same debits and credits for each account as the export by document', async () => {
  const opened = await tillAtPractice()
  await aDay(opened)
  const [apart, summed] = [await csvOf(opened.till), await csvOf(opened.till, { by: 'day' })]
  expect(summed.length).toBeLessThan(apart.length)
  const byAccount = (rows: readonly string[][]) =>
    Object.fromEntries(
      [...grouped(rows, (row) => row[5] ?? '')]
        .map(([account, lines]) => [account, [sumOf(lines, 7), sumOf(lines, 8)]] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    )
  expect(byAccount(summed)).toEqual(byAccount(apart))
  for (const [day, time, document, number, what] of summed)
    expect([time, document, number, what]).toEqual(['', day, '', 'Өдрийн нийлбэр'])
})

test('a workbook has days as dates, account numbers as text, and amounts as numbers with two decimals', async () => {
  const opened = await tillAtPractice({ settings: { language: 'en' } })
  await aDay(opened)
  const path = await exported(opened.till, { format: 'xlsx' })
  expect(path).toMatch(/entries-document-2026-01-01_2099-12-31\.xlsx$/)
  const [header, first] = await readSheet(path)
  expect(header?.slice(0, 3)).toEqual(['Date', 'Time', 'Document'])
  expect(first?.[0]).toBeInstanceOf(Date)
  expect(first?.slice(4, 9)).toEqual(['Float', '1001', 'Cash in the drawer', 50000, null])
  expect(unzipped(readFileSync(path)).get('xl/styles.xml')).toContain('#,##0.00')
})

test('a closed shift is a document with the number of its Z, and a cash movement shows its reason', async () => {
  const { till } = await tillAtPractice()
  await till.ask('openShift', { float: '50000' })
  await till.ask('moveCash', { way: 'out', amount: '1200', reason: 'Цэвэрлэгээ' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  const lines = [{ value: 20_000, count: 2 }] as const
  await till.ask('closeShift', { shiftId, lines: [...lines], expected: 4_880_000, reason: 'Мэдэхгүй' })
  const rows = await csvOf(till)
  expect(rows.filter(([, , document]) => document === 'K01 Z 0001').map(told)).toEqual([
    'Ээлж хаасан 1002 Сейф 40000.00    ',
    'Ээлж хаасан 7001 Илүүдэл, дутагдал 8800.00    ',
    'Ээлж хаасан 1001 Кассын шургуулганы бэлэн мөнгө  48800.00   ',
  ])
  expect(rows.map(([, , , , what]) => what)).toContain('Мөнгө гаргасан: Цэвэрлэгээ')
})

test('the entries of a past day do not change when its sales are returned later', async () => {
  const clock = handClock()
  const { till } = await tillAtPractice({ clock })
  const { saleId } = await cashSale(till)
  const day = shopDay(clock.now())
  const before = await csvOf(till, { from: day, to: day })
  clock.advance(24 * 3_600_000)
  await startReturn(till, saleId, { way: 'cash' })
  expect(await csvOf(till, { from: day, to: day })).toEqual(before)
  expect(before).not.toEqual([])
})

test('days without events have no entries, and the two days of a range may be in either order', async () => {
  const { till } = await tillAtPractice()
  await cashSale(till)
  expect(await csvOf(till, { from: '2001-01-02', to: '2001-01-01' })).toEqual([])
  expect(await csvOf(till, { from: MANY_DAYS.to, to: MANY_DAYS.from })).not.toEqual([])
})

test('an export to a file that cannot be written is refused by name and leaves no partial file', async () => {
  const { till } = await tillAtPractice()
  await cashSale(till)
  const path = await exported(till)
  rmSync(path)
  mkdirSync(path)
  expect(await till.reply('exportEntries', { ...MANY_DAYS, by: 'document', format: 'csv' })).toMatchObject({
    ok: false,
    error: { name: 'NOT_SAVED' },
  })
  expect(readdirSync(dirname(path))).toEqual([basename(path)])
})

test('an export that is requested again while it is being written has each entry once', async () => {
  const { till } = await tillAtPractice()
  for (let sales = 0; sales < 6; sales++) await cashSale(till)
  const path = await exported(till)
  const alone = readFileSync(path, 'utf8')
  for (let times = 0; times < (isFull ? 6 : 2); times++) {
    expect(await Promise.all([exported(till), exported(till), exported(till)])).toEqual([path, path, path])
    expect(readFileSync(path, 'utf8')).toBe(alone)
  }
  expect(readdirSync(dirname(path))).toEqual([basename(path)])
})

test('a workbook that is requested again while it is being written can be read', async () => {
  const { till } = await tillAtPractice()
  for (let sales = 0; sales < 6; sales++) await cashSale(till)
  const alone = await readSheet(await exported(till, { format: 'xlsx' }))
  for (let times = 0; times < (isFull ? 4 : 1); times++) {
    const [path] = await Promise.all([
      exported(till, { format: 'xlsx' }),
      exported(till, { format: 'xlsx' }),
      exported(till, { format: 'xlsx' }),
    ])
    expect(await readSheet(path)).toEqual(alone)
  }
})

test('an export removes what a killed export left half written, and no other file', async () => {
  const { till } = await tillAtPractice()
  await cashSale(till)
  const path = await exported(till)
  const left = `${path}.tugrik-new`
  const mine = join(dirname(path), `mine-${basename(left)}`)
  const files = [left, `${path}.new`, `${path}.mine.tugrik-new`, mine, path.replace('.csv', '.txt')]
  for (const file of files) writeFileSync(file, 'half')
  await exported(till)
  const names = [path, ...files.slice(1)].map((file) => basename(file))
  expect(readdirSync(dirname(path)).sort()).toEqual(names.sort())
})

test('an account number that is missing or longer than 20 characters is refused, and each wrong field is named', async () => {
  const { till } = await tillAtPractice()
  const typed = { ...FIRST_SETTINGS.accounts, cash: ' ', 'city-tax': '1'.repeat(21), sales: ' 5101-77 ' }
  expect(await till.reply('saveSettings', { accounts: typed })).toMatchObject({
    ok: false,
    error: { name: 'FIELDS_INVALID', detail: 'accounts.cash,accounts.city-tax' },
  })
  await till.ask('saveSettings', { accounts: { ...typed, cash: '1', 'city-tax': '1'.repeat(20) } })
  expect((await till.view()).settings.accounts).toMatchObject({ cash: '1', sales: '5101-77' })
})

test('the files of test mode have its name in front, so that an accountant takes none for real sales', async () => {
  const { till } = await tillAtPractice()
  await cashSale(till)
  const report = await till.ask('exportReport', { ...MANY_DAYS, table: 'tenders', format: 'csv' })
  const paths = [await exported(till), await exported(till, { by: 'to-issue' }), report.path]
  for (const path of paths) expect(basename(path)).toMatch(/^surgalt-/)
  const workbook = unzipped(readFileSync(await exported(till, { format: 'xlsx' }))).get('xl/workbook.xml')
  expect(workbook).toContain('name="СУРГАЛТЫН ГОРИМ')
})
