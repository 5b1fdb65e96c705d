/** A terminal that is killed continues the sale after the restart: real processes, SIGKILL, real files. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SaleStatus } from '../../../shared/sale/status.ts'
import { testModeProcess, tillProcess } from '../../support/till-process.ts'

const invoiceId = (state: SaleStatus): string =>
  'invoice' in state && state.invoice ? state.invoice.invoiceId : ''

test('after a kill the cart has every line', async () => {
  const till = await tillProcess()
  const saleId = await till.ringUp(3)
  const before = (await till.view()).counter?.sale
  await till.restart()
  expect((await till.view()).counter?.sale).toEqual(before)
  expect(before?.lines).toHaveLength(3)
  expect(before?.id).toBe(saleId)
})

test('a till that is killed while an invoice is being made finds that invoice and makes no second one', async () => {
  const till = await tillProcess()
  const saleId = await till.ringUp(3)
  await till.payer.faults([{ method: 'POST', path: '/v2/invoice', effect: 'hang-after' }])
  await till.ask('charge', { saleId })
  await till.asked('POST /v2/invoice')
  await till.restart()
  const shown = await till.until(saleId, 'awaiting-payment')
  const { invoices } = await till.payer.state()
  expect(invoices).toHaveLength(1)
  expect(invoiceId(shown)).toBe(invoices[0]?.invoice_id)
})

test('a till that is killed before the service made the invoice makes one invoice', async () => {
  const till = await tillProcess()
  const saleId = await till.ringUp(3)
  await till.payer.faults([{ method: 'POST', path: '/v2/invoice', effect: 'hang-before' }])
  await till.ask('charge', { saleId })
  await till.asked('POST /v2/invoice')
  await till.restart()
  await till.until(saleId, 'awaiting-payment')
  expect((await till.payer.state()).invoices).toHaveLength(1)
})

test('a till that is killed while a QR is shown finds the money that came meanwhile and prints the receipt', async () => {
  const till = await tillProcess()
  const saleId = await till.ringUp(3)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  const paying = till.payer.pay({ invoice_id: invoiceId(shown) })
  await till.restart()
  await paying
  await till.until(saleId, 'completed')
  expect(readdirSync(join(till.folder, 'test-receipts'))).toHaveLength(2)
})

test('a till that is killed between the QRs of a mixed cart goes on with the second one, and each has one e-receipt', async () => {
  const till = await tillProcess()
  const saleId = await till.ringUp(1)
  await till.ask('addProduct', { code: '2010' }) // mutton is exempt
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  await till.payer.faults([{ method: 'POST', path: '/v2/invoice', effect: 'hang-before' }])
  await till.payer.pay({ invoice_id: invoiceId(shown) })
  const atCounter = async () => (await till.view()).counter?.sale
  await expect.poll(async () => (await atCounter())?.continues).toBe(saleId)
  const restId = (await atCounter())?.id ?? ''
  await till.restart()
  const second = await till.until(restId, 'awaiting-payment')
  await till.payer.pay({ invoice_id: invoiceId(second) })
  for (const id of [saleId, restId]) await till.until(id, 'completed')
  expect((await till.payer.state()).ereceipts).toHaveLength(2)
})

test('a till that is killed during a cancellation finds out that it was carried out', async () => {
  const till = await tillProcess()
  const saleId = await till.ringUp(3)
  await till.ask('charge', { saleId })
  await till.until(saleId, 'awaiting-payment')
  await till.payer.faults([{ method: 'DELETE', path: '/v2/invoice/{id}', effect: 'hang-after' }])
  await till.ask('cancelCharge', { saleId })
  await till.asked('DELETE /v2/invoice/{id}')
  await till.restart()
  await till.until(saleId, 'cancelled')
  expect((await till.payer.state()).invoices.map(({ status }) => status)).toEqual(['CANCELLED'])
})

test('a till that is killed while the e-receipt is being issued gets one e-receipt and completes the sale', async () => {
  const till = await tillProcess()
  const saleId = await till.ringUp(3)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  await till.payer.faults([{ method: 'POST', path: '/v2/ebarimt_v3/create', effect: 'hang-after' }])
  await till.payer.pay({ invoice_id: invoiceId(shown) })
  await till.asked('POST /v2/ebarimt_v3/create')
  await till.restart()
  const done = await till.until(saleId, 'completed')
  expect(done).toMatchObject({ ereceipts: [{ step: 'issued', hasLottery: true }] })
  expect((await till.payer.state()).ereceipts).toHaveLength(1)
})

test('in test mode the till keeps its own practice service after a kill, so that a trainee loses no sale', async () => {
  const till = await testModeProcess()
  const saleId = await till.ringUp(1)
  await till.ask('charge', { saleId })
  await till.until(saleId, 'awaiting-payment')
  await till.restart()
  await till.ask('payInTestMode', { saleId, amount: '', type: 'P2P', bankCode: '050000' })
  await till.until(saleId, 'completed')
  expect(existsSync(join(till.folder, 'test-receipts'))).toBe(true)
})
