/**
 * X, Z, reports, drawer and history show the same money on the day on which it moved. Uses the real terminal and the
 * service over real HTTP.
 */
import { describe, expect, test } from 'vitest'
import type { PracticeControl } from '../../../scripts/run/practice/index.ts'
import type { ReportTable } from '../../../shared/books/report.ts'
import { SALE_TENDERS } from '../../../shared/books/shift.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, paymentOf, rungUp } from '../../support/charged-sale.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import {
  look,
  paymentsOf,
  refundedElsewhere,
  reportNow,
  reportOf,
  tillAtPractice,
  totalsNow,
  waiting,
} from '../../support/looks.ts'
import { ALL_TENDERS, closeShift, openTill } from '../../support/open-shift.ts'
import {
  allVoided,
  cashSale,
  completed,
  paidSale,
  returned,
  returnOf,
  startReturn,
  untilReturn,
} from '../../support/returns.ts'
import { hire } from '../../support/staff.ts'
import type { Till } from '../../support/terminal.ts'
import { rowOf as rowIn } from '../../support/whole-report.ts'

const rowOf = async (till: Till, table: ReportTable, key: string) => rowIn(await reportNow(till), table, key)

describe('e-receipts', () => {
  test('that were voided are not owed any more, and issued and voided ones are counted apart', async () => {
    const { till, payer } = await openTill()
    const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
    const issued = await totalsNow(till)
    expect(issued.ereceipts).toMatchObject({ issued: { count: 1, amount: total }, voided: { count: 0 } })
    expect(issued.taxes.vat).toBeGreaterThan(0)
    await returned(till, saleId)
    const after = await totalsNow(till)
    expect(after.ereceipts).toMatchObject({
      issued: { count: 1, amount: total },
      voided: { count: 1, amount: total },
      owed: { count: 0 },
    })
    expect(after.taxes).toEqual({ vat: 0, cityTax: 0 })
    const [there, gone] = [await rowOf(till, 'taxes', 'issued'), await rowOf(till, 'taxes', 'void')]
    expect([there.times, there.vat, gone.times, gone.vat]).toEqual([1, issued.taxes.vat, 1, issued.taxes.vat])
  })

  test('for counter payments are listed as to be issued elsewhere, with their taxes', async () => {
    const { till } = await openTill()
    const { total } = await cashSale(till)
    const { ereceipts, kinds } = await totalsNow(till)
    expect(ereceipts.elsewhere).toEqual({ count: 1, amount: total })
    expect(kinds).toMatchObject([{ kind: 'vat', amount: total, vat: Math.round(total / 11) }])
    expect(await rowOf(till, 'taxes', 'to-issue-elsewhere')).toMatchObject({
      times: 1,
      amount: total,
      vat: Math.round(total / 11),
    })
  })
})

test('a return that is repaid in two ways counts as one return', async () => {
  const { till, payer } = await openTill()
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P', first: 1000 })
  await returned(till, saleId, { way: 'cash' }, allVoided)
  const { id: returnId, parts } = await returnOf(till, saleId)
  const ways = ['cash', 'transfer'] as const
  for (const [index, { id: partId }] of parts.entries())
    await till.ask('settleReturnStep', {
      saleId,
      returnId,
      action: { do: 'repaid', partId, how: ways[index] ?? 'cash', note: '' },
    })
  await untilReturn(till, saleId, completed)
  const { returns, net, back } = await totalsNow(till)
  expect({ returns, net }).toEqual({ returns: { count: 1, amount: total }, net: 0 })
  expect(back.cash.amount + back.transfer.amount).toBe(total)
  expect((await reportNow(till)).totals).toMatchObject({ back: total, net: 0 })
})

describe('a shop that sells only with an open shift', () => {
  const REQUIRED = {
    tenders: ALL_TENDERS,
    shifts: { ...FIRST_SETTINGS.shifts, selling: 'required' },
  } as const

  test('takes goods back and pays money out only with an open shift', async () => {
    const { till, payer } = await openTill({ settings: REQUIRED })
    const { saleId } = await cashSale(till)
    const { saleId: other, invoice } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.check(other, 'completed')
    await payer.settle({ payment_id: await paymentOf(payer, invoice.invoiceId), status: 'REFUNDED' })
    await look(till, other)
    const item = await waiting(till, 'refunded-elsewhere')
    await closeShift(till)
    await expect(startReturn(till, saleId)).rejects.toThrow('SHIFT_NOT_OPEN')
    await expect(decide(till, item, 'collected-again')).rejects.toThrow('SHIFT_NOT_OPEN')
    await expect(decide(till, item, 'goods-returned')).rejects.toThrow('SHIFT_NOT_OPEN')
    await till.ask('openShift', { float: '50000' })
    await startReturn(till, saleId)
    expect(await totalsNow(till)).toMatchObject({ returns: { count: 1 } })
  })
})

