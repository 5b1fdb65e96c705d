/** What an owner sees of all tills of a shop is what the tills themselves say, added up. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { addReader, addShop, connectAdmin } from '../../../../main/many-tills/server/index.ts'
import type { ReplyOf } from '../../../../main/till/commands/index.ts'
import { printReport } from '../../../../scripts/shop-database/report.ts'
import { NO_FILTERS, type SaleRow } from '../../../../shared/books/history.ts'
import type { Report, ReportRow, ReportTable } from '../../../../shared/books/report.ts'
import { formatMoney, type Money, NO_MONEY, sumMoney } from '../../../../shared/money/money.ts'
import { dayAfter, shopDay, shopMoment } from '../../../../shared/shop/shop-day.ts'
import { eventually } from '../../../support/eventually.ts'
import { lineTo } from '../../../support/line.ts'
import { practiceShop, sell, untilSent } from '../../../support/linked-till.ts'
import { tillAtPractice } from '../../../support/looks.ts'
import { ALL_TENDERS, closeShift } from '../../../support/open-shift.ts'
import { completed, startReturn, untilReturn } from '../../../support/returns.ts'
import { shopServerForFile, type TestDatabase } from '../../../support/shop-database.ts'
import type { Till } from '../../../support/terminal.ts'

const server = shopServerForFile()
const open = () => tillAtPractice({ settings: { tenders: ALL_TENDERS } })
const PIN = '2580'
const today = shopDay(Date.now())
const TODAY = { from: today, to: today }

async function report(
  { ask }: Pick<Till, 'ask'>,
  till: string,
  days = TODAY,
): Promise<{ report: Report; tills: readonly object[] }> {
  for (;;) {
    const step = await ask('readReport', { ...days, order: 'amount', till })
    if (step.done) return step
  }
}

/** Two tills of one shop, K01 and K02, that sold, took goods back and closed a shift. */
async function twoTills() {
  const shop = await practiceShop(server)
  const [one, two] = [await open(), await open()]
  await shop.pair(one.till)
  await shop.pair(two.till)
  for (const { till } of [one, two]) await untilSent(till)
  for (const { till } of [one, two]) {
    await till.ask('openShift', { float: '50000' })
    const saleId = await sell(till)
    await sell(till)
    // A return needs the shop database. On a busy machine the till may lose its connection for a moment.
    await eventually(() => startReturn(till, saleId, { way: 'cash' }))
    await untilReturn(till, saleId, completed)
    await closeShift(till)
  }
  await two.till.ask('openShift', { float: '20000' })
  await sell(two.till)
  for (const { till } of [one, two]) await untilSent(till)
  return { shop, one: one.till, two: two.till }
}

/** Copies a row of K02 with other fields. A sale and a shift are told apart by their id. */
async function copyRow(
  { admin }: Pick<TestDatabase, 'admin'>,
  kind: 'sale' | 'shift',
  which: string,
  {
    sale,
    ...more
  }: { id?: string; zNumber?: number; total?: number; sale?: { id: string; senderInvoiceNo?: string } },
): Promise<void> {
  const { rowCount } = await admin.query(
    `INSERT INTO shop.current (shop, kind, key, till, version, body)
      SELECT c.shop, c.kind, $3, c.till, c.version,
          c.body || $1 || CASE c.kind WHEN 'sale' THEN jsonb_build_object('sale', c.body -> 'sale' || $2) ELSE '{}' END
        FROM shop.current c JOIN shop.till t ON t.id = c.till
        WHERE t.code = 'K02' AND c.kind = $4 AND ${which} LIMIT 1`,
    [JSON.stringify(more), JSON.stringify(sale ?? {}), sale?.id ?? `K02:${more.id}`, kind],
  )
  expect(rowCount).toBe(1)
}

