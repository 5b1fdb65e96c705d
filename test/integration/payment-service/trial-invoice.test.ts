/** A merchant's invoice code is tried with an invoice that is created and cancelled, and that is never a sale. */
import { expect, test } from 'vitest'
import type { FaultRequest } from '../../../scripts/run/practice/index.ts'
import { NO_FILTERS } from '../../../shared/books/history.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'

async function newcomer(...faults: FaultRequest[]) {
  const practice = await openPractice()
  const { address, payer } = await openPractice()
  const till = await startTill({
    folder: temporaryFolder(),
    practice: practice.address,
    clock: fastClock(50),
  })
  await payer.faults(faults)
  const { url, username, password, invoice_code: invoiceCode } = address
  const merchant = { baseUrl: url, username, password, invoiceCode }
  const invoices = async () => (await payer.state()).invoices.map(({ status }) => status)
  const left = async () => (await till.view()).settings.trialInvoices
  return { till, payer, merchant, invoices, left, connect: () => till.reply('connectMerchant', merchant) }
}

const CREATE = { method: 'POST', path: '/v2/invoice' } as const
const CANCEL = { method: 'DELETE', path: '/v2/invoice/{id}' } as const

test('a wrong invoice code is refused by name, and the till stays in test mode', async () => {
  const { till, merchant, invoices, left } = await newcomer()
  expect(await till.reply('connectMerchant', { ...merchant, invoiceCode: 'WRONG' })).toMatchObject({
    ok: false,
    error: { name: 'INVOICE_CODE_INVALID' },
  })
  expect((await till.view()).mode).toBe('test')
  expect([await invoices(), await left()]).toEqual([[], []])
})

test('a right one leaves a cancelled invoice at the service, and no sale', async () => {
  const { till, invoices, left, connect } = await newcomer()
  expect(await connect()).toMatchObject({ ok: true })
  expect([await invoices(), await left()]).toEqual([['CANCELLED'], []])
  const { counter, waiting, attention } = await till.view()
  expect({ counter, count: waiting.count, attention }).toEqual({ counter: null, count: 0, attention: 0 })
  const search = { text: '', ...NO_FILTERS }
  expect((await till.ask('searchSales', { ...search, before: null, limit: 9 })).rows).toEqual([])
})

test('a new password for the same merchant makes no other invoice', async () => {
  const { invoices, connect } = await newcomer()
  await connect()
  await connect()
  expect(await invoices()).toEqual(['CANCELLED'])
})

test('an invoice whose answer was lost is found by its number and cancelled, and is not created again', async () => {
  const { invoices, left, connect } = await newcomer({ ...CREATE, effect: 'reset-after' })
  expect(await connect()).toMatchObject({ ok: true })
  expect([await invoices(), await left()]).toEqual([['CANCELLED'], []])
})

test('after a request that was lost, the next try looks for its number before it makes another one', async () => {
  const { payer, invoices, left, connect } = await newcomer({ ...CREATE, effect: 'reset-before' })
  expect(await connect()).toMatchObject({ ok: false, error: { name: 'SERVICE_UNANSWERED' } })
  expect(await left()).toHaveLength(1)
  expect(await connect()).toMatchObject({ ok: true })
  expect([await invoices(), await left()]).toEqual([['CANCELLED'], []])
  expect((await payer.state()).requests['POST /v2/invoice']).toBe(2)
})

test('an invoice that cannot be cancelled now is told, and cancelled once the service takes it', async () => {
  const { till, payer, invoices, left, connect } = await newcomer({ ...CANCEL, effect: '500', times: 10_000 })
  expect(await connect()).toMatchObject({ ok: true })
  expect(await invoices()).toEqual(['OPEN'])
  expect(await left()).toMatchObject([{ number: expect.stringMatching(/^TRY-K01-/) }])
  await payer.faults(null)
  await till.untilView(({ settings }) => settings.trialInvoices.length === 0)
  expect(await invoices()).toEqual(['CANCELLED'])
})

test('a cancellation whose answer was lost is looked up, not told as open', async () => {
  const { invoices, left, connect } = await newcomer({ ...CANCEL, effect: 'reset-after' })
  await connect()
  expect(await invoices()).toEqual(['CANCELLED'])
  await expect.poll(left).toEqual([])
})

test('a service that refuses the amount of the trial has accepted the code', async () => {
  const { payer, invoices, connect } = await newcomer()
  await payer.merchant({ min_amount: 1_000 })
  expect(await connect()).toMatchObject({ ok: true })
  expect(await invoices()).toEqual([])
})