test('sales without a shift are in the list of shifts and in the next Z', async () => {
  const { till, payer } = await tillAtPractice({ settings: { tenders: ALL_TENDERS } })
  const { total } = await cashSale(till)
  const { total: other } = await paidSale(till, payer, { type: 'P2P' })
  await till.ask('openShift', { float: '' })
  const { before, sales } = await totalsNow(till)
  expect(sales.count).toBe(0)
  expect(before).toMatchObject({
    sales: { count: 2, amount: total + other },
    tenders: { cash: { count: 1, amount: total }, qr: { count: 1, amount: other } },
  })
  expect((await till.ask('listShifts', { most: 60, also: null })).shiftless).toMatchObject([
    { sales: { count: 2, amount: total + other }, cash: total, others: other },
  ])
  await closeShift(till)
  await till.ask('openShift', { float: '' })
  expect((await totalsNow(till)).before).toBeNull()
})

test('a repayment in cash is refused when the drawer has too little, as a cash-out is', async () => {
  const { till, payer } = await openTill({}, '')
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  await returned(till, saleId, { way: 'cash' }, allVoided)
  const { id: returnId, parts } = await returnOf(till, saleId)
  const repay = (how: 'cash' | 'transfer') =>
    till.ask('settleReturnStep', {
      saleId,
      returnId,
      action: { do: 'repaid', partId: parts[0]?.id ?? '', how, note: '' },
    })
  await expect(repay('cash')).rejects.toThrow('DRAWER_TOO_LITTLE')
  await till.ask('moveCash', { way: 'in', amount: String(total / 100), reason: 'Солих' })
  await repay('cash')
  await untilReturn(till, saleId, completed)
  expect((await totalsNow(till)).drawer).toMatchObject({
    expected: 0,
    refunded: { count: 1, amount: total },
  })
})

describe('a past day', () => {
  const DAY = 24 * 3_600_000

  test('keeps its cancelled charge; late money counts on the day on which it came, until it is settled', async () => {
    const clock = handClock()
    const { till, payer } = await openTill({ clock })
    const first = shopDay(clock.now())
    const { saleId, total, invoice } = await chargedSale(till)
    await till.cancel(saleId)
    const told = (await reportOf(till, first)).tables
    expect(cancelledIn(told.other.rows)).toBe(1)
    clock.advance(DAY)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await look(till, saleId)
    await expect.poll(async () => (await paymentsOf(till, saleId)).length).toBe(1)
    expect((await reportOf(till, first)).tables).toEqual(told)
    expect(await totalsNow(till)).toMatchObject({
      bridge: { late: -total },
      tenders: { qr: { amount: total } },
      net: 0,
    })
    await decide(till, await waiting(till, 'late-money'), 'repaid-transfer')
    const { bridge, settled, tenders } = await totalsNow(till)
    expect([bridge.late, bridge.repaid, settled['repaid-transfer'], tenders.qr.amount]).toEqual([
      0,
      -total,
      { count: 1, amount: total },
      total,
    ])
  })

  test('keeps its money; a surplus on the next day counts on that day and is owed until it is settled', async () => {
    const clock = handClock()
    const { till, payer } = await openTill({ clock })
    const first = shopDay(clock.now())
    const { saleId, invoice } = await chargedSale(till)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.check(saleId, 'completed')
    const told = (await reportOf(till, first)).tables
    clock.advance(DAY)
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
    await look(till, saleId)
    await waiting(till, 'surplus')
    expect((await reportOf(till, first)).tables).toEqual(told)
    const next = (await reportOf(till, shopDay(clock.now()))).tables
    expect(next.tenders.rows.find(({ key }) => key === 'qr')).toMatchObject({ times: 1, amount: 50_000 })
    const surplus = { times: 1, amount: 50_000 }
    expect(next.other.rows.find(({ key }) => key === 'surplus')).toMatchObject(surplus)
    clock.advance(DAY)
    const owed = (await reportOf(till, shopDay(clock.now()))).tables.other.rows
    expect(owed.find(({ key }) => key === 'surplus')).toMatchObject(surplus)
    await decide(till, await waiting(till, 'surplus'), 'kept')
    const settled = (await reportOf(till, shopDay(clock.now()))).tables.other.rows
    expect(settled.find(({ key }) => key === 'surplus')).toMatchObject({ times: 0, amount: 0 })
    expect(await totalsNow(till)).toMatchObject({ bridge: { surplus: 0, kept: -50_000 } })
  })
})

const cancelledIn = (rows: readonly { readonly key: string; readonly times: number }[]): number =>
  rows.find(({ key }) => key === 'cancelled-charge')?.times ?? 0