/** The rows of several reports, added by key. */
function added(table: ReportTable, reports: readonly Report[]): readonly object[] {
  const rows = new Map<string, number[]>()
  for (const { tables } of reports)
    for (const row of tables[table].rows) {
      const had = rows.get(row.key) ?? figuresOf(row).map(() => 0)
      rows.set(
        row.key,
        figuresOf(row).map((figure, place) => figure + (had[place] ?? 0)),
      )
    }
  return [...rows].sort()
}
const figuresOf = ({
  times,
  lines,
  quantity,
  amount,
  back,
  net,
  vat,
  cityTax,
  vatUntold,
  printed,
}: ReportRow) =>
  [times, lines, quantity, amount, back, net, vat ?? 0, cityTax ?? 0, vatUntold, printed ?? 0] as number[]

describe('the reports of all tills', () => {
  test('are in every table the sum of what each till reports for itself', async () => {
    const { one, two } = await twoTills()
    const own = [(await report(one, 'this')).report, (await report(two, 'this')).report]
    const all = (await report(one, 'all')).report
    for (const table of Object.keys(all.tables) as ReportTable[])
      expect([table, added(table, [all])]).toEqual([table, added(table, own)])
    expect(all.totals).toMatchObject({
      sales: own.reduce((sum, { totals }) => sum + totals.sales, 0),
      net: own.reduce((sum, { totals }) => sum + totals.net, 0),
    })
    expect(all.tables.products.rows.map(({ name }) => name)).toEqual(
      own[0]?.tables.products.rows.map(({ name }) => name),
    )
    const other = (await report(one, 'K02')).report
    expect(other.totals).toEqual(own[1]?.totals)
    expect(other.tables).toEqual(own[1]?.tables)
  })

  test('are on the page of today the sum of the tills, with the cash of every open drawer of a shop of many tills', async () => {
    const { shop, one, two } = await twoTills()
    const own = await Promise.all([one, two].map((till) => till.ask('today', {})))
    const all = await one.ask('today', { till: 'all' })
    expect(all.totals).toMatchObject({
      sales: own.reduce((count, { totals }) => count + totals.sales, 0),
      net: sumMoney(own.map(({ totals }) => totals.net)),
    })
    const amounts = ({ drawers }: typeof all) => drawers?.map(({ terminal, amount }) => [terminal, amount])
    expect(amounts(all)).toEqual(own.flatMap((today) => amounts(today) ?? []))
    expect(all.tills.map(({ code }) => code)).toEqual(['K01', 'K02'])
    for (let more = 1; more <= 12; more++)
      await copyRow(shop, 'shift', `c.body ->> 'state' = 'open'`, { id: `open-${more}` })
    expect((await one.ask('today', { till: 'all' })).drawers).toHaveLength(13)
  })

  test('show in the morning that the drawer of another till was short the evening before', async () => {
    const { shop, one } = await twoTills()
    const hour = 3_600_000
    const evening = shopMoment(today) - 2 * hour
    const { rowCount } = await shop.admin.query(
      `UPDATE shop.current SET body = jsonb_set(body || $1, '{closed,count}', $2)
        WHERE kind = 'shift' AND key LIKE 'K02:%' AND body ->> 'state' = 'closed'`,
      [
        JSON.stringify({ openedAt: evening - 8 * hour, closedAt: evening }),
        JSON.stringify({ lines: [], counted: 0, difference: -500_000, firstCounted: null }),
      ],
    )
    expect(rowCount).toBe(1)
    const { differences, drawers } = await one.ask('today', { till: 'all' })
    expect(differences).toMatchObject([{ terminal: 'K02', amount: -500_000 }])
    expect(drawers).toHaveLength(1)
  })

  test('say for each till how many of its shifts this version of the program cannot read', async () => {
    const { shop, one } = await twoTills()
    await shop.admin.query(
      `UPDATE shop.current SET body = body || '{"state": "of a later version"}'
        WHERE kind = 'shift' AND key LIKE 'K02:%' AND body ->> 'state' = 'closed'`,
    )
    const { report: all, tills } = await report(one, 'all')
    expect(all.tables.shifts.rows).toHaveLength(2)
    expect(tills).toMatchObject([{ code: 'K01' }, { code: 'K02', unreadShifts: 1 }])
    expect(tills[0]).not.toHaveProperty('unreadShifts')
  })

  test('list both shifts that have one Z number, because a till’s journal was set back and went on', async () => {
    const { shop, one } = await twoTills()
    await copyRow(shop, 'shift', `c.body ->> 'state' = 'closed'`, { id: 'other' })
    const { report: all, tills } = await report(one, 'all')
    const { rows } = all.tables.shifts
    const names = rows.map(({ name }) => name).filter((name) => /^K02.*Z 0001/.test(name))
    expect([names.length, new Set(names).size]).toEqual([2, 1])
    expect(tills[1]).not.toHaveProperty('unreadShifts')
  })

  test('count a shift whose figures contradict each other as one that cannot be read', async () => {
    const { shop, one } = await twoTills()
    await copyRow(shop, 'shift', `c.body ->> 'state' = 'closed'`, { id: 'other', zNumber: 0 })
    expect((await report(one, 'all')).tills).toMatchObject([
      { code: 'K01' },
      { code: 'K02', unreadShifts: 1 },
    ])
  })

  test('list the shifts of all tills, and open the Z of each as it was printed', async () => {
    const { one, two } = await twoTills()
    const { rows } = (await report(one, 'all')).report.tables.shifts
    expect(rows.map(({ name }) => name.slice(0, 3)).sort()).toEqual(['K01', 'K02', 'K02'])
    const closed = rows.filter(({ name }) => name.includes('Z 0001'))
    expect(closed).toHaveLength(2)
    for (const { key, net, printed } of closed) {
      const here = await one.ask('getShiftOfReport', { shiftId: key })
      const till = here.shift.terminal === 'K01' ? one : two
      expect(here.totals).toEqual((await till.ask('getShift', { shiftId: key }))?.totals)
      expect([net, printed]).toEqual([here.totals?.net, here.totals?.net])
    }
    const running = rows.find(({ name }) => name.startsWith('K02') && !name.includes('Z'))
    const shiftId = running?.key ?? ''
    await expect(one.ask('getShiftOfReport', { shiftId })).rejects.toThrow('SHIFT_NOT_CLOSED')
    await expect(one.ask('getShiftOfReport', { shiftId: 'x' })).rejects.toThrow('NOT_FOUND')
  })

  test('are refused by name where a till sent figures that cannot be added, and the other till’s report is there', async () => {
    const { shop, one } = await twoTills()
    await shop.admin.query(
      `INSERT INTO shop.current (shop, kind, key, till, version, body)
        SELECT shop, kind, key || i, till, version, body || jsonb_build_object('key', i::text, 'amount', 1e13)
          FROM (SELECT DISTINCT ON (body ->> 'account') * FROM shop.current
            WHERE kind = 'sum' AND key LIKE 'K02:day%' ORDER BY body ->> 'account') c, generate_series(1, 1000) i`,
    )
    await expect(report(one, 'all')).rejects.toThrow('SHOP_DATABASE_REFUSED')
    expect((await report(one, 'K01')).report.totals.sales).toBe(2)
  })

  test('say of a till that is not connected until when its figures are there', async () => {
    const { shop, one, two } = await twoTills()
    expect(await report(one, 'all')).toMatchObject({
      tills: [
        { code: 'K01', isMe: true, state: 'current' },
        { code: 'K02', isMe: false, state: 'current' },
      ],
    })
    await two.stop()
    await shop.admin.query(`UPDATE shop.till SET heard_at = now() - interval '1 hour' WHERE code = 'K02'`)
    const { tills } = await report(one, 'all')
    expect(tills).toMatchObject([{ state: 'current' }, { code: 'K02', state: 'silent' }])
    await one.ask('exportReport', { ...TODAY, table: 'days', format: 'csv', till: 'all' })
  })

  test('can be read for the earliest and the latest day that a person can type', async () => {
    const { one } = await twoTills()
    const [first, last] = ['0001-01-01', '9999-12-31']
    expect((await report(one, 'all', { from: first, to: today })).report.totals.sales).toBe(5)
    for (const [from, to] of [
      [first, last],
      [first, first],
      [last, last],
    ] as const)
      expect((await report(one, 'all', { from, to })).report.totals.sales).toBe(0)
  })

  test('have nothing of another shop on the same server', async () => {
    const { shop, one, two } = await twoTills()
    await addShop(shop.admin, 'Дэлгүүр 2', 'test')
    const { till } = await open()
    await till.ask('joinShopDatabase', {
      code: await shop.newCode({ shop: 'Дэлгүүр 2' }),
      server: `localhost:${server.server().port}/${shop.name}`,
    })
    await sell(till)
    await untilSent(till)
    const { tills, report: theirs } = await report(till, 'all')
    expect([tills, theirs.totals.sales]).toMatchObject([[{ code: 'K01', isMe: true }], 1])
    expect((await report(till, 'K02')).report.totals.sales).toBe(0)
    const own =
      (await report(one, 'this')).report.totals.sales + (await report(two, 'this')).report.totals.sales
    expect((await report(one, 'all')).report.totals.sales).toBe(own)
  })

  test('are refused by name without a connection, and the own report is there', async () => {
    const shop = await practiceShop(server)
    const line = await lineTo(server.server().port)
    const { till } = await open()
    await shop.pair(till, { port: line.port })
    await sell(till)
    line.cut()
    await eventually(async () => {
      expect((await till.ask('getShopDatabase')).link.state).toBe('disconnected')
    })
    await expect(report(till, 'all')).rejects.toThrow('SHOP_DATABASE_UNREACHABLE')
    expect((await report(till, 'this')).report.totals.sales).toBe(1)
  })
})

