/** An exchange: goods that come back pay for other goods, in one commit, with the laws of returns. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moneyBackOf } from '../../../shared/sale/return.ts'
import { rungUp } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import {
  allVoided,
  cashSale,
  completed,
  paidSale,
  partIs,
  returnOf,
  saleOf,
  untilReturn,
} from '../../support/returns.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

async function shop() {
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  const open = () => startTill({ folder, practice: address, clock: fastClock(50) })
  const till = await open()
  const papers = (kind: string) =>
    readdirSync(join(folder, 'test-receipts')).filter((name) => name.includes(kind) && name.endsWith('.png'))
  return { till, payer, open, papers }
}

/** Starts the return of an exchange as the screen does; of all goods unless lines are given. */
async function bringBack(till: Till, saleId: string, quantity?: string): Promise<string> {
  const { lines: goods } = await saleOf(till, saleId)
  const lines = quantity === undefined ? null : [{ lineId: goods[0]?.id ?? '', quantity }]
  const wanted = { saleId, lines, way: 'cash' as const }
  const amount = moneyBackOf(await till.ask('planReturn', wanted))
  const order = { ...wanted, reason: 'Солих', amount, exchange: true }
  return (await till.ask('startReturn', order)).returnId
}

const drawer = async (till: Till): Promise<number> => {
  const report = await till.ask('getShift', { shiftId: null })
  return report?.totals?.drawer.expected ?? 0
}

test('for dearer goods the customer pays the rest, and slip and receipt name each other', async () => {
  const { till, papers } = await shop()
  await till.ask('openShift', { float: '' })
  const first = await cashSale(till, 1)
  const returnId = await bringBack(till, first.saleId)
  expect((await returnOf(till, first.saleId)).state).toBe('open')
  const { saleId: intoSaleId, total } = await rungUp(till, 3)
  await till.ask('exchangeGoods', { saleId: first.saleId, returnId, intoSaleId })
  const [tender] = (await saleOf(till, intoSaleId)).tenders
  expect(tender).toMatchObject({ kind: 'cash', amount: first.total, change: 0, reference: 'Буцаалт № 0001' })
  await till.takeCash(intoSaleId)
  const back = await untilReturn(till, first.saleId, completed)
  expect(back.parts).toMatchObject([{ step: { name: 'repaid', how: 'cash', note: 'Бараа солив № 0002' } }])
  expect(await drawer(till)).toBe(total)
  await expect.poll(() => papers('refund-slip').length).toBe(1)
})

test('for cheaper goods the customer gets the difference as change', async () => {
  const { till } = await shop()
  await till.ask('openShift', { float: '' })
  const first = await cashSale(till, 3)
  const returnId = await bringBack(till, first.saleId)
  const { saleId: intoSaleId, total } = await rungUp(till, 1)
  await till.ask('exchangeGoods', { saleId: first.saleId, returnId, intoSaleId })
  await till.until(intoSaleId, 'completed')
  expect((await saleOf(till, intoSaleId)).tenders).toMatchObject([
    { amount: total, received: first.total, change: first.total - total },
  ])
  expect(await drawer(till)).toBe(total)
})

test('the rest can be paid by QR', async () => {
  const { till, payer } = await shop()
  const first = await cashSale(till, 1)
  const returnId = await bringBack(till, first.saleId)
  const { saleId: intoSaleId, total } = await rungUp(till, 2)
  await till.ask('exchangeGoods', { saleId: first.saleId, returnId, intoSaleId })
  const invoice = await till.charge(intoSaleId)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.check(intoSaleId, 'completed', 'receipt-owed')
  const { payments } = await payer.state()
  expect(payments.map(({ amount }) => amount * 100)).toEqual([total - first.total])
})

