/** Cash that is rounded to 10 or 50 ₮: at the till, on paper, in X, Z, reports and entries, and back in returns. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { RequestOf } from '../../../main/till/commands/index.ts'
import { sceneOf } from '../../../main/till/display/index.ts'
import { type CashRounding, handed } from '../../../shared/money/cash-rounding.ts'
import { moneyBackOf } from '../../../shared/sale/return.ts'
import { invoiceIdOf } from '../../support/charged-sale.ts'
import { reportNow, totalsNow } from '../../support/looks.ts'
import { ALL_TENDERS, closeShift, openTill } from '../../support/open-shift.ts'
import { allVoided, completed, returned, saleOf, untilReturn } from '../../support/returns.ts'
import { cartOf } from '../../support/round-goods.ts'
import { hire, putAtTill } from '../../support/staff.ts'
import type { Till } from '../../support/terminal.ts'
import { tillAtPrinter } from '../../support/till-at-printer.ts'
import { bridgedBy } from '../../support/whole-report.ts'

const TAXES = { unit: 'ш', category: 'Хүнс', taxProductCode: '305', classificationCode: '2349010' }
/** 1,237 ₮ apiece. */
const GOODS = { code: '37', name: 'Элсэн чихэр', price: '1237', taxKind: 'vat', cityTax: 'no', ...TAXES }

async function tillThatRounds(cashRounding: CashRounding = '10') {
  const opened = await openTill({ settings: { tenders: ALL_TENDERS, cashRounding } })
  await opened.till.ask('saveGoods', { was: null, goods: GOODS })
  return opened
}

async function paidInCash(till: Till, received: string, pieces = 1) {
  const { saleId, lines } = await cartOf(till, { [GOODS.code]: pieces })
  await till.ask('takeTender', { saleId, received })
  await till.until(saleId, 'completed')
  await till.ask('nextSale', { saleId })
  return { saleId, lineId: lines[GOODS.code] ?? '' }
}

const cashOf = async (till: Till, saleId: string) => (await saleOf(till, saleId)).tenders.at(-1)

test('what is paid in cash is rounded, and the change is counted from the rounded amount', async () => {
  const { till } = await tillThatRounds()
  const { saleId } = await paidInCash(till, '2000')
  expect(await cashOf(till, saleId)).toMatchObject({ amount: 123_700, rounding: 300, change: 76_000 })
  const { saleId: exact } = await paidInCash(till, '', 2)
  expect(await cashOf(till, exact)).toMatchObject({ amount: 247_400, rounding: -400, received: 247_000 })
  const { saleId: open } = await cartOf(till, { [GOODS.code]: 1 })
  await expect(till.ask('takeTender', { saleId: open, received: '1239' })).rejects.toThrow('CASH_TOO_LITTLE')
})

test('only the rest in cash is rounded, and neither a card nor a QR', async () => {
  const { till } = await tillThatRounds('50')
  const { saleId } = await cartOf(till, { [GOODS.code]: 1 })
  await till.ask('takeTender', { saleId, kind: 'card', received: '500' })
  await till.ask('takeTender', { saleId, received: '' })
  const { tenders } = await saleOf(till, saleId)
  expect(tenders.map(({ received, rounding = 0 }) => [received / 100, rounding / 100])).toEqual([
    [500, 0],
    [750, 13],
  ])
  await till.ask('nextSale', { saleId })
  const { saleId: other } = await cartOf(till, { [GOODS.code]: 1 })
  await till.ask('takeTender', { saleId: other, received: '200' })
  await till.ask('charge', { saleId: other })
  const shown = await till.until(other, 'awaiting-payment')
  expect(shown?.status).toMatchObject({ due: 103_700, tenders: [{ amount: 20_000 }] })
})

test('X, Z, drawer, report and entries have the rounding on a line of its own', async () => {
  const { till } = await tillThatRounds()
  await paidInCash(till, '')
  await paidInCash(till, '', 2)
  const x = await totalsNow(till)
  expect([x.net, x.tenders.cash.amount, x.bridge.rounding]).toEqual([371_100, 371_000, 100])
  expect(x.drawer.expected).toBe(5_000_000 + 371_000)
  const report = await reportNow(till)
  expect(bridgedBy(report, 'rounding')).toBe(100)
  expect(report.tables.other.rows.filter(({ amount }) => Math.abs(amount) === 100)).toEqual([])
  const days = { from: '2020-01-01', to: '2099-12-31' }
  const { path } = await till.ask('exportEntries', { ...days, by: 'day', format: 'csv' })
  expect(readFileSync(path, 'utf8')).toMatch(/,5202,Бэлний бөөрөнхийлөлт,4\.00,,/)
  const { shift } = (await till.ask('getShift', { shiftId: null })) ?? {}
  await closeShift(till)
  const z = await till.ask('getShift', { shiftId: shift?.id ?? '' })
  expect(z?.totals?.bridge.rounding).toBe(100)
})

