/**
 * Days of mixed sales through the till's own commands, and every figure of X, Z, the reports and the list of e-receipts to
 * issue elsewhere against books that the test keeps of what it did. Taxes and prices are chosen so that they add up
 * by hand. Amounts are in tugriks here.
 */
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { type Chance, createChance } from '../../../scripts/run/hosts/chance.ts'
import type { Report } from '../../../shared/books/report.ts'
import { SALE_TENDERS, type ShiftTotals } from '../../../shared/books/shift.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { dayAfter, shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { invoiceIdOf } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { look, reportOf, totalsNow, waiting } from '../../support/looks.ts'
import { ALL_TENDERS, closeShift, openTill } from '../../support/open-shift.ts'
import { completed, settleRepayments, startReturn, untilReturn } from '../../support/returns.ts'
import { BEER, BREAD, MILK, sellsRoundGoods } from '../../support/round-goods.ts'
import type { Till } from '../../support/terminal.ts'
import { bridgedBy } from '../../support/whole-report.ts'

const DAYS = 3
const SALES_OF_A_DAY = 12
const FLOAT = 50_000
const DAY_MS = 24 * 3_600_000

/** By code: VAT, city tax and price of one piece. No price is a multiple of 10, so cash is always rounded. */
const GOODS = {
  [BREAD]: { price: 1111, vat: 101, cityTax: 0, kind: 'vat' },
  [BEER]: { price: 1232, vat: 110, cityTax: 22, kind: 'vat' },
  [MILK]: { price: 506, vat: 0, cityTax: 0, kind: 'exempt' },
  /** A box of 12 of the milk, at its own price. */
  box: { price: 5507, vat: 0, cityTax: 0, kind: 'exempt' },
  /** Goods without a product. */
  misc: { price: 1003, vat: 0, cityTax: 0, kind: 'exempt' },
} as const
type Code = keyof typeof GOODS
const CODES = [BREAD, BEER, MILK, 'box', 'misc'] as const
const BOX = '18650000000014'
/** The beer needs an age, and is sold by nobody but a manager. */
const RULE = {
  ...{ category: 'Пиво', age: 21, hours: null, weekdays: [1, 2, 3, 4, 5, 6, 7], monthDays: [], dates: [] },
}

/** What the test knows of a period. A figure that is missing is zero. */
type Book = Record<string, number>
const books = () => {
  const all: { day: string; book: Book }[] = []
  return {
    add: (day: string, what: string, amount: number) => {
      const had = all.find((one) => one.day === day) ?? all[all.push({ day, book: {} }) - 1]
      if (had) had.book[what] = (had.book[what] ?? 0) + amount
    },
    of: (day?: string): Book => {
      const sum: Book = {}
      for (const one of all.filter((one) => day === undefined || one.day === day))
        for (const [what, amount] of Object.entries(one.book)) sum[what] = (sum[what] ?? 0) + amount
      return sum
    },
  }
}