type Found = Awaited<ReturnType<typeof found>>
const ALL_SALES = { ...NO_FILTERS, text: '', before: null, limit: 60 }

/** All pages of a search. */
async function found({ ask }: Pick<Till, 'ask'>, request: { till: string; text?: string }) {
  const rows: SaleRow[] = []
  for (let before: number | null = null; ; ) {
    const page: ReplyOf<'searchSales'> = await ask('searchSales', { ...ALL_SALES, ...request, before })
    rows.push(...page.rows)
    if (page.next === null) return { ...page, rows }
    before = page.next
  }
}
const numbers = ({ rows }: Found) => rows.map(({ till, senderInvoiceNo }) => [till, senderInvoiceNo])

describe('the history of all tills', () => {
  test('has the sales of each till once, the newest first, and those of one till alone', async () => {
    const { one, two } = await twoTills()
    const [own, theirs] = [await found(one, { till: 'this' }), await found(two, { till: 'this' })]
    const asOther = theirs.rows.map((row): SaleRow => ({ ...row, till: 'K02' }))
    const all = await found(one, { till: 'all' })
    const byTime = [...own.rows, ...asOther].sort((a, b) => b.openedAt - a.openedAt)
    expect(numbers(all)).toEqual(numbers({ ...all, rows: byTime }))
    expect(numbers(await found(one, { till: 'K02' }))).toEqual(numbers({ ...all, rows: asOther }))
    expect(all).toMatchObject({ unreached: null, unread: 0 })
  })

  test('finds a sale of another till by its number, by goods and by amount, and shows it with its events', async () => {
    const { one, two } = await twoTills()
    const [sale] = (await found(two, { till: 'this' })).rows
    if (sale === undefined) throw new Error('no sale')
    const here = (text: string) => found(one, { till: 'K02', text })
    expect(numbers(await here(sale.senderInvoiceNo))).toEqual([['K02', sale.senderInvoiceNo]])
    for (const text of [sale.goods, String(sale.total / 100), String(sale.sequence)])
      expect((await here(text)).rows.map(({ id }) => id)).toContain(sale.id)
    expect((await here('Ийм бараа байхгүй')).rows).toEqual([])
    const [seen, own] = [
      await one.ask('getSale', { saleId: sale.id }),
      await two.ask('getSale', { saleId: sale.id }),
    ]
    expect(seen.till).toBe('K02')
    expect([seen.view.sale, seen.events]).toEqual([own.view.sale, own.events])
    await expect(one.ask('planReturn', { saleId: sale.id, lines: null, way: 'cash' })).rejects.toThrow()
  })

  test('goes on page by page through many sales, also where several were opened in the same millisecond', async () => {
    const { shop, one } = await twoTills()
    await shop.admin.query(`
      INSERT INTO shop.current (shop, kind, key, till, version, body)
        SELECT c.shop, 'sale', 'sale-' || n, c.till, 1, c.body || jsonb_build_object('number', 'K02-260101-' || n || '-ABCD',
            'openedAt', 1760000000000 + n / 3, 'sale', c.body -> 'sale' || jsonb_build_object('id', 'sale-' || n,
            'openedAt', 1760000000000 + n / 3, 'sequence', n, 'senderInvoiceNo', 'K02-260101-' || n || '-ABCD'))
          FROM (SELECT c.* FROM shop.current c JOIN shop.till t ON t.id = c.till WHERE c.kind = 'sale' AND t.code = 'K02' LIMIT 1) c,
            generate_series(1001, 1451) n`)
    // Each step of a search takes as long as on a busy machine.
    const now = performance.now.bind(performance)
    let late = 0
    const slow = vi.spyOn(performance, 'now').mockImplementation(() => {
      late += 13
      return now() + late
    })
    const { rows } = await found(one, { till: 'all' }).finally(() => slow.mockRestore())
    const many = rows.filter(({ id }) => id.startsWith('sale-'))
    expect(many.length).toBe(451)
    expect(new Set(many.map(({ id }) => id)).size).toBe(451)
    expect((await found(one, { till: 'K02', text: '№1003' })).rows.map(({ id }) => id)).toEqual(['sale-1003'])
  })

  test('has both sales of one number, because a till’s journal was set back and went on, and no till takes their goods back', async () => {
    const { shop, one } = await twoTills()
    const [sale] = (await found(one, { till: 'K02' })).rows
    const number = sale?.senderInvoiceNo ?? ''
    const of = `c.key = '${sale?.id}'`
    await copyRow(shop, 'sale', of, { sale: { id: 'other', senderInvoiceNo: number } })
    await copyRow(shop, 'sale', of, { total: -1, sale: { id: 'broken' } })
    for (const text of ['', number]) {
      const { rows, unread } = await found(one, { till: 'K02', text })
      const ids = rows.filter(({ senderInvoiceNo }) => senderInvoiceNo === number).map(({ id }) => id)
      expect([ids.toSorted(), unread]).toEqual([[sale?.id, 'other'].toSorted(), 1])
    }
    await expect(one.ask('bringSale', { number })).rejects.toThrow('SHOP_SALE_TWICE')
  })

  test('has a sale once whose goods came back at another till', async () => {
    const { one, two } = await twoTills()
    const [sale] = (await found(one, { till: 'this' })).rows
    const { saleId } = await two.ask('bringSale', { number: sale?.senderInvoiceNo ?? '' })
    expect((await found(two, { till: 'this' })).rows.map(({ id }) => id)).toContain(saleId)
    for (const text of ['', sale?.senderInvoiceNo ?? '']) {
      const { rows } = await found(two, { till: 'all', text })
      const ids = rows.filter(({ senderInvoiceNo }) => senderInvoiceNo === sale?.senderInvoiceNo)
      expect(ids.map(({ id }) => id)).toEqual([sale?.id])
    }
  })

  test('has the own sales without a connection, and says why the others are missing', async () => {
    const shop = await practiceShop(server)
    const line = await lineTo(server.server().port)
    const { till } = await open()
    await shop.pair(till, { port: line.port })
    const saleId = await sell(till)
    line.cut()
    await eventually(async () => {
      expect((await till.ask('getShopDatabase')).link.state).toBe('disconnected')
    })
    expect(await found(till, { till: 'all' })).toMatchObject({
      rows: [{ id: saleId, till: null }],
      unreached: { name: 'SHOP_DATABASE_UNREACHABLE' },
    })
  })
})

