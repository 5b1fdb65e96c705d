/**
 * Compares the history's index with a plain scan of all sales, over the sales of some months and after each change of
 * one sale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHistory } from '../../../../main/books/history/index.ts'
import { createSaleStore } from '../../../../main/sale/run/index.ts'
import type { Journal } from '../../../../main/storage/store/index.ts'
import { fillFast } from '../../../../scripts/measure/seed-history/fill-journal.ts'
import { sampleProducts } from '../../../../scripts/measure/seed-history/seed-history.ts'
import { yearOf } from '../../../../scripts/measure/seed-history/shop-year.ts'
import { NO_FILTERS, type SaleRow } from '../../../../shared/books/history.ts'
import { money } from '../../../../shared/money/money.ts'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { statusOf, totalOf } from '../../../../shared/sale/status.ts'
import { shopMoment } from '../../../../shared/shop/shop-day.ts'
import { EVERY_SALE } from '../../../support/every-sale.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { bread, invoice, lineOf, opened, paidBy } from '../../../support/sample-sale.ts'
import { journalAt, newFile } from '../../storage/journal/till-journal.ts'
import { filled } from '../reports/books.ts'

const UNTIL = shopMoment('2026-11-21')

type Filled = { readonly bytes: Buffer; readonly ids: readonly string[] }

async function fill(days: number): Promise<Filled> {
  const file = newFile()
  const stories = [...yearOf({ sales: 300, days, seed: 7, until: UNTIL, products: await sampleProducts() })]
  fillFast(file, stories)
  return { bytes: readFileSync(file), ids: stories.map(({ id }) => id) }
}

const fillings: Record<number, Promise<Filled>> = {}

/** A journal with the sales of so many days. It is filled once for all tests, and each gets a copy. */
async function shop(days = 20) {
  fillings[days] ??= fill(days)
  const { bytes, ids } = await fillings[days]
  const file = newFile()
  writeFileSync(file, bytes)
  const journal = journalAt(file)
  return { journal, all: ids.map((id) => saleOf(journal, id)), ...searching(journal) }
}

function saleOf(journal: Journal, id: string): Sale {
  const sale = journal.sales.byId(id)
  if (sale === null) throw new Error(`no sale ${id}`)
  return sale
}

function searching(journal: Journal) {
  const history = createHistory({ finder: journal.search, clock: { now: () => UNTIL } })
  const search = (over: Partial<typeof EVERY_SALE & Record<string, unknown>>) =>
    history.search({ ...EVERY_SALE, ...over } as Parameters<typeof history.search>[0])
  /** The rows of all pages. */
  const found = (over: Parameters<typeof search>[0]): readonly SaleRow[] => {
    const rows: SaleRow[] = []
    for (let before: number | null = null; ; ) {
      const page = search({ ...over, before: before as never, limit: 7 })
      rows.push(...page.rows)
      if (page.next === null) return rows
      before = page.next
    }
  }
  return { search, found }
}

const ids = (sales: readonly { readonly id: string }[]): readonly string[] => sales.map(({ id }) => id).sort()

test('all pages together have every sale once, newest first', async () => {
  const { all, found, search } = await shop()
  const rows = found({})
  expect(ids(rows)).toEqual(ids(all))
  expect(rows.map(({ openedAt }) => openedAt)).toEqual(
    rows.map(({ openedAt }) => openedAt).sort((one, other) => other - one),
  )
  clockThatAdvances(0)
  expect(search({}).count).toMatchObject({ known: all.length, more: false })
})

/** The clock of the time limit, advanced by so many ms each time it is read. */
function clockThatAdvances(ms: number): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += ms))
  onTestFinished(() => void vi.restoreAllMocks())
}

test('a search that stops after each step finds every sale once, newest first, and says that there may be more', async () => {
  const { all, found, search } = await shop()
  const cases: Parameters<typeof found>[0][] = [
    {},
    { standing: 'sold' as never, tender: 'cash' as never },
    { text: '1000-20000', to: '2026-11-15' as never },
    { text: 'талх' },
  ]
  const atOnce = cases.map((filters) => found(filters).map(({ id }) => id))
  clockThatAdvances(100)
  const inSteps = cases.map((filters) => found(filters).map(({ id }) => id))
  expect(inSteps).toEqual(atOnce)
  const { rows, next, count } = search({})
  expect(rows.length).toBeLessThan(all.length)
  expect(next).toBe(rows.at(-1)?.place)
  expect(count?.more).toBe(true)
  expect(count?.known).toBeLessThan(all.length)
})