async function shopOfDays(seed: number) {
  const fast = fastClock(40)
  let ahead = shopMoment(dayAfter(shopDay(fast.now()), 1), '12:00') - fast.now() // no day ends while it sells
  const clock = { ...fast, now: () => fast.now() + ahead }
  const opened = await openTill(
    {
      clock,
      settings: {
        tenders: ALL_TENDERS,
        cashRounding: '10',
        saleRules: [RULE],
        newGoods: { ...FIRST_SETTINGS.newGoods, taxProductCode: '305', classificationCode: '2349010' },
      },
    },
    String(FLOAT),
  )
  const { till, payer } = opened
  await sellsRoundGoods(
    till,
    Object.fromEntries(Object.entries(GOODS).map(([code, { price }]) => [code, price])),
  )
  for (const code of [BEER, MILK]) {
    const { row } = await till.ask('findGoods', { code })
    if (row === null) throw new Error('no such goods')
    const { price, cityTax, ...product } = row.product
    const goods = { ...product, price: String(price / 100), cityTax: cityTax ? 'yes' : 'no' }
    const more = code === BEER ? { category: 'Пиво', codes: '' } : { codes: `${BOX}*12=${GOODS.box.price}` }
    await till.ask('saveGoods', { was: code, goods: { ...goods, ...more } })
  }
  let step = 10
  const roundTo = async (next: 10 | 50): Promise<void> => {
    await till.ask('saveSettings', { cashRounding: `${next}` })
    step = next
  }
  const nearest = (amount: number): number => Math.floor((amount + step / 2) / step) * step
  const chance = createChance(seed)
  const kept = books()
  const today = () => shopDay(clock.now())
  const note = (what: string, amount: number) => kept.add(today(), what, amount)
  const nextDay = (): void => {
    ahead += DAY_MS
  }
  let rung = 0
  // The goods take turns, so that in three days each way to pay has several of them.
  const turn = (): Code => CODES[rung++ % CODES.length] ?? BREAD
  return { till, payer, chance, kept, note, today, nextDay, turn, roundTo, nearest }
}
type Shop = Awaited<ReturnType<typeof shopOfDays>>

type Sold = {
  readonly saleId: string
  readonly lineId: string
  readonly code: Code
  readonly pieces: number
  readonly off: number
}

type Adds = (till: Till, quantity: string) => Promise<{ readonly saleId: string; readonly lineId: string }>
const product =
  (code: string): Adds =>
  (till, quantity) =>
    till.ask('addProduct', { code, quantity })
const ADDS: Readonly<Record<Code, Adds>> = {
  [BREAD]: product(BREAD),
  [MILK]: product(MILK),
  box: product(BOX),
  [BEER]: async (till, quantity) => {
    await expect(till.ask('addProduct', { code: BEER, quantity })).rejects.toThrow('AGE_UNCONFIRMED')
    await expect(till.ask('addProduct', { code: BEER, quantity, ofAge: 21 })).rejects.toThrow('SALE_BANNED')
    return till.ask('addProduct', { code: BEER, quantity, ofAge: 21, despiteBan: true })
  },
  misc: async (till, quantity) => {
    const item = { price: String(GOODS.misc.price), name: 'Цэцэг', taxKind: GOODS.misc.kind }
    const added = await till.ask('addMiscItem', item)
    await till.ask('changeLine', { ...added, quantity })
    return added
  },
}

/** One kind of goods, sometimes with a discount that leaves the taxes whole. */
async function ring({ till, chance, turn }: Shop, way: keyof typeof WAYS): Promise<Sold> {
  const code = turn()
  const pieces = (way === 'part' ? 2 : 1) + chance.below(2)
  const { saleId, lineId } = await ADDS[code](till, String(pieces))
  const off = way !== 'part' && code === BREAD && chance.happens(0.4) ? 11 : 0
  if (off > 0) await till.ask('discountLine', { saleId, lineId, discount: String(off) })
  return { saleId, lineId, code, pieces, off }
}

const priceOf = ({ code, pieces, off }: Sold): number => GOODS[code].price * pieces - off
/** A discount of 11 has 1 of VAT in it. */
const taxesOf = ({ code, pieces, off }: Sold) => ({
  vat: GOODS[code].vat * pieces - off / 11,
  cityTax: GOODS[code].cityTax * pieces,
})

const isBroughtBack = ({ chance }: Shop, { code }: Sold): boolean => code === BEER || chance.happens(0.3)

/** Goods that change hands: `sign` -1 for those that come back, whole. */
function noteGoods({ note }: Shop, sold: Sold, sign: 1 | -1): void {
  const { vat, cityTax } = taxesOf(sold)
  const of = sign === 1 ? 'sold' : 'back'
  note(`${of} times`, 1)
  note(of, priceOf(sold))
  note(`${of} ${GOODS[sold.code].kind}`, priceOf(sold))
  note('net', sign * priceOf(sold))
  note('vat', sign * vat)
  note('cityTax', sign * cityTax)
  if (sign === 1 && sold.off > 0) note('off', sold.off)
}