test('the audit trail of all tills has the entries of each till, the newest first, page by page', async () => {
  const shop = await practiceShop(server)
  const [one, two] = [(await open()).till, (await open()).till]
  await shop.pair(one)
  await shop.pair(two)
  const { id: staffId } = await one.ask('saveStaff', { id: null, name: 'Болормаа', role: 'owner', pin: PIN })
  await eventually(async () => {
    expect((await two.ask('listStaff')).people).toHaveLength(1)
  })
  await two.ask('signIn', { staffId, pin: PIN })
  const saleId = await sell(two)
  await startReturn(two, saleId, { way: 'cash' })
  await one.ask('exportReport', { ...TODAY, table: 'days', format: 'csv' })
  await untilSent(one)
  await untilSent(two)
  const own = async (till: Till) => await till.ask('listAudit', { before: null, limit: 50 })
  const both = [
    ...(await own(one)).map((row) => ({ ...row, till: 'K01' })),
    ...(await own(two)).map((row) => ({ ...row, till: 'K02' })),
  ].sort((a, b) => b.at - a.at)
  const first = await one.ask('listAudit', { till: 'all', before: null, limit: 2 })
  const last = first.at(-1)
  const before = { till: last?.till ?? '', at: last?.at ?? 0, seq: last?.seq ?? 0 }
  const rest = await one.ask('listAudit', { till: 'all', before, limit: 50 })
  const withoutWhom = (rows: ReplyOf<'listAudit'>) => rows.map(({ whom: _, ...row }) => row)
  expect(withoutWhom([...first, ...rest])).toEqual(withoutWhom(both))
  expect(both.find(({ action }) => action === 'startReturn')?.sale?.id).toBe(saleId)
  const others = await one.ask('listAudit', { till: 'K02', before: null, limit: 50 })
  expect(new Set(others.map(({ till }) => till))).toEqual(new Set(['K02']))
  const upTo = (until: string) => one.ask('listAudit', { till: 'all', until, before: null, limit: 50 })
  expect(await upTo(TODAY.from)).toHaveLength(both.length)
  expect(await upTo(dayAfter(TODAY.from, -1))).toEqual([])
})

