/** The service answers badly, late or not at all: every sale is completed with one invoice and one e-receipt. */
import { expect, test } from 'vitest'
import { isUnregistered } from '../../../shared/sale/attention.ts'
import { BAD_ANSWERS } from '../../support/bad-answers.ts'
import { rungUp } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { paidSale } from '../../support/returns.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type TillParts } from '../../support/terminal.ts'

async function tillWithPractice(parts: Partial<TillParts> = {}) {
  const { till, payer } = await tillAtPractice({ ...parts })
  const { saleId } = await rungUp(till, 1)
  return { till, payer, saleId }
}

const TIMEOUTS = { connectMs: 2_000, answerMs: 400 }
/** The till waits for seconds before it looks for a lost request again. Each of the bad answers costs that wait. */
const HURRY = 40

const ENDPOINTS = [
  ['POST', '/v2/invoice'],
  ['POST', '/v2/payment/check'],
  ['POST', '/v2/ebarimt_v3/create'],
] as const

for (const [method, path] of ENDPOINTS) {
  test.for(BAD_ANSWERS)(
    `when ${method} ${path} fails by "%s", the sale is still completed with one invoice and one e-receipt`,
    async (effect) => {
      const { till, payer, saleId } = await tillWithPractice({
        timeouts: TIMEOUTS,
        clock: fastClock(HURRY),
      })
      await payer.faults([{ method, path, effect, times: path.endsWith('check') ? 4 : 1 }])
      const invoice = await till.charge(saleId)
      await payer.pay({ invoice_id: invoice.invoiceId })
      await till.until(saleId, 'completed')
      const { invoices, ereceipts } = await payer.state()
      expect([invoices.length, ereceipts.length]).toEqual([1, 1])
    },
  )
}

test('while the service is silent the terminal shows it, and continues when the service answers again', async () => {
  const { till, payer, saleId } = await tillWithPractice({ timeouts: TIMEOUTS })
  await payer.faults([
    { method: 'POST', path: '/v2/invoice', effect: 'hang-before' },
    { method: 'POST', path: '/v2/invoice/list', effect: 'hang-before' },
  ])
  await till.ask('charge', { saleId })
  // On a busy machine the token may also come too late, and then the invoice was not requested yet.
  const view = await till.untilView(
    ({ connection, counter }) =>
      connection.state === 'disconnected' &&
      counter?.status.name === 'invoicing' &&
      counter.status.step.name === 'unknown',
  )
  expect(view.connection).toMatchObject({ failure: { name: 'TIMEOUT' } })
  expect(view.counter?.status).toMatchObject({ step: { failure: { name: 'TIMEOUT' } } })
  await till.until(saleId, 'awaiting-payment')
  expect((await till.view()).connection).toEqual({ state: 'connected' })
})

test('without a connection a charge waits and can be withdrawn', async () => {
  const folder = temporaryFolder()
  const { address } = await openPractice()
  const dead = { ...address, url: 'http://127.0.0.1:1' }
  const till = await startTill({ folder, practice: dead })
  const { saleId } = await rungUp(till, 1)
  await till.ask('charge', { saleId })
  const view = await till.untilView((now) => {
    const state = now.counter?.status
    return state?.name === 'invoicing' && state.step.name === 'waiting'
  })
  expect(view.connection).toMatchObject({ state: 'disconnected', failure: { name: 'NO_CONNECTION' } })
  expect(view.waiting.count).toBe(1)
  await till.ask('cancelCharge', { saleId })
  const open = await till.until(saleId, 'open')
  expect(open?.sale.lines).toHaveLength(1)
})

test('a refused e-receipt is marked as missing on the receipt, put in the attention list, and issued on a retry', async () => {
  const { till, payer, saleId } = await tillWithPractice()
  const invoice = await till.charge(saleId)
  await payer.merchant({ registered_for_ebarimt: false })
  await payer.pay({ invoice_id: invoice.invoiceId })
  const owed = await till.until(saleId, 'receipt-owed')
  expect(owed?.status).toMatchObject({ failure: { name: 'EBARIMT_NOT_REGISTERED' } })
  expect(await till.ask('listAttention')).toMatchObject([{ cause: 'ereceipt-refused', saleId }])
  await payer.merchant({ registered_for_ebarimt: true })
  await till.ask('retryReceipt', { saleId })
  await till.until(saleId, 'completed')
  expect(await till.ask('listAttention')).toEqual([])
})

test('e-receipts that were refused because the merchant was not registered are all retried by one command', async () => {
  const { till, payer } = await tillAtPractice()
  await payer.merchant({ registered_for_ebarimt: false })
  const sold = [await paidSale(till, payer, { type: 'P2P' }), await paidSale(till, payer, { type: 'P2P' })]
  expect(await till.ask('listAttention')).toSatisfy(
    (items) => items.length === 2 && items.every(isUnregistered),
  )
  await payer.merchant({ registered_for_ebarimt: true })
  await till.ask('retryUnregistered')
  for (const { saleId } of sold)
    await expect.poll(async () => (await till.ask('getSale', { saleId })).view.status.name).toBe('completed')
  expect(await till.ask('listAttention')).toEqual([])
})

test('expired tokens are renewed without an effect on the sale', async () => {
  const { till, payer, saleId } = await tillWithPractice()
  const invoice = await till.charge(saleId)
  await payer.advanceClock(7200)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
})