test('money of a QR pays for other goods only after its e-receipt is void', async () => {
  const { till, payer } = await shop()
  const first = await paidSale(till, payer, { type: 'P2P', goods: 1 })
  await payer.faults([{ method: 'DELETE', path: '/v2/ebarimt_v3/{id}', effect: '500', times: 10_000 }])
  const returnId = await bringBack(till, first.saleId)
  const { saleId: intoSaleId } = await rungUp(till, 2)
  const exchanged = { saleId: first.saleId, returnId, intoSaleId }
  const before = await saleOf(till, intoSaleId)
  expect(await till.reply('exchangeGoods', exchanged)).toMatchObject({ error: { name: 'NOT_NOW' } })
  expect(await saleOf(till, intoSaleId)).toEqual(before)
  await payer.faults(null)
  await untilReturn(till, first.saleId, allVoided)
  await till.ask('exchangeGoods', exchanged)
  await untilReturn(till, first.saleId, completed)
  const { ereceipts, refunds } = await payer.state()
  expect([ereceipts.map(({ status }) => status), refunds]).toEqual([['CANCELLED'], []])
  expect((await saleOf(till, intoSaleId)).tenders).toMatchObject([{ amount: first.total }])
})

test('a card payment that goes back whole is refunded by the service, and pays for nothing', async () => {
  const { till, payer } = await shop()
  const first = await paidSale(till, payer, { type: 'CARD', goods: 1 })
  const returnId = await bringBack(till, first.saleId)
  await untilReturn(till, first.saleId, partIs('refunded'))
  const { saleId: intoSaleId } = await rungUp(till, 1)
  expect(await till.reply('exchangeGoods', { saleId: first.saleId, returnId, intoSaleId })).toMatchObject({
    error: { name: 'NOT_NOW' },
  })
  expect((await saleOf(till, intoSaleId)).tenders).toEqual([])
})

test('if the new sale cannot take the money, nothing is repaid', async () => {
  const { till } = await shop()
  const first = await cashSale(till, 1)
  const returnId = await bringBack(till, first.saleId)
  const other = await cashSale(till, 1)
  const reply = await till.reply('exchangeGoods', {
    saleId: first.saleId,
    returnId,
    intoSaleId: other.saleId,
  })
  expect(reply).toMatchObject({ ok: false })
  expect((await returnOf(till, first.saleId)).parts).toMatchObject([{ step: { name: 'due' } }])
})

test('a double press uses the money once', async () => {
  const { till } = await shop()
  const first = await cashSale(till, 1)
  const returnId = await bringBack(till, first.saleId)
  const { saleId: intoSaleId } = await rungUp(till, 3)
  const exchanged = { saleId: first.saleId, returnId, intoSaleId }
  await Promise.all([till.reply('exchangeGoods', exchanged), till.reply('exchangeGoods', exchanged)])
  expect((await saleOf(till, intoSaleId)).tenders).toHaveLength(1)
})

test('a till that stops between the halves goes on from the attention list', async () => {
  const { till, open } = await shop()
  const first = await cashSale(till, 1)
  const returnId = await bringBack(till, first.saleId)
  const { saleId: intoSaleId } = await rungUp(till, 2)
  await till.stop()
  const again = await open()
  expect(await again.ask('listAttention')).toMatchObject([{ saleId: first.saleId, amount: first.total }])
  await again.ask('exchangeGoods', { saleId: first.saleId, returnId, intoSaleId })
  await untilReturn(again, first.saleId, completed)
  expect(await again.ask('listAttention')).toEqual([])
})

test('a part of a QR payment pays for other goods, and its e-receipt stays', async () => {
  const { till, payer } = await shop()
  const first = await paidSale(till, payer, { type: 'P2P', goods: 2 })
  const returnId = await bringBack(till, first.saleId, '1')
  const { amount } = await returnOf(till, first.saleId)
  const { saleId: intoSaleId } = await rungUp(till, 3)
  await till.ask('exchangeGoods', { saleId: first.saleId, returnId, intoSaleId })
  expect((await saleOf(till, intoSaleId)).tenders).toMatchObject([{ amount }])
  expect((await payer.state()).ereceipts).toMatchObject([{ status: 'CREATED' }])
})