/** A sale whose payment was refunded elsewhere, after the terminal has seen it. */
async function refundedSale(till: Till, payer: PracticeControl): Promise<{ readonly total: number }> {
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  await refundedElsewhere({ till, payer }, saleId)
  return { total }
}

/** A sale that is paid with ₮700 too much. */
async function overpaidSale(till: Till, payer: PracticeControl): Promise<{ saleId: string; total: number }> {
  const { saleId, total, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 700 })
  await till.check(saleId, 'completed')
  await look(till, saleId)
  return { saleId, total }
}

test('money that was refunded elsewhere is the same in X and report', async () => {
  const { till, payer } = await openTill()
  const { total } = await refundedSale(till, payer)
  await waiting(till, 'refunded-elsewhere')
  expect(await totalsNow(till)).toMatchObject({
    elsewhere: { count: 1, amount: total },
    bridge: { short: total },
    net: total,
  })
  expect(await rowOf(till, 'other', 'back-elsewhere')).toMatchObject({ times: 1, amount: total })
  expect(await rowOf(till, 'tenders', 'qr')).toMatchObject({ amount: total, back: total, net: 0 })
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
  expect(await totalsNow(till)).toMatchObject({ bridge: { short: 0 }, returns: { amount: total }, net: 0 })
  expect((await reportNow(till)).totals).toMatchObject({ back: total, net: 0 })
})

test('tenders plus bridge equal the net in X and report, whatever happened in a shift', async () => {
  const { till, payer } = await openTill()
  const balanced = async (sold: number): Promise<void> => {
    const { net, tenders, bridge } = await totalsNow(till)
    const between = Object.values(bridge).reduce((sum, part) => sum + part, 0)
    expect(SALE_TENDERS.reduce((sum, one) => sum + tenders[one].amount, 0) + between).toBe(net)
    expect([net, bridge.unexplained]).toEqual([sold, 0])
    expect((await reportNow(till)).totals.net).toBe(sold)
  }
  const inCash = await cashSale(till)
  await balanced(inCash.total)
  const byCard = await paidSale(till, payer, { type: 'CARD' })
  await balanced(inCash.total + byCard.total)

  const over = await overpaidSale(till, payer)
  const three = inCash.total + byCard.total + over.total
  await balanced(three)
  await decide(till, await waiting(till, 'surplus'), 'repaid-cash')
  await till.ask('nextSale', { saleId: over.saleId })
  await balanced(three)
  expect((await totalsNow(till)).bridge).toMatchObject({ repaid: -70_000, surplus: 0 })

  await returned(till, byCard.saleId)
  const two = inCash.total + over.total
  await balanced(two)

  const { total: gone } = await refundedSale(till, payer)
  const item = await waiting(till, 'refunded-elsewhere')
  await balanced(two + gone)
  await decide(till, item, 'goods-returned')
  await balanced(two)

  const late = await chargedSale(till)
  await till.cancel(late.saleId)
  await payer.pay({ invoice_id: late.invoice.invoiceId })
  await look(till, late.saleId)
  const came = await waiting(till, 'late-money')
  await balanced(two)
  await decide(till, came, 'sold')
  await balanced(two + late.total)

  const { saleId: open } = await rungUp(till)
  await till.ask('takeTender', { saleId: open, received: '1000' })
  await balanced(two + late.total)
  expect((await totalsNow(till)).bridge).toMatchObject({ repaid: -70_000, advance: -100_000, surplus: 0 })
})

test('the history finds a sale by every tender that was ever taken for it', async () => {
  const { till } = await openTill()
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000', kind: 'transfer' })
  const { view } = await till.ask('getSale', { saleId })
  await till.ask('returnTender', { saleId, tenderId: view.sale.tenders[0]?.id ?? '' })
  await till.ask('takeTender', { saleId, received: '' })
  const { rows } = await till.ask('searchSales', { ...EVERY_SALE, tender: 'transfer' })
  expect(rows.map(({ id }) => id)).toEqual([saleId])
})

test('a cancelled charge that is sold on the next day for late money leaves no count below zero', async () => {
  const clock = handClock()
  const { till, payer } = await openTill({ clock })
  const { saleId, invoice } = await chargedSale(till)
  await till.cancel(saleId)
  clock.advance(24 * 3_600_000)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await look(till, saleId)
  await decide(till, await waiting(till, 'late-money'), 'sold')
  const { totals, tables } = await reportOf(till, shopDay(clock.now()))
  expect(totals).toMatchObject({ sales: 1 })
  expect(Object.values(tables).flatMap(({ rows }) => rows.filter(({ times }) => times < 0))).toEqual([])
})

