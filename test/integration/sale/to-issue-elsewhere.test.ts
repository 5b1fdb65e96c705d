/**
 * What the service issues no e-receipt for, in X, Z, the reports and the list for the accountant, against sums that
 * the test makes by hand. Amounts are in tugriks here.
 */
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { PracticeControl } from '../../../scripts/run/practice/index.ts'
import type { ShiftTotals } from '../../../shared/books/shift.ts'
import { decide } from '../../support/attention.ts'
import { invoiceIdOf } from '../../support/charged-sale.ts'
import { reportNow, totalsNow, waiting } from '../../support/looks.ts'
import { closeShift, nextShift, openTill } from '../../support/open-shift.ts'
import { completed, settleRepayments, startReturn, untilReturn } from '../../support/returns.ts'
import { BEER, BREAD, cartOf, MILK, sellsRoundGoods } from '../../support/round-goods.ts'
import type { Till } from '../../support/terminal.ts'

type Goods = Parameters<typeof cartOf>[1]

async function counterSale(till: Till, kind: 'cash' | 'card' | 'transfer', goods: Goods, off = '') {
  const cart = await cartOf(till, goods)
  const { saleId, lines } = cart
  if (off !== '') await till.ask('discountLine', { saleId, lineId: lines[MILK] ?? '', discount: off })
  await till.ask('takeTender', { saleId, kind, received: '' })
  await till.until(saleId, 'completed')
  await till.ask('nextSale', { saleId })
  return cart
}

async function qrSale(till: Till, payer: PracticeControl, goods: Goods, cash = '') {
  const cart = await cartOf(till, goods)
  const { saleId } = cart
  if (cash !== '') await till.ask('takeTender', { saleId, received: cash })
  await till.charge(saleId)
  await payer.pay({ invoice_id: await invoiceIdOf(till, saleId) })
  await till.check(saleId, 'completed', 'receipt-owed')
  await till.ask('nextSale', { saleId })
  return cart
}

async function bringsBack(till: Till, saleId: string, way: 'cash' | 'card', lines: Goods | null = null) {
  const wanted = lines && Object.entries(lines).map(([lineId, many]) => ({ lineId, quantity: String(many) }))
  await startReturn(till, saleId, { way, ...(wanted ? { lines: wanted } : {}) })
  const open = await untilReturn(till, saleId, (one) => completed(one) || one.voids.every(voided))
  if (!completed(open)) await settleRepayments(till, saleId, way as 'cash')
}
const voided = ({ step }: { readonly step: { readonly name: string } }): boolean => step.name === 'voided'

/** The figures of X or Z in tugriks: times and amounts of the three rows, and the taxes of their net. */
function toIssue({ ereceipts }: Pick<ShiftTotals, 'ereceipts'>) {
  const { elsewhere, elsewhereLater: later, elsewhereBack: back, elsewhereTaxes: taxes } = ereceipts
  const of = ({ count, amount }: typeof elsewhere) => [count, amount / 100]
  const { vat = 0, cityTax = 0 } = taxes ?? {}
  return { sold: of(elsewhere), later: of(later), back: of(back), vat: vat / 100, cityTax: cityTax / 100 }
}

async function listed(till: Till, format: 'csv' | 'xlsx' = 'csv') {
  const days = { from: '2020-01-01', to: '2099-12-31' }
  const { path } = await till.ask('exportEntries', { ...days, by: 'to-issue', format })
  return path
}

async function mixedDay() {
  const { till, payer } = await openTill()
  await sellsRoundGoods(till)
  const part = await counterSale(till, 'cash', { [BREAD]: 3, [BEER]: 1 })
  await bringsBack(till, part.saleId, 'cash', { [part.lines[BREAD] ?? '']: 1 })
  await qrSale(till, payer, { [BEER]: 4 }, '1120')
  const whole = await qrSale(till, payer, { [BREAD]: 2 })
  await bringsBack(till, whole.saleId, 'cash')
  const milk = await counterSale(till, 'transfer', { [MILK]: 2 }, '500')
  const gone = await counterSale(till, 'card', { [BEER]: 1 })
  await bringsBack(till, gone.saleId, 'card')
  const refused = { effect: 'answer', status: 400, json: { error_code: 'NOT_TODAY' }, rate: 1 } as const
  await payer.faults([{ method: 'POST', path: '/v2/ebarimt_v3/create', ...refused }])
  await qrSale(till, payer, { [BREAD]: 1 })
  await payer.faults(null)
  expect(toIssue(await totalsNow(till))).toMatchObject({ later: [0, 0] })
  await decide(till, await waiting(till, 'ereceipt-refused'), 'seen')
  return { till, milk }
}