/** E-receipts for these goods: issued and voided by the service, or to be issued and corrected elsewhere. */
function noteReceipt({ note }: Shop, key: 'issued' | 'voided' | 'elsewhere' | 'corrected', sold: Sold): void {
  const { vat, cityTax } = taxesOf(sold)
  note(`${key} times`, 1)
  note(key, priceOf(sold))
  note(`${key} vat`, vat)
  note(`${key} cityTax`, cityTax)
}

function noteMoney({ note }: Shop, tender: (typeof SALE_TENDERS)[number], amount: number): void {
  if (amount > 0) note(`${tender} times`, 1)
  note(tender, amount)
  if (tender === 'cash') note('drawer', amount)
}

/** Cash for an amount of the price, rounded. */
function noteCash(shop: Shop, amount: number, rounded: number): void {
  noteMoney(shop, 'cash', rounded)
  shop.note('rounding', rounded - amount)
}

async function leave({ till }: Shop, saleId: string): Promise<void> {
  await till.until(saleId, 'completed')
  await till.ask('nextSale', { saleId })
}

async function pays({ till, payer }: Shop, saleId: string, type: 'P2P' | 'CARD'): Promise<void> {
  await till.charge(saleId)
  await payer.pay({ invoice_id: await invoiceIdOf(till, saleId), type })
  await till.ask('checkNow', { saleId })
}

