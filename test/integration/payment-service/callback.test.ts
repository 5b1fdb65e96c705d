/**
 * The receiver of the payment callback (docs/payment-service.md#callback) in a till that sells: payments are found
 * sooner, and a callback proves nothing.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { newCallbackPath } from '../../../main/payment-service/callback/index.ts'
import { sessionVault } from '../../../main/shop/settings/index.ts'
import { freePort } from '../../../scripts/run/setup/machine.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { handClock } from '../../support/hand-clock.ts'
import { entersOwnShop } from '../../support/own-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

type Payer = Awaited<ReturnType<typeof openPractice>>['payer']

const receiverAt = (port: number) => ({ ...FIRST_SETTINGS.callback, enabled: true, port })

/**
 * A till in live mode whose receiver’s address the test knows. Its clock stands still, so no poll comes by itself, not
 * even the first one of a sale.
 */
async function listeningTill() {
  const { address: service, payer } = await openPractice()
  const port = await freePort()
  const path = newCallbackPath()
  const vault = sessionVault()
  vault.write('merchant-password', service.password)
  vault.write('callback-path', path)
  const clock = handClock()
  const till = await startTill({
    folder: temporaryFolder(),
    practice: null,
    vault,
    clock,
    settings: {
      merchant: { baseUrl: service.url, username: service.username, invoiceCode: service.invoice_code },
      callback: receiverAt(port),
    },
  })
  await till.untilView(({ callback }) => callback.state === 'listening')
  await entersOwnShop(till)
  return { till, payer, clock, port, address: `http://127.0.0.1:${port}/${path}` }
}

const goodsOf = async (till: Till) => {
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  return till.ask('addProduct', { code: products[0]?.code ?? '' })
}

/** Charges a sale, and waits until a check that the cashier asks for has found nothing. */
async function charged(till: Till) {
  const { saleId } = await goodsOf(till)
  await till.charge(saleId)
  await till.ask('checkNow', { saleId })
  const { counter } = await till.untilView((view) => {
    const { monitoring, status } = view.counter ?? {}
    return (
      status?.name === 'awaiting-payment' &&
      monitoring?.checking === false &&
      monitoring.lastCheckedAt !== null
    )
  })
  if (counter?.status.name !== 'awaiting-payment') throw new Error('no QR')
  return { saleId, invoiceId: counter.status.invoice.invoiceId }
}

const checksAt = async (payer: Payer): Promise<number> =>
  (await payer.state()).requests['POST /v2/payment/check'] ?? 0

const callbackOf = (invoiceId: string): string => JSON.stringify({ invoice_id: invoiceId })