/** Sold at the counter 4,420 + 1,120 of the split sale + 500 + 1,120; given up 1,100; back 1,100 + 1,120. */
const BY_HAND = { sold: [4, 7160], later: [1, 1100], back: [2, 2220], vat: 500, cityTax: 40 }

test('X has the goods and taxes of each kind, what came back of them, discounts, and the taxes of valid e-receipts', async () => {
  const { till } = await mixedDay()
  const sold = { amount: 1_332_000, vat: 120_000, cityTax: 12_000 }
  expect(await totalsNow(till)).toMatchObject({
    ...{ sales: { count: 6, amount: 1_382_000 }, returns: { count: 3, amount: 442_000 } },
    ...{ discounts: { count: 1, amount: 50_000 }, taxes: { vat: 30_000, cityTax: 6_000 } },
    kinds: [
      { kind: 'vat', ...sold, back: 442_000, backVat: 40_000, backCityTax: 2_000 },
      { kind: 'exempt', amount: 50_000, vat: 0, cityTax: 0, back: 0, backVat: 0 },
    ],
  })
})

test('X, Z and the reports say what is to be issued elsewhere, with its taxes and less what came back', async () => {
  const { till } = await mixedDay()
  expect(toIssue(await totalsNow(till))).toEqual(BY_HAND)
  const { tables } = await reportNow(till)
  const row = (key: string) => {
    const { times, amount, vat, cityTax } = tables.taxes.rows.find((one) => one.key === key) ?? {}
    return [times, (amount ?? 0) / 100, (vat ?? 0) / 100, (cityTax ?? 0) / 100]
  }
  expect([row('to-issue-elsewhere'), row('elsewhere-back')]).toEqual([
    [5, 8260, 700, 60],
    [2, 2220, 200, 20],
  ])
  expect(tables.elsewhere.rows.filter(({ times }) => times > 0)).toMatchObject([
    { times: 5, amount: 826_000, back: 222_000, net: 604_000, vat: 50_000, cityTax: 4_000 },
  ])
  const { shift } = (await till.ask('getShift', { shiftId: null })) ?? {}
  await closeShift(till)
  const z = await till.ask('getShift', { shiftId: shift?.id ?? '' })
  expect(z?.totals && toIssue(z.totals)).toEqual(BY_HAND)
})

test('goods that come back in a later shift are corrected there, and the Z stays as it was printed', async () => {
  const { till, milk } = await mixedDay()
  const { shift } = (await till.ask('getShift', { shiftId: null })) ?? {}
  await nextShift(till)
  await bringsBack(till, milk.saleId, 'cash')
  expect(toIssue(await totalsNow(till))).toEqual({
    ...{ sold: [0, 0], later: [0, 0], back: [1, 500] },
    ...{ vat: 0, cityTax: 0 },
  })
  const z = await till.ask('getShift', { shiftId: shift?.id ?? '' })
  expect(z?.totals && toIssue(z.totals)).toEqual(BY_HAND)
})

test('the list names each sale with its amount and taxes, and adds up to the same', async () => {
  const { till } = await mixedDay()
  const text = readFileSync(await listed(till), 'utf8')
  const [head, ...rows] = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data
  expect(head?.slice(2)).toEqual([
    ...['Баримт', 'Дугаар', 'Байгууллага', 'Гүйлгээний утга', 'Дүн', 'Үүний НӨАТ', 'Үүний НХАТ'],
  ])
  expect(rows.map((cells) => [cells[2], cells[5], ...cells.slice(6).map(Number)])).toEqual([
    ['K01 0001', 'Гаргах', 4420, 400, 20],
    ['K01 0001', 'Засах: буцаалт', -1100, -100, 0],
    ['K01 0002', 'Гаргах', 1120, 100, 20],
    ['K01 0004', 'Гаргах', 500, 0, 0],
    ['K01 0005', 'Гаргах', 1120, 100, 20],
    ['K01 0005', 'Засах: буцаалт', -1120, -100, -20],
    ['K01 0006', 'Гаргах, өмнө борлуулсан', 1100, 100, 0],
  ])
  expect(await listed(till, 'xlsx')).toContain('.xlsx')
  const onScreen = await till.ask('listToIssue', { day: rows[0]?.[0] ?? '' })
  expect(onScreen.rows.map((row) => [row.senderInvoiceNo, row.amount, row.vat, row.cityTax])).toEqual(
    rows.map((cells) => [cells[3], ...cells.slice(6).map((figure) => Number(figure) * 100)]),
  )
  expect(onScreen.all).toBe(rows.length)
})