const WAYS = {
  async cash(shop: Shop, sold: Sold) {
    const price = priceOf(sold)
    await shop.till.ask('takeTender', { saleId: sold.saleId, received: '20000' })
    await leave(shop, sold.saleId)
    noteCash(shop, price, shop.nearest(price))
    noteReceipt(shop, 'elsewhere', sold)
    noteGoods(shop, sold, 1)
    if (!isBroughtBack(shop, sold)) return
    await startReturn(shop.till, sold.saleId, { way: 'cash' })
    await untilReturn(shop.till, sold.saleId, completed)
    noteGoods(shop, sold, -1)
    noteCash(shop, -price, -shop.nearest(price))
    noteReceipt(shop, 'corrected', sold)
  },
  terminal: (shop: Shop, sold: Sold) => counter(shop, sold, 'card'),
  transfer: (shop: Shop, sold: Sold) => counter(shop, sold, 'transfer'),
  /** The goods come back for others; the customer pays the rest, or gets the difference as change. */
  async exchange(shop: Shop, sold: Sold) {
    const { till, nearest } = shop
    const price = priceOf(sold)
    await till.ask('takeTender', { saleId: sold.saleId, received: '' })
    await leave(shop, sold.saleId)
    noteCash(shop, price, nearest(price))
    noteReceipt(shop, 'elsewhere', sold)
    noteGoods(shop, sold, 1)
    const returnId = await startReturn(till, sold.saleId, { way: 'cash', exchange: true })
    const other = await ring(shop, 'exchange')
    await till.ask('exchangeGoods', { saleId: sold.saleId, returnId, intoSaleId: other.saleId })
    await untilReturn(till, sold.saleId, completed)
    const [back, due] = [nearest(price), priceOf(other)]
    noteGoods(shop, sold, -1)
    noteCash(shop, -price, -back)
    noteReceipt(shop, 'corrected', sold)
    if (back >= nearest(due)) noteCash(shop, due, nearest(due))
    else if (back >= due) noteCash(shop, due, due)
    else {
      await till.ask('takeTender', { saleId: other.saleId, received: '' })
      noteCash(shop, back, back)
      noteCash(shop, due - back, nearest(due - back))
    }
    await leave(shop, other.saleId)
    noteReceipt(shop, 'elsewhere', other)
    noteGoods(shop, other, 1)
  },
  /** A card at the bank's terminal pays 100, cash the rest. */
  async split(shop: Shop, sold: Sold) {
    const price = priceOf(sold)
    await shop.till.ask('takeTender', { saleId: sold.saleId, kind: 'card', received: '100' })
    await shop.till.ask('takeTender', { saleId: sold.saleId, received: '' })
    await leave(shop, sold.saleId)
    noteMoney(shop, 'terminal', 100)
    noteCash(shop, price - 100, shop.nearest(price - 100))
    noteGoods(shop, sold, 1)
    noteReceipt(shop, 'elsewhere', sold)
  },
  async qr(shop: Shop, sold: Sold) {
    const type = shop.chance.pick(['P2P', 'CARD'] as const)
    const [tender, price] = [type === 'CARD' ? 'card' : 'qr', priceOf(sold)] as const
    await pays(shop, sold.saleId, type)
    await leave(shop, sold.saleId)
    noteMoney(shop, tender, price)
    noteGoods(shop, sold, 1)
    noteReceipt(shop, 'issued', sold)
    if (!isBroughtBack(shop, sold)) return
    await startReturn(shop.till, sold.saleId, { way: 'cash' })
    const one = await untilReturn(
      shop.till,
      sold.saleId,
      (now) =>
        completed(now) ||
        now.parts.some((part) => part.by === 'hand' && now.voids.every(({ step }) => step.name === 'voided')),
    )
    if (!completed(one)) await settleRepayments(shop.till, sold.saleId, 'cash')
    noteGoods(shop, sold, -1)
    noteReceipt(shop, 'voided', sold)
    if (type === 'CARD') return noteMoney(shop, 'card', -price)
    shop.note('drawer', -price) // a bank transfer is repaid in cash
    shop.note('repaid', price)
  },
  /** Cash pays one piece, as it is, and a QR the others. */
  async part(shop: Shop, sold: Sold) {
    const [one, others] = [
      { ...sold, pieces: 1 },
      { ...sold, pieces: sold.pieces - 1 },
    ]
    await shop.till.ask('takeTender', { saleId: sold.saleId, received: String(priceOf(one)) })
    await pays(shop, sold.saleId, 'P2P')
    await leave(shop, sold.saleId)
    noteCash(shop, priceOf(one), priceOf(one))
    noteMoney(shop, 'qr', priceOf(others))
    noteGoods(shop, sold, 1)
    noteReceipt(shop, 'elsewhere', one)
    noteReceipt(shop, 'issued', others)
  },
  async discarded(shop: Shop, sold: Sold) {
    await shop.till.ask('discardSale', { saleId: sold.saleId })
    shop.note('carts', 1)
  },
  /** The QR is cancelled and paid afterwards; the shop gives the money back in cash. */
  async late(shop: Shop, sold: Sold) {
    const { till, payer, note } = shop
    const { saleId } = sold
    await till.charge(saleId)
    const invoice_id = await invoiceIdOf(till, saleId)
    await till.cancel(saleId)
    await payer.pay({ invoice_id })
    await look(till, saleId)
    await decide(till, await waiting(till, 'late-money'), 'repaid-cash')
    await till.ask('nextSale', { saleId })
    note('cancelled', 1)
    noteMoney(shop, 'qr', priceOf(sold))
    note('drawer', -priceOf(sold))
    note('repaid', priceOf(sold))
  },
} as const

async function counter(shop: Shop, sold: Sold, kind: 'card' | 'transfer'): Promise<void> {
  await shop.till.ask('takeTender', { saleId: sold.saleId, kind, received: '' })
  await leave(shop, sold.saleId)
  noteMoney(shop, kind === 'card' ? 'terminal' : kind, priceOf(sold))
  noteGoods(shop, sold, 1)
  noteReceipt(shop, 'elsewhere', sold)
}