test('returns in cash give back all that was paid and never more, however many they are', async () => {
  const { till } = await tillThatRounds()
  const { saleId, lineId } = await paidInCash(till, '', 3)
  const given: number[] = []
  for (let piece = 0; piece < 3; piece += 1) {
    const { parts } = await returned(till, saleId, { way: 'cash', lines: [{ lineId, quantity: '1' }] })
    given.push(...parts.map(({ amount, rounding = 0 }) => (amount + rounding) / 100))
  }
  expect(given).toEqual([1240, 1230, 1240]) // 3,710 was paid for 3,711
  const { bridge, drawer, net } = await totalsNow(till)
  expect([bridge.rounding, net, drawer.expected]).toEqual([0, 0, 5_000_000])
})

test('a sale from before the setting gives back exactly what was paid for it', async () => {
  const { till } = await tillThatRounds('none')
  const { saleId, lineId } = await paidInCash(till, '', 2)
  await till.ask('saveSettings', { cashRounding: '50' })
  await returned(till, saleId, { way: 'cash', lines: [{ lineId, quantity: '1' }] })
  await returned(till, saleId, { way: 'cash' })
  const { returns } = await saleOf(till, saleId)
  const given = returns.flatMap(({ parts }) => parts.map(({ amount, rounding = 0 }) => amount + rounding))
  expect(given).toEqual([125_000, 122_400])
})

test('a return is refused where the rounding was changed since its plan, because other cash was shown', async () => {
  const { till } = await tillThatRounds()
  const { saleId, lineId } = await paidInCash(till, '', 2)
  const wanted = { saleId, lines: [{ lineId, quantity: '1' }], way: 'cash' as const }
  const shown = moneyBackOf(await till.ask('planReturn', wanted))
  await till.ask('saveSettings', { cashRounding: '50' })
  await expect(till.ask('startReturn', { ...wanted, reason: 'Гэмтэлтэй', amount: shown })).rejects.toThrow(
    'AMOUNT_CHANGED',
  )
  const now = moneyBackOf(await till.ask('planReturn', wanted))
  expect([shown, now]).toEqual([124_000, 125_000])
  await till.ask('startReturn', { ...wanted, reason: 'Гэмтэлтэй', amount: now })
  expect(await untilReturn(till, saleId, completed)).toMatchObject({
    parts: [{ amount: 123_700, rounding: 1_300 }],
  })
})

test('the audit trail has the cash that was really given back', async () => {
  const { till } = await tillThatRounds()
  const { manager } = await hire(till)
  await putAtTill(till, manager)
  const { saleId, lineId } = await paidInCash(till, '', 2)
  const returnId = await bringBack(till, saleId, [{ lineId, quantity: '1' }])
  const action = { do: 'repaid', partId: '1', how: 'cash', note: '' } as const
  await till.ask('settleReturnStep', { saleId, returnId, action })
  const [row] = await till.ask('listAudit', { before: null, limit: 1 })
  expect(row).toMatchObject({ action: 'settleReturnStep', about: { step: 'repaid', amount: 124_000 } })
})

test('the receipt and the customer display say how cash was rounded', async () => {
  const { till, papers } = await tillAtPrinter({ settings: { cashRounding: '10' } })
  await till.ask('saveGoods', { was: null, goods: GOODS })
  const { saleId } = await cartOf(till, { [GOODS.code]: 1 })
  const cart = await till.view()
  expect(sceneOf(cart.counter, { ...cart.settings, testMode: true })).toMatchObject({
    sums: { total: 123_700, inCash: 124_000 },
  })
  await till.ask('takeTender', { saleId, received: '2000' })
  const { counter, settings } = await till.untilView(({ counter: now }) => now?.status.name === 'completed')
  expect(sceneOf(counter, { ...settings, testMode: true })).toMatchObject({
    total: 123_700,
    rounding: 300,
    change: 76_000,
  })
  expect(papers()[0]).toMatch(/Бөөрөнхийлөлт\s+3\s[\s\S]*Бэлнээр\s+2,000\s[\s\S]*Хариулт\s+760/)
})