test('the report of a chain has the totals of each of its shops, and says how current each till’s figures are', async () => {
  const { shop, one, two } = await twoTills()
  await addShop(shop.admin, 'Салбар', 'test')
  await addShop(shop.admin, 'Бусад', 'test')
  const { till } = await open()
  await till.ask('joinShopDatabase', {
    code: await shop.newCode({ shop: 'Салбар' }),
    server: `localhost:${server.server().port}/${shop.name}`,
  })
  await sell(till)
  await untilSent(till)
  const { role, password } = await addReader(shop.admin, shop.name, ['Сургалт', 'Салбар'])
  const { host, port, ca } = server.server()
  const reader = await connectAdmin({ host, port, ca, database: shop.name, user: role, password })
  const lines: string[] = []
  await printReport(reader, { shops: [], days: TODAY }, (line) => lines.push(line))
  await printReport(reader, { shops: ['Бусад'], days: TODAY }, (line) => lines.push(line))
  await reader.end()
  const nets = [one, two, till].map(async (each) => (await report(each, 'this')).report.totals)
  const [ours, theirs, branch] = await Promise.all(nets)
  const net = (...totals: ({ net: Money } | undefined)[]) =>
    `net ${formatMoney(sumMoney(totals.map((each) => each?.net ?? NO_MONEY)))}`
  const of = (name: string) => lines[lines.findIndex((line) => line.startsWith(name)) + 1]
  expect(of('Сургалт')).toContain(net(ours, theirs))
  expect(of('Салбар')).toContain(net(branch))
  expect(of('All shops')).toContain(net(ours, theirs, branch))
  expect(lines.filter((line) => /^ {2}K0\d: as of /.test(line))).toHaveLength(3)
  const printed = (await report(one, 'all')).report.tables.shifts.rows.flatMap(({ printed }) => printed ?? [])
  expect(
    lines.flatMap((line) => /^ {2}K0\d {2}Z 0001 .* – .* (net .*)$/.exec(line)?.[1] ?? []).sort(),
  ).toEqual(printed.map((one) => net({ net: one })).sort())
  expect(printed).toHaveLength(2)
  expect(lines.at(-1)).toBe('Бусад: this login does not read this shop')
})