const WEIGHTS = {
  cash: 4,
  exchange: 4,
  terminal: 1,
  transfer: 1,
  split: 2,
  qr: 4,
  part: 2,
  discarded: 1,
  late: 1,
} as const

async function sellOneDay(shop: Shop, chance: Chance): Promise<void> {
  const ways = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]
  for (let sale = 0; sale < SALES_OF_A_DAY; sale += 1) {
    const way = ways[sale] ?? chance.weighed(WEIGHTS)
    await WAYS[way](shop, await ring(shop, way))
  }
}

const whole = (amount: number): number => amount / 100
const figure = (book: Book, what: string): number => book[what] ?? 0

/** The figures of X and Z. */
const ofTotals = (totals: ShiftTotals): Book => {
  const { ereceipts, bridge, drawer, kinds } = totals
  const kind = (name: string) => kinds.find((one) => one.kind === name)
  const { vat = 0, cityTax = 0 } = ereceipts.elsewhereTaxes ?? {}
  return {
    'sold times': totals.sales.count,
    sold: whole(totals.sales.amount),
    'back times': totals.returns.count,
    back: whole(totals.returns.amount),
    net: whole(totals.net),
    off: whole(totals.discounts.amount),
    carts: totals.carts.count,
    cancelled: totals.cancelled.count,
    ...Object.fromEntries(
      SALE_TENDERS.flatMap((tender) => [
        [tender, whole(totals.tenders[tender].amount)],
        [`${tender} times`, totals.tenders[tender].count],
      ]),
    ),
    'sold vat': whole(kind('vat')?.amount ?? 0),
    'sold exempt': whole(kind('exempt')?.amount ?? 0),
    'back vat': whole(kind('vat')?.back ?? 0),
    'back exempt': whole(kind('exempt')?.back ?? 0),
    vat: whole(kinds.reduce((sum, one) => sum + one.vat - one.backVat, 0)),
    cityTax: whole(kinds.reduce((sum, one) => sum + one.cityTax - one.backCityTax, 0)),
    rounding: whole(0 - bridge.rounding),
    repaid: whole(bridge.repaid),
    drawer: whole(drawer.expected) - FLOAT,
    'issued times': ereceipts.issued.count,
    issued: whole(ereceipts.issued.amount),
    'voided times': ereceipts.voided.count,
    voided: whole(ereceipts.voided.amount),
    'elsewhere times': ereceipts.elsewhere.count,
    elsewhere: whole(ereceipts.elsewhere.amount),
    'corrected times': ereceipts.elsewhereBack.count,
    corrected: whole(ereceipts.elsewhereBack.amount),
    'elsewhere vat, net': whole(vat),
    'elsewhere cityTax, net': whole(cityTax),
    'issued vat, net': whole(totals.taxes.vat),
    'issued cityTax, net': whole(totals.taxes.cityTax),
  }
}

const ofReport = ({ tables, totals }: Report): Book => {
  const row = (table: keyof Report['tables'], key: string) => {
    const found = tables[table].rows.find((one) => one.key === key)
    if (!found) throw new Error(`no row ${key}`)
    return found
  }
  const kinds = tables.kinds.rows
  const [issue, back] = [row('taxes', 'to-issue-elsewhere'), row('taxes', 'elsewhere-back')]
  const [issued, voided] = [row('taxes', 'issued'), row('taxes', 'void')]
  return {
    'sold times': totals.sales,
    sold: whole(totals.amount),
    back: whole(totals.back),
    net: whole(totals.net),
    carts: row('other', 'cancelled-cart').times,
    cancelled: row('other', 'cancelled-charge').times,
    off: whole(row('other', 'discount-line').amount),
    rounding: whole(0 - bridgedBy({ tables }, 'rounding')),
    ...Object.fromEntries(SALE_TENDERS.map((tender) => [tender, whole(row('tenders', tender).net)])),
    'sold vat': whole(row('kinds', 'vat').amount),
    'sold exempt': whole(row('kinds', 'exempt').amount),
    vat: whole(kinds.reduce((sum, one) => sum + (one.vat ?? 0), 0)),
    cityTax: whole(kinds.reduce((sum, one) => sum + (one.cityTax ?? 0), 0)),
    'issued times': issued.times,
    issued: whole(issued.amount),
    'voided times': voided.times,
    voided: whole(voided.amount),
    'elsewhere times': issue.times,
    elsewhere: whole(issue.amount),
    'corrected times': back.times,
    corrected: whole(back.amount),
    'elsewhere vat, net': whole((issue.vat ?? 0) - (back.vat ?? 0)),
    'elsewhere cityTax, net': whole((issue.cityTax ?? 0) - (back.cityTax ?? 0)),
    'issued vat, net': whole((issued.vat ?? 0) - (voided.vat ?? 0)),
    'issued cityTax, net': whole((issued.cityTax ?? 0) - (voided.cityTax ?? 0)),
  }
}