test('an exchange for goods of the same price takes the cash that the return would give back, and leaves the drawer as it is', async () => {
  const { till } = await tillThatRounds()
  const { saleId } = await paidInCash(till, '')
  const before = await totalsNow(till)
  const wanted = { saleId, lines: null, way: 'cash' as const }
  const amount = moneyBackOf(await till.ask('planReturn', wanted))
  const { returnId } = await till.ask('startReturn', { ...wanted, reason: 'Солих', amount, exchange: true })
  const { saleId: intoSaleId } = await cartOf(till, { [GOODS.code]: 1 })
  await till.ask('exchangeGoods', { saleId, returnId, intoSaleId })
  await till.until(intoSaleId, 'completed')
  await untilReturn(till, saleId, completed)
  expect(await cashOf(till, intoSaleId)).toMatchObject({
    amount: 123_700,
    rounding: 300,
    received: 124_000,
    change: 0,
  })
  const after = await totalsNow(till)
  expect(after.drawer.expected).toBe(before.drawer.expected)
  expect(after.bridge.rounding).toBe(before.bridge.rounding)
})

/** Starts the return of an exchange, of all goods or of so many pieces. */
async function bringBack(till: Till, saleId: string, lines: RequestOf<'planReturn'>['lines'] = null) {
  const wanted = { saleId, lines, way: 'cash' as const }
  const amount = moneyBackOf(await till.ask('planReturn', wanted))
  const order = { ...wanted, reason: 'Солих', amount, exchange: true }
  return (await till.ask('startReturn', order)).returnId
}

/** Goods that were paid exactly, by QR, come back; their money pays for so many pieces. */
async function exchangedFor(pieces: { readonly back: number; readonly taken: number }) {
  const { till, payer } = await tillThatRounds()
  const { saleId } = await cartOf(till, { [GOODS.code]: pieces.back })
  await till.charge(saleId)
  await payer.pay({ invoice_id: await invoiceIdOf(till, saleId), type: 'P2P' })
  await till.check(saleId, 'completed', 'receipt-owed')
  await till.ask('nextSale', { saleId })
  const before = await totalsNow(till)
  const returnId = await bringBack(till, saleId)
  await untilReturn(till, saleId, allVoided)
  const { saleId: intoSaleId } = await cartOf(till, { [GOODS.code]: pieces.taken })
  await till.ask('exchangeGoods', { saleId, returnId, intoSaleId })
  await till.until(intoSaleId, 'completed')
  const after = await totalsNow(till)
  const { received = 0, rounding = 0, change = 0 } = (await cashOf(till, intoSaleId)) ?? {}
  return {
    received,
    rounding,
    change,
    moved: after.drawer.expected - before.drawer.expected,
    bridge: after.bridge,
  }
}

test('goods that were paid exactly, by QR, are exchanged for the same price without a rounding, up or down', async () => {
  const even = { rounding: 0, change: 0, moved: 0, bridge: { rounding: 0 } }
  expect(await exchangedFor({ back: 1, taken: 1 })).toMatchObject({ ...even, received: 123_700 })
  expect(await exchangedFor({ back: 2, taken: 2 })).toMatchObject({ ...even, received: 247_400 })
})

test('the change of an exchange is rounded, also where the goods were paid exactly', async () => {
  expect(await exchangedFor({ back: 2, taken: 1 })).toMatchObject({
    received: 247_400,
    rounding: -300,
    change: 124_000,
    moved: -124_000,
  })
})

test('a return whose cash rounds to nothing is over at once, also for an exchange', async () => {
  const { till } = await tillThatRounds('50')
  await till.ask('saveGoods', { was: null, goods: { ...GOODS, code: '38', price: '30' } })
  const { saleId, lines } = await cartOf(till, { 38: 3 })
  await till.takeCash(saleId)
  await till.ask('nextSale', { saleId })
  const one = [{ lineId: lines['38'] ?? '', quantity: '1' }]
  await returned(till, saleId, { way: 'cash', lines: one })
  await bringBack(till, saleId, one)
  const parts = (await saleOf(till, saleId)).returns.flatMap((back) => back.parts)
  expect(parts.map((part) => [part.step.name, handed(part)])).toEqual([
    ['repaid', 5_000],
    ['repaid', 0],
  ])
})