test('filters, alone and combined, find what a scan of all sales finds', async () => {
  const { all, found } = await shop()
  const isSold = ({ soldAt }: Sale) => soldAt !== null
  const byCash = ({ tenders }: Sale) =>
    tenders.some(({ kind, returnedAt }) => kind === 'cash' && returnedAt === null)
  const total = ({ lines }: Sale) => totalOf(lines)
  const [popular] = all[0]?.lines ?? []
  const code = popular?.product.code ?? ''
  const cases: readonly [Parameters<typeof found>[0], (sale: Sale) => boolean][] = [
    [{ standing: 'sold' as never }, isSold],
    [{ standing: 'cancelled' as never }, (sale) => statusOf(sale).name === 'cancelled'],
    [{ standing: 'owed' as never }, (sale) => statusOf(sale).name === 'receipt-owed'],
    [{ tender: 'cash' as never }, byCash],
    [{ product: code as never }, ({ lines }) => lines.some(({ product }) => product.code === code)],
    [{ text: '3000-9000' }, (sale) => total(sale) >= 300_000 && total(sale) <= 900_000],
    [
      { from: '2026-11-10' as never, to: '2026-11-12' as never },
      ({ day }) => day >= '2026-11-10' && day <= '2026-11-12',
    ],
    [
      { standing: 'sold' as never, tender: 'cash' as never, text: '1000-20000', to: '2026-11-15' as never },
      (sale) =>
        isSold(sale) &&
        byCash(sale) &&
        total(sale) >= 100_000 &&
        total(sale) <= 2_000_000 &&
        sale.day <= '2026-11-15',
    ],
  ]
  for (const [filters, fits] of cases) expect(ids(found(filters))).toEqual(ids(all.filter(fits)))
})

test('a sale is found by each of its numbers, in full or by the beginning, in upper and lower case', async () => {
  const { all, found } = await shop()
  const sale = all.findLast((one) => statusOf(one).name === 'completed' && one.ereceipts.length > 0)
  if (!sale) throw new Error('no such sale')
  const [ereceipt] = sale.ereceipts
  if (ereceipt?.step !== 'issued') throw new Error('no e-receipt')
  const numbers = [
    sale.senderInvoiceNo,
    sale.senderInvoiceNo.toLowerCase().slice(0, 15),
    ereceipt.printedId,
    ereceipt.printedId.slice(0, 20),
    ereceipt.paymentId,
    sale.invoices[0]?.invoice?.invoiceId ?? '',
  ]
  for (const text of numbers) expect(ids(found({ text }))).toContain(sale.id)
  expect(ids(found({ text: `${sale.sequence} ${sale.day}` }))).toContain(sale.id)
  expect(found({ text: ereceipt.printedId })).toHaveLength(1)
})

test('goods are found by name in either alphabet, and one of them can be chosen as a filter', async () => {
  const { all, found, search } = await shop()
  const withBread = all.filter(({ lines }) => lines.some(({ product }) => /талх/iu.test(product.name)))
  expect(ids(found({ text: 'талх' }))).toEqual(ids(withBread))
  expect(ids(found({ text: 'talh' }))).toEqual(ids(withBread))
  expect(search({ text: 'талх' }).goods.every(({ name }) => /талх/iu.test(name))).toBe(true)
  expect(found({ text: 'ийм бараа байхгүй' })).toEqual([])
})

test('all sales of a day are found by what their numbers begin with', async () => {
  const { all, found, search } = await shop(5)
  const [first] = all
  const beginning = first?.senderInvoiceNo.slice(0, 'K01-yymmdd'.length) ?? ''
  const ofDay = all.filter(({ senderInvoiceNo }) => senderInvoiceNo.startsWith(beginning))
  expect(ofDay.length).toBeGreaterThan(40)
  expect(ids(found({ text: beginning }))).toEqual(ids(ofDay))
  expect(search({ text: beginning }).fitsMore).toBe(false)
})

test('a search says when its text fits more numbers than it looks for, and finds the newest of them', async () => {
  const { all, found, search } = await shop()
  const beginning = all[0]?.senderInvoiceNo.slice(0, 'K01-yy'.length) ?? ''
  expect(search({ text: beginning }).fitsMore).toBe(true)
  const places = all.map(({ id }) => id)
  expect(found({ text: beginning }).map(({ id }) => id)).toContain(places.at(-1))
})

test('a search says when its word fits more goods than it looks for', () => {
  const journal = journalAt()
  const { search } = searching(journal)
  const goods = Array.from({ length: 41 }, (_, at) => ({ ...bread, code: `${100 + at}`, name: `Сүү ${at}` }))
  const lines = goods.map((product): SaleEvent => ({ kind: 'line-added', line: lineOf(product) }))
  const happens = happening(journal)
  happens(opened, ...lines.slice(0, 40))
  expect(search({ text: 'сүү' }).fitsMore).toBe(false)
  happens(...lines.slice(40))
  expect(search({ text: 'сүү' }).fitsMore).toBe(true)
  expect(search({ text: 'сүү 40' }).fitsMore).toBe(false)
})