/** Sends a POST and returns the status; 0 when the connection was refused. */
const post = (address: string, body: string): Promise<number> =>
  new Promise((resolve) => {
    request(address, { method: 'POST', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', () => resolve(0))
      .end(body)
  })

test('with the receiver on, a payment is found without waiting for the next poll', async () => {
  const { till, payer } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  expect(await checksAt(payer)).toBe(1)
  await payer.pay({ invoice_id: invoiceId })
  await till.until(saleId, 'fulfilling', 'completed')
  expect(await checksAt(payer)).toBe(2)
})

test('the callback works in test mode as in live mode', async () => {
  const { address, payer } = await openPractice()
  const till = await startTill({
    folder: temporaryFolder(),
    practice: address,
    clock: handClock(),
    settings: { callback: receiverAt(await freePort()) },
  })
  await till.untilView(({ callback }) => callback.state === 'listening')
  const { saleId } = await charged(till)
  await till.ask('payInTestMode', { saleId, amount: '', type: 'P2P', bankCode: '050000' })
  await till.until(saleId, 'completed')
  expect(await checksAt(payer)).toBe(2)
})

test('a callback triggers a check for each part of a payment', async () => {
  const { till, payer, clock } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  await payer.pay({ invoice_id: invoiceId, amount: 100 })
  await till.until(saleId, 'partly-paid')
  clock.advance(1000)
  await payer.pay({ invoice_id: invoiceId })
  await till.until(saleId, 'fulfilling', 'completed')
})

test('a callback triggers a check for money that comes after a cancellation', async () => {
  const { till, payer, clock } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  await till.cancel(saleId)
  clock.advance(1000)
  await payer.pay({ invoice_id: invoiceId })
  await till.until(saleId, 'late-payment')
})

test('a forged callback for an unpaid invoice changes nothing', async () => {
  const { till, payer, address } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  const before = await till.ask('getSale', { saleId })
  const forged = { invoice_id: invoiceId, payment_status: 'PAID', paid_amount: 1e9, count: 1 }
  expect(await post(address, JSON.stringify(forged))).toBe(200)
  await expect.poll(() => checksAt(payer)).toBe(2)
  const after = await till.ask('getSale', { saleId })
  expect(after.events).toEqual(before.events)
  expect(after.view.sale).toEqual(before.view.sale)
})

test('a flood of 2,000 callbacks makes only as many checks as the throttle allows, and the till goes on selling', async () => {
  const { till, payer, clock, address } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  expect(await post(address, callbackOf(invoiceId))).toBe(200)
  for (let sent = 0; sent < 2000; sent += 50) {
    const bodies = Array.from({ length: 50 }, (_, index) =>
      callbackOf(index % 2 === 0 ? invoiceId : `stranger-${sent + index}`),
    )
    await Promise.all(bodies.map((body) => post(address, body)))
  }
  await expect.poll(() => checksAt(payer)).toBe(2)
  for (let tick = 0; tick < 5; tick++) clock.advance(200)
  expect(await checksAt(payer)).toBeLessThanOrEqual(3)
  await payer.pay({ invoice_id: invoiceId })
  await till.check(saleId, 'fulfilling', 'completed')
})

test('the receiver ignores wrong paths, unknown invoices and large bodies, and a replay costs one check', async () => {
  const { till, payer, port, clock, address } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  const origin = `http://127.0.0.1:${port}`
  expect(await post(`${origin}/`, callbackOf(invoiceId))).toBe(404)
  expect(await post(`${origin}/${newCallbackPath()}`, callbackOf(invoiceId))).toBe(404)
  expect(await post(address, callbackOf('stranger'))).toBe(200)
  expect(await post(address, callbackOf(invoiceId).padEnd(5120))).toBe(413)
  expect(await checksAt(payer)).toBe(1)

  clock.advance(1000)
  await payer.pay({ invoice_id: invoiceId })
  await till.until(saleId, 'fulfilling', 'completed')
  const eventsNow = async () => (await till.ask('getSale', { saleId })).events
  await expect.poll(async () => (await eventsNow()).at(-1)?.event.kind).toBe('receipt-delayed')
  const [checks, events] = [await checksAt(payer), await eventsNow()]
  clock.advance(1000)
  expect(await post(address, callbackOf(invoiceId))).toBe(200)
  await expect.poll(() => checksAt(payer)).toBe(checks + 1)
  expect(await eventsNow()).toEqual(events)
  await till.ask('nextSale', { saleId })
  await charged(till)
  expect(await checksAt(payer)).toBe(checks + 2)
})

test('a callback during a check triggers another check, because the running one may have missed the money', async () => {
  const { till, payer, clock } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  await payer.faults([{ path: '/v2/payment/check', method: 'POST', effect: 'slow', ms: 300 }])
  clock.advance(5_000)
  await expect.poll(() => checksAt(payer)).toBe(2)
  await payer.pay({ invoice_id: invoiceId })
  // The clock stands still, so only the check that the callback triggered can find the money.
  await till.until(saleId, 'fulfilling', 'completed')
  expect(await checksAt(payer)).toBeLessThanOrEqual(3)
})

test('a callback does not shorten the pause of other work of the sale', async () => {
  const { till, payer, address } = await listeningTill()
  const { saleId, invoiceId } = await charged(till)
  await payer.faults([{ path: '/v2/ebarimt_v3/create', method: 'POST', times: 9, effect: '500' }])
  await payer.pay({ invoice_id: invoiceId })
  await till.until(saleId, 'fulfilling')
  const created = async () => (await payer.state()).requests['POST /v2/ebarimt_v3/create']
  await expect.poll(created).toBe(1)
  expect(await post(address, callbackOf(invoiceId))).toBe(200)
  await till.ask('nextSale', { saleId })
  await charged(till)
  expect(await created()).toBe(1)
})

test('a taken port is shown as a failure, and the till sells without the receiver', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { address, payer } = await openPractice()
  const till = await startTill({
    folder: temporaryFolder(),
    practice: address,
    settings: { callback: receiverAt(port) },
  })
  const view = await till.untilView(({ callback }) => callback.state === 'failed')
  expect(view.callback).toMatchObject({ failure: { name: 'CALLBACK_NOT_LISTENING' } })
  const { saleId, invoiceId } = await charged(till)
  await payer.pay({ invoice_id: invoiceId })
  await till.until(saleId, 'completed')
  other.close()
})

test('saved receiver settings take effect at once, and a closed till frees its port', async () => {
  const { till, port } = await listeningTill()
  const { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer } = FIRST_SETTINGS
  const saved = { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer }
  expect(
    await till.reply('saveSettings', { ...saved, callback: { ...receiverAt(port), host: '0.0.0.0' } }),
  ).toMatchObject({ ok: false, error: { name: 'FIELDS_INVALID', detail: 'callback.publicUrl' } })
  await till.ask('saveSettings', saved)
  expect((await till.view()).callback).toEqual({ state: 'listening' })
  await till.ask('saveSettings', { ...saved, callback: { ...receiverAt(port), enabled: false } })
  expect((await till.view()).callback).toEqual({ state: 'off' })
  await till.ask('saveSettings', { ...saved, callback: receiverAt(port) })
  await till.untilView(({ callback }) => callback.state === 'listening')
  await till.stop()
  const again = createServer().listen(port, '127.0.0.1')
  await once(again, 'listening')
  again.close()
})

test('the receiver’s path reaches neither the page nor the journal', async () => {
  const { till, address } = await listeningTill()
  const { saleId } = await charged(till)
  const told = JSON.stringify([await till.view(), await till.ask('getSale', { saleId })])
  expect(told).not.toContain(new URL(address).pathname.slice(1))
})