/** The line of all shops in the report of a chain. */
async function totalsOfChain(shop: Pick<TestDatabase, 'admin' | 'name'>): Promise<string | undefined> {
  const { role, password } = await addReader(shop.admin, `chain_${shop.name}`, ['Сургалт', 'Салбар'])
  const { host, port, ca } = server.server()
  const reader = await connectAdmin({ host, port, ca, database: shop.name, user: role, password })
  const lines: string[] = []
  await printReport(reader, { shops: [], days: TODAY }, (line) => lines.push(line))
  await reader.end()
  return lines[lines.indexOf('All shops') + 1]
}

test('the report of a chain counts the sales of a till once that goes to another of its shops, which is told to begin with an empty journal', async () => {
  const shop = await practiceShop(server)
  await addShop(shop.admin, 'Салбар', 'test')
  const { till } = await tillAtPractice({ settings: { tenders: ALL_TENDERS } })
  const port = server.server().port
  await shop.pair(till)
  await sell(till)
  await untilSent(till)
  await till.ask('leaveShopDatabase')
  await till.ask('joinShopDatabase', {
    code: await shop.newCode({ shop: 'Салбар' }),
    server: `localhost:${port}/${shop.name}`,
  })
  await expect
    .poll(async () => (await till.ask('getShopDatabase')).trouble)
    .toMatchObject({ name: 'SHOP_DATABASE_JOURNAL_OF_OTHER' })
  expect(await totalsOfChain(shop)).toContain('sales 1 ')
})