test('the filter by cashier has the name of every cashier, also of more than 200', () => {
  const journal = journalAt()
  const store = createSaleStore({ journal, clock: handClock(UNTIL) })
  const names = Array.from({ length: 230 }, (_, at) => `Кассчин ${String(at).padStart(3, '0')}`)
  for (const [at, name] of names.entries()) {
    const cashier = { id: `person-${at}`, name, role: 'cashier' }
    const its = { sequence: at + 1, senderInvoiceNo: `K01-261120-${at}-TEST`, cashier }
    store.append(`sale-${at}`, [Object.assign({}, opened, its)])
  }
  expect(journal.search.cashierNames()).toEqual(names)
})

/** Commits to one sale, one change at a time. */
const happening = (journal: Journal) => {
  const store = createSaleStore({ journal, clock: handClock(UNTIL) })
  return (...events: SaleEvent[]): void => void store.append('sale-1', events)
}

test('a sale is found by its present state and not by an earlier one', () => {
  const journal = journalAt()
  const { found } = searching(journal)
  const happens = happening(journal)
  const standing = () =>
    ['open', 'waiting', 'sold', 'owed', 'cancelled', 'late'].filter(
      (one) => found({ standing: one as never }).length > 0,
    )
  happens(opened, { kind: 'line-added', line: lineOf(bread) })
  expect(standing()).toEqual(['open'])
  expect(found({ product: bread.code as never })).toHaveLength(1)
  const total = totalOf(saleOf(journal, 'sale-1').lines)
  happens({ kind: 'invoice-requested', total, due: total, attempt: 1 })
  happens({ kind: 'invoice-created', no: 1, invoice, found: 'answer' })
  expect(standing()).toEqual(['waiting'])
  happens({ kind: 'cancel-requested', no: 1 }, { kind: 'invoice-cancelled', no: 1, monitorUntil: UNTIL + 5 })
  expect(standing()).toEqual(['cancelled'])
  expect(found({ tender: 'qr' as never })).toHaveLength(0)
  happens({ kind: 'payments-seen', no: 1, payments: [paidBy(2500)] })
  expect(standing()).toEqual(['late'])
  expect(found({ tender: 'qr' as never })).toHaveLength(1)
  expect(found({ text: 'pay-1' })).toHaveLength(1)
})

test('a sale is not found by a removed line', () => {
  const journal = journalAt()
  const { found } = searching(journal)
  const line = lineOf(bread)
  const happens = happening(journal)
  happens(opened, { kind: 'line-added', line })
  happens({ kind: 'line-removed', lineId: line.id })
  expect(found({ text: 'талх' })).toEqual([])
  expect(found({ text: '2500₮' })).toEqual([])
  expect(found(NO_FILTERS as never)).toHaveLength(1)
})

test('cash that was given back before the customer paid by transfer is not found under cash', () => {
  const journal = journalAt()
  const { found } = searching(journal)
  const amount = bread.price
  const taken = (id: string, kind: 'cash' | 'transfer'): SaleEvent => ({
    kind: 'tender-taken',
    tender: { id, kind, amount, received: amount, change: money(0), reference: '' },
  })
  happening(journal)(
    opened,
    { kind: 'line-added', line: lineOf(bread) },
    taken('t1', 'cash'),
    { kind: 'tender-returned', tenderId: 't1' },
    taken('t2', 'transfer'),
    { kind: 'paid', payments: [], counted: [], receiptsDue: [] },
  )
  const ways = ['cash', 'transfer', 'split'].map((tender) => found({ tender: tender as never }).length)
  expect(ways).toEqual([0, 1, 0])
})

test('“returned” finds the sales of which goods came back, and no sale whose return is open; the sum is that of all sold', async () => {
  const { journal, ids: all } = await filled({ sales: 60, days: 5, seed: 3 })
  onTestFinished(() => journal.close())
  const { found, search } = searching(journal)
  const sales = all.map((id) => saleOf(journal, id))
  const cameBack = sales.filter(({ returns }) => returns.some(({ state }) => state === 'completed'))
  expect(sales.filter(({ returns }) => returns.length > 0).length).toBeGreaterThan(cameBack.length)
  expect(ids(found({ standing: 'returned' as never }))).toEqual(ids(cameBack))
  const sold = sales.filter(({ soldAt }) => soldAt !== null)
  const sum = sold.reduce((so, { lines }) => so + totalOf(lines), 0)
  expect(search({}).count).toEqual({ known: all.length, more: false, sold: sum })
  expect(search({ standing: 'cancelled' as never }).count?.sold).toBe(0)
})