test('cash that was paid out without a shift is in the list of shifts and in the next Z', async () => {
  const { till, payer } = await openTill()
  await overpaidSale(till, payer)
  const item = await waiting(till, 'surplus')
  await closeShift(till)
  await decide(till, item, 'repaid-cash')
  expect((await till.ask('listShifts', { most: 60, also: null })).shiftless).toMatchObject([
    { sales: { count: 0 }, cash: -70_000 },
  ])
  await till.ask('openShift', { float: '' })
  expect((await totalsNow(till)).before?.bridge).toMatchObject({ repaid: -70_000 })
})

test('goods that came back without a return are in the report by product and in its total', async () => {
  const { till, payer } = await openTill()
  const { total } = await refundedSale(till, payer)
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
  const { totals, tables } = await reportNow(till)
  for (const table of ['products', 'categories', 'days'] as const)
    expect(tables[table].rows.reduce((sum, { back }) => sum + back, 0)).toBe(total)
  expect(totals.back).toBe(total)
})

test('goods that came back without a return are in the report by hour, by the person who decided, and without a reason', async () => {
  const { till, payer } = await openTill()
  const { owner } = await hire(till)
  const { total } = await refundedSale(till, payer)
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
  const { tables } = await reportNow(till)
  expect(tables.hours.rows.reduce((sum, { back }) => sum + back, 0)).toBe(total)
  expect(tables.cashiers.rows).toMatchObject([{ key: owner.id, back: total }])
  expect(tables.returns.rows).toMatchObject([{ key: '', times: 1, amount: total }])
  expect(await totalsNow(till)).toMatchObject({ returns: { count: 1, amount: total } })
})

test('the report shows each shift with the net that its Z printed, and what was sold without a shift', async () => {
  const { till } = await openTill()
  const { total } = await cashSale(till)
  await closeShift(till)
  await cashSale(till)
  const { totals, tables } = await reportNow(till)
  expect(tables.shifts.rows).toMatchObject([
    { name: expect.stringMatching(/ Z 0001$/), net: total, printed: total },
    { name: '', net: total, printed: null },
  ])
  expect(tables.shifts.rows.reduce((sum, { net }) => sum + net, 0)).toBe(totals.net)
})

test('the report lists tills that sold into one journal separately', async () => {
  const { till } = await openTill()
  const { total } = await cashSale(till)
  await closeShift(till)
  const { shop, invoicing, cityTaxPercent, paperWidth, printer } = FIRST_SETTINGS
  const kept = { shop, invoicing, cityTaxPercent, paperWidth, printer, tenders: ALL_TENDERS }
  await till.ask('saveSettings', { ...kept, terminalCode: 'K77' })
  const { saleId } = await cashSale(till)
  await returned(till, saleId)
  const { rows } = (await reportNow(till)).tables.tills
  expect(rows).toMatchObject([
    { key: 'K01', times: 1, amount: total, back: 0 },
    { key: 'K77', times: 1, amount: total, back: total, net: 0 },
  ])
})

test('the sale numbers on X are those of the carts that were begun in the shift', async () => {
  const { till } = await openTill()
  const { saleId } = await cashSale(till)
  await cashSale(till)
  await closeShift(till)
  await till.ask('openShift', { float: '50000' })
  await cashSale(till)
  await returned(till, saleId, { way: 'cash' })
  const { numbers } = await totalsNow(till)
  expect(numbers.at(-1)).toMatchObject({ missing: 0 })
  expect(numbers[0]?.first).toBeGreaterThan(2)
})

test('the terminal code can change only between shifts, and the running total continues under the new code', async () => {
  const { till } = await openTill()
  const { total } = await cashSale(till)
  const { shop, invoicing, cityTaxPercent, paperWidth, printer } = FIRST_SETTINGS
  const saved = { shop, invoicing, cityTaxPercent, paperWidth, printer, tenders: ALL_TENDERS }
  const underNewCode = () => till.ask('saveSettings', { ...saved, terminalCode: 'K77', takeOver: true })
  await expect(underNewCode()).rejects.toThrow('CODE_IN_SHIFT')
  await closeShift(till)
  await underNewCode()
  await till.ask('openShift', { float: '50000' })
  expect((await totalsNow(till)).running).toBe(total)
  const { total: other } = await cashSale(till)
  expect((await totalsNow(till)).running).toBe(total + other)
})

test.each([
  ['0001-01-01', '9999-12-31'],
  ['2026-12-31', '2026-01-01'],
  ['1900-01-01', '1900-01-02'],
  ['2024-02-29', '2024-02-29'],
  ['9999-12-31', '9999-12-31'],
])('a report and an export from %s to %s are possible', async (from, to) => {
  const { till } = await openTill()
  await cashSale(till)
  await expect(reportOf(till, from, to)).resolves.toHaveProperty('tables')
  await expect(till.ask('exportEntries', { from, to, by: 'day', format: 'csv' })).resolves.toHaveProperty(
    'path',
  )
})
