/** Sales that were set aside, and pending work: parked, left while the payer fetches a phone, held, given up. */
import { expect, test } from 'vitest'
import { chargedSale, rungUp, stateOf } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { startTill } from '../../support/terminal.ts'

test('a parked sale is there after a restart, with its name and every line', async () => {
  const { till, folder, address } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.ask('parkSale', { saleId, label: '  Улаан цамцтай  ' })
  expect((await till.view()).counter).toBeNull()
  await till.stop()
  const again = await startTill({ folder, practice: address })
  expect(await again.ask('listParked')).toMatchObject([
    { id: saleId, label: 'Улаан цамцтай', state: 'parked', total, lineCount: 2 },
  ])
  await again.ask('resumeSale', { saleId })
  expect((await again.view()).counter).toMatchObject({ sale: { id: saleId }, status: { name: 'open' } })
  expect((await again.view()).parked).toBe(0)
})

test('resuming a parked sale is refused while the counter has a cart with goods', async () => {
  const { till } = await tillAtPractice()
  const parked = await rungUp(till)
  await till.ask('parkSale', { saleId: parked.saleId, label: '' })
  await rungUp(till, 1)
  expect(await till.reply('resumeSale', { saleId: parked.saleId })).toMatchObject({
    ok: false,
    error: { name: 'SALE_NOT_OPEN' },
  })
})

test('a parked sale can be discarded, and then it cannot be resumed', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  await till.ask('parkSale', { saleId, label: '' })
  await till.ask('discardSale', { saleId })
  expect(await till.ask('listParked')).toEqual([])
  expect(await till.reply('resumeSale', { saleId })).toMatchObject({ error: { name: 'CART_GONE' } })
})

test('a charge that was left at the counter is paid while others are served', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, total, invoice } = await chargedSale(till)
  await till.ask('nextSale', { saleId })
  const other = await rungUp(till, 1)
  expect(other.saleId).not.toBe(saleId)
  expect(await till.ask('listParked')).toMatchObject([{ id: saleId, state: 'awaiting-payment' }])
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
  expect(await till.ask('listParked')).toEqual([])
  const { arrivals } = await till.view()
  expect(arrivals).toMatchObject([{ saleId, kind: 'paid', amount: total }])
  await till.ask('acknowledgeArrival', { number: arrivals[0]?.number ?? 0 })
  expect((await till.view()).arrivals).toEqual([])
})

test('money that comes for a cancelled sale is told once, and what a person took is not', async () => {
  const { till, payer } = await tillAtPractice()
  const cash = await rungUp(till, 1)
  await till.ask('takeTender', { saleId: cash.saleId, received: '' })
  await till.ask('nextSale', { saleId: cash.saleId })
  expect((await till.view()).arrivals).toEqual([])
  const { saleId, invoice } = await chargedSale(till)
  await till.cancel(saleId)
  await till.ask('nextSale', { saleId })
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.check(saleId, 'late-payment')
  expect((await till.view()).arrivals).toMatchObject([{ saleId, kind: 'late' }])
})

test('a charge that was set aside can be resumed at the counter', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await chargedSale(till)
  await till.ask('nextSale', { saleId })
  await till.ask('resumeSale', { saleId })
  expect((await till.view()).counter?.sale.id).toBe(saleId)
})

test('a charge without a connection waits, continues automatically, and can be held meanwhile', async () => {
  const { till, payer } = await tillAtPractice()
  await payer.line({ up: false })
  const { saleId } = await rungUp(till)
  await till.ask('charge', { saleId })
  await eventually(async () =>
    expect(await till.ask('listWaiting')).toMatchObject([
      { saleId, work: 'invoice', held: false, failure: { name: 'NO_CONNECTION' } },
    ]),
  )
  await till.ask('holdWork', { saleId })
  await payer.line({ up: true })
  expect(await till.ask('listWaiting')).toMatchObject([{ saleId, held: true, nextTryAt: null }])
  await till.ask('releaseWork', { saleId })
  await till.until(saleId, 'awaiting-payment')
  expect((await till.view()).waiting.count).toBe(0)
})

test('giving up a pending charge brings the cart back', async () => {
  const { till, payer } = await tillAtPractice()
  await payer.line({ up: false })
  const { saleId } = await rungUp(till)
  await till.ask('charge', { saleId })
  await eventually(async () => expect(await till.ask('listWaiting')).toHaveLength(1))
  await eventually(async () => {
    await till.reply('giveUpWork', { saleId, work: 'invoice' })
    expect((await stateOf(till, saleId)).name).toBe('open')
  })
})

test('an e-receipt that is given up is owed, and a person can retry it', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  await payer.faults([{ method: 'POST', path: '/v2/ebarimt_v3/create', effect: '500', times: 4 }])
  await payer.pay({ invoice_id: invoice.invoiceId })
  await eventually(async () =>
    expect(await till.ask('listWaiting')).toMatchObject([
      { work: 'e-receipt', failure: { name: 'SERVICE_ERROR' } },
    ]),
  )
  await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
  await till.until(saleId, 'receipt-owed')
  await till.ask('retryReceipt', { saleId })
  await till.until(saleId, 'completed')
})

test('after a restart nothing is charged before a person has acknowledged what was recovered', async () => {
  const { till, payer, folder, address } = await tillAtPractice()
  await payer.line({ up: false })
  const { saleId } = await rungUp(till)
  await till.ask('charge', { saleId })
  await till.ask('nextSale', { saleId })
  await till.stop()
  const again = await startTill({ folder, practice: address })
  expect((await again.view()).recovered.sales).toMatchObject([{ saleId, was: 'invoicing' }])
  const next = await rungUp(again, 1)
  expect(await again.reply('charge', { saleId: next.saleId })).toMatchObject({
    error: { name: 'RECOVERY_UNACKNOWLEDGED' },
  })
  await again.ask('acknowledgeRecovered')
  expect((await again.view()).recovered).toEqual({ sales: [], earlier: 0 })
  await payer.line({ up: true })
  await again.charge(next.saleId)
  await again.until(saleId, 'awaiting-payment')
})