/** The test's own figures under the same names. */
function own(book: Book, names: readonly string[]): Book {
  const net = (one: string, other: string, tax: string) =>
    figure(book, `${one} ${tax}`) - figure(book, `${other} ${tax}`)
  const derived: Book = {
    'elsewhere vat, net': net('elsewhere', 'corrected', 'vat'),
    'elsewhere cityTax, net': net('elsewhere', 'corrected', 'cityTax'),
    'issued vat, net': net('issued', 'voided', 'vat'),
    'issued cityTax, net': net('issued', 'voided', 'cityTax'),
    repaid: 0 - figure(book, 'repaid'),
  }
  return Object.fromEntries(names.map((name) => [name, derived[name] ?? figure(book, name)]))
}

const expectSame = (said: Book, book: Book, where: string): void =>
  expect(said, where).toEqual(own(book, Object.keys(said)))

test('X, Z, reports and the list of days of mixed sales equal the sums of what was done', async () => {
  const shop = await shopOfDays(18)
  const { till, kept, today } = shop
  const first = today()
  for (let day = 0; day < DAYS; day += 1) {
    if (day > 0) {
      shop.nextDay()
      await shop.roundTo(day === 1 ? 50 : 10)
      await till.ask('openShift', { float: String(FLOAT) })
    }
    await sellOneDay(shop, shop.chance)
    expectSame(ofTotals(await totalsNow(till)), kept.of(today()), `X of ${today()}`)
    const { shift } = (await till.ask('getShift', { shiftId: null })) ?? {}
    await closeShift(till)
    const z = await till.ask('getShift', { shiftId: shift?.id ?? '' })
    if (!z?.totals) throw new Error('no Z')
    expectSame(ofTotals(z.totals), kept.of(today()), `Z of ${today()}`)
  }
  const last = today()
  for (let day = first; day <= last; day = dayAfter(day, 1))
    expectSame(ofReport(await reportOf(till, day)), kept.of(day), `report of ${day}`)
  expectSame(ofReport(await reportOf(till, first, last)), kept.of(), 'report of all days')
  const { path } = await till.ask('exportEntries', { from: first, to: last, by: 'to-issue', format: 'csv' })
  const { data } = Papa.parse<string[]>(readFileSync(path, 'utf8').slice(1), { skipEmptyLines: true })
  const listed = (column: number) => data.slice(1).reduce((sum, row) => sum + Number(row[column]), 0)
  const all = kept.of()
  // A figure that stayed zero would be compared with nothing.
  expect(Object.entries(all).filter(([, amount]) => amount === 0)).toEqual([])
  expect([6, 7, 8].map(listed)).toEqual([
    figure(all, 'elsewhere') - figure(all, 'corrected'),
    figure(all, 'elsewhere vat') - figure(all, 'corrected vat'),
    figure(all, 'elsewhere cityTax') - figure(all, 'corrected cityTax'),
  ])
}, 60_000)