test('the report of a chain counts a till’s sales once, also if its backup was restored at a till of another shop', async () => {
  const shop = await practiceShop(server)
  await addShop(shop.admin, 'Салбар', 'test')
  const [one, two] = [await open(), await open()]
  await shop.pair(one.till)
  await sell(one.till)
  await untilSent(one.till)
  const line = await lineTo(server.server().port)
  await two.till.ask('joinShopDatabase', {
    code: await shop.newCode({ shop: 'Салбар' }),
    server: `localhost:${line.port}/${shop.name}`,
  })
  await sell(two.till)
  await untilSent(two.till)
  line.cut()
  await sell(two.till)
  const { name } = await one.till.ask('backUpNow')
  mkdirSync(join(two.folder, 'backups'), { recursive: true })
  copyFileSync(join(one.folder, 'backups', name), join(two.folder, 'backups', name))
  expect(await two.till.ask('restoreBackup', { name })).toMatchObject({ added: 1 })
  // Counts the pushes, also those that are rolled back.
  await shop.admin.query(
    `CREATE SEQUENCE public.pushes;
      CREATE FUNCTION shop.count_push() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        PERFORM nextval('public.pushes'); RETURN NULL; END $$;
      CREATE TRIGGER count_push AFTER INSERT ON shop.event FOR EACH STATEMENT EXECUTE FUNCTION shop.count_push()`,
  )
  const pushes = async () =>
    Number((await shop.admin.query('SELECT last_value FROM public.pushes')).rows[0]?.last_value)
  line.restore()
  await expect.poll(async () => (await two.till.ask('getShopDatabase')).link.state).toBe('twice') // it could not say goodbye when the backup was restored
  await two.till.ask('takeOverShopDatabase')
  await expect
    .poll(async () => (await two.till.ask('getShopDatabase')).trouble)
    .toMatchObject({ name: 'SHOP_DATABASE_JOURNAL_OF_OTHER' })
  // The waiting sale is not taken by itself, because the sums that go with it include the money of both shops.
  const begun = await pushes()
  await expect.poll(pushes).toBeGreaterThan(begun + 2)
  expect(await totalsOfChain(shop)).toContain('sales 2 ')
})
