/** Cash with change, cash beside a QR and instead of one: on the real terminal with the service over real HTTP. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FaultRequest, PracticeControl } from '../../../scripts/run/practice/index.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, paymentOf, rungUp, stateOf } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { attentionIn, look, tillAtPractice, totalsNow, waiting } from '../../support/looks.ts'
import { startTill } from '../../support/terminal.ts'

/** The text that a cashier types for an amount in hundredths: "12345.67". */
const typed = (hundredths: number): string => String(hundredths / 100)

test('a cash sale is completed and printed with its change, and the service gets no request', async () => {
  const { till, payer, folder } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: typed(total + 50_000) })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({
    paid: total,
    surplus: 0,
    tenders: [{ kind: 'cash', amount: total, received: total + 50_000, change: 50_000 }],
    invoice: null,
    ereceipts: [],
  })
  expect(readdirSync(join(folder, 'test-receipts'))).toHaveLength(2)
  expect((await payer.state()).requests).toEqual({})
})

test('without a connection a cash sale is completed', async () => {
  const { till, payer } = await tillAtPractice()
  await payer.line({ up: false })
  const { saleId } = await rungUp(till)
  await till.takeCash(saleId)
})

test('a part in cash leaves the rest for the QR, whose invoice is for the rest', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  expect(shown?.status).toMatchObject({ due: total - 100_000, total })
  const { invoices } = await payer.state()
  expect(invoices.map(({ amount }) => amount * 100)).toEqual([total - 100_000])
  await payer.pay({ invoice_id: invoices[0]?.invoice_id ?? '' })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({
    paid: total,
    surplus: 0,
    unneeded: 'none',
    ereceipts: [{ step: 'issued', amount: total - 100_000 }],
  })
})

test('a cart with cash cannot be changed, discarded or parked until the cash is given back', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '500' })
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  const code = products[0]?.code ?? ''
  const refused = { ok: false, error: { name: 'SALE_TENDERED' } }
  expect(await till.reply('addProduct', { code })).toMatchObject(refused)
  expect(await till.reply('discardSale', { saleId })).toMatchObject(refused)
  expect(await till.reply('parkSale', { saleId, label: '' })).toMatchObject(refused)
  const state = await stateOf(till, saleId)
  const tenderId = state.name === 'open' ? (state.tenders[0]?.id ?? '') : ''
  await till.ask('returnTender', { saleId, tenderId })
  await till.ask('addProduct', { code })
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'open', tenders: [] })
})

test('cash instead of a shown QR sells at once, and the QR is cancelled afterwards', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice, total } = await chargedSale(till)
  await till.ask('takeTender', { saleId, received: typed(total + 100_000) })
  expect((await stateOf(till, saleId)).name).not.toBe('awaiting-payment')
  await till.until(saleId, 'completed')
  await eventually(async () =>
    expect((await payer.state()).invoices).toMatchObject([
      { invoice_id: invoice.invoiceId, status: 'CANCELLED' },
    ]),
  )
  await eventually(async () => expect(await stateOf(till, saleId)).toMatchObject({ unneeded: 'cancelled' }))
})

test('cash that is less than the QR’s amount is refused and not taken', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await chargedSale(till)
  expect(await till.reply('takeTender', { saleId, received: '1' })).toMatchObject({
    ok: false,
    error: { name: 'CASH_TOO_LITTLE' },
  })
  expect((await stateOf(till, saleId)).name).toBe('awaiting-payment')
})

test('a payer who scanned the QR before the cash was taken appears in the attention list', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice, total } = await chargedSale(till)
  await payer.faults([{ method: 'DELETE', path: '/v2/invoice/{id}', effect: '500', times: 2 }])
  await till.ask('takeTender', { saleId, received: '' })
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.untilView((view) => view.attention > 0)
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({ cause: 'paid-twice', amount: total, saleId })
  await decide(till, item, 'repaid-cash')
  expect(await till.ask('listAttention')).toEqual([])
  const { events } = await till.ask('getSale', { saleId })
  expect(events.map(({ event }) => event)).toContainEqual({
    kind: 'attention-settled',
    cause: 'paid-twice',
    resolution: 'repaid-cash',
    by: null,
    amount: total,
    shares: [{ paymentId: await paymentOf(payer, invoice.invoiceId), amount: total }],
  })
})

test('the rest of a partly paid QR can be taken in cash, and what is asked of the QR can change something', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice, total } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
  await till.until(saleId, 'partly-paid')
  await till.ask('takeTender', { saleId, received: '' })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({
    paid: total,
    tenders: [{ amount: total - 50_000, change: 0 }],
    ereceipts: [{ step: 'issued', amount: 50_000 }],
  })
  // The service cancels no invoice with a payment, so nobody is asked to try that again.
  const item = await waiting(till, 'invoice-left-open')
  expect(item).toMatchObject({ amount: total - 50_000, resolutions: ['seen'] })
  await decide(till, item, 'seen')
  expect(await attentionIn(till)).toEqual([])
})

test('a cancelled sale with a part in cash has an attention item until the cash is given back', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  await till.charge(saleId)
  await till.cancel(saleId)
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({ cause: 'cash-held', amount: 100_000, resolutions: ['refunded'] })
  await decide(till, item, 'refunded')
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'cancelled', tenders: [] })
  expect(await till.ask('listAttention')).toEqual([])
})

describe('a payer who paid a part in cash and leaves gets it back', () => {
  const CANCEL = { method: 'DELETE', path: '/v2/invoice/{id}' } as const
  const GET = { method: 'GET', path: '/v2/invoice/{id}' } as const
  const NO = { effect: 'answer', status: 403, json: { error_code: 'NO_PERMISSION' }, rate: 1 } as const
  const leaves = async (trouble: (payer: PracticeControl) => Promise<void>, stands: object) => {
    const { till, payer } = await tillAtPractice()
    await till.ask('openShift', { float: '' })
    const { saleId, total } = await rungUp(till)
    await till.ask('takeTender', { saleId, received: '500' })
    await till.charge(saleId)
    await trouble(payer)
    await till.ask('cancelCharge', { saleId })
    await expect.poll(() => stateOf(till, saleId)).toMatchObject(stands)
    expect(await attentionIn(till)).toEqual([])
    const pressedAgain = async () => {
      await till.ask('cancelCharge', { saleId })
      return (await stateOf(till, saleId)).name
    }
    await expect.poll(pressedAgain).toBe('cancelled')
    await decide(till, await waiting(till, 'cash-held'), 'refunded')
    expect((await totalsNow(till)).drawer.expected).toBe(0)
    return { till, payer, saleId, due: total - tugriks(500) }
  }

  test('even when the service refuses to cancel the QR: a person is told that it can be paid, and of money that comes', async () => {
    const { till, payer, saleId, due } = await leaves((at) => at.faults([{ ...CANCEL, ...NO }]), {
      name: 'awaiting-payment',
      refused: { name: 'REQUEST_REFUSED' },
    })
    expect(await waiting(till, 'invoice-left-open')).toMatchObject({ amount: due })
    const { invoices } = await payer.state()
    await payer.pay({ invoice_id: invoices[0]?.invoice_id ?? '' })
    await look(till, saleId)
    expect(await attentionIn(till)).toEqual([['late-money', due]])
  })

  test('even when the outcome of the cancellation is unknown: it is found out in the background', async () => {
    const lost: readonly FaultRequest[] = [
      { ...CANCEL, effect: 'reset-before' },
      { ...GET, ...NO },
    ]
    const { till, payer, saleId, due } = await leaves((at) => at.faults(lost), {
      name: 'cancelling',
      step: 'unknown',
    })
    expect(await till.ask('listWaiting')).toMatchObject([{ saleId, work: 'cancellation' }])
    await till.ask('giveUpWork', { saleId, work: 'cancellation' })
    expect(await attentionIn(till)).toEqual([['invoice-left-open', due]])
    await payer.faults(null)
    await decide(till, await waiting(till, 'invoice-left-open'), 'tried-again')
    await expect.poll(async () => (await payer.state()).invoices).toMatchObject([{ status: 'CANCELLED' }])
  })

  test('even without a connection: the QR is cancelled later', async () => {
    const { till, payer } = await leaves((at) => at.line({ up: false }), {
      name: 'cancelling',
      step: 'waiting',
      failure: { name: 'NO_CONNECTION' },
    })
    expect(await till.ask('listWaiting')).toMatchObject([{ work: 'cancellation' }])
    await payer.line({ up: true })
    await expect.poll(async () => (await payer.state()).invoices).toMatchObject([{ status: 'CANCELLED' }])
    expect(await attentionIn(till)).toEqual([])
  })
})

test('selling for late money of a split sale whose cash went back asks for the whole rest in cash', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  const { invoiceId } = await till.charge(saleId)
  await till.cancel(saleId)
  const [held] = await till.ask('listAttention')
  await decide(till, held, 'refunded')
  await payer.pay({ invoice_id: invoiceId, amount: 500 })
  await till.check(saleId, 'late-payment')
  const [late] = await till.ask('listAttention')
  expect(late).toMatchObject({ cause: 'late-money', missing: total - 50_000 })
  await decide(till, late, 'sold-with-cash')
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({ paid: total, surplus: 0 })
})

test('late money that was repaid is not asked for again when more comes', async () => {
  const { till, payer } = await tillAtPractice()
  const {
    saleId,
    invoice: { invoiceId },
  } = await chargedSale(till)
  await till.cancel(saleId)
  const lateMoney = async (tugriks: number) => {
    await payer.pay({ invoice_id: invoiceId, amount: tugriks })
    await till.ask('checkNow', { saleId })
    await eventually(async () => expect(await till.ask('listAttention')).toHaveLength(1))
    const [item] = await till.ask('listAttention')
    return item
  }
  const first = await lateMoney(300)
  await decide(till, first, 'repaid-transfer')
  const second = await lateMoney(500)
  expect(second).toMatchObject({
    cause: 'late-money',
    amount: 50_000,
    resolutions: ['repaid-cash', 'repaid-transfer'],
  })
  await decide(till, second, 'repaid-cash')
  expect(await till.ask('listAttention')).toEqual([])
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'late-payment', paid: 80_000, owed: 0 })
})

test('a command with the same key is carried out once, also after a restart', async () => {
  const { till, folder, address } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  const request = { saleId, received: '500' }
  const key = 'key-of-this-tender'
  await Promise.all([
    till.terminal.answer('takeTender', request, key),
    till.terminal.answer('takeTender', request, key),
  ])
  await till.terminal.answer('takeTender', request, key)
  await till.stop()
  const again = await startTill({ folder, practice: address })
  expect(await again.terminal.answer('takeTender', request, key)).toEqual({ ok: true, value: undefined })
  expect(await stateOf(again, saleId)).toMatchObject({ name: 'open', tenders: [{ received: 50_000 }] })
})

test.each(['abc', '-5', '0', '1e9999', '99999999999999999999', '5 000 000 000 000 000', '10000.50'])(
  'cash of "%s" is refused and nothing is taken',
  async (received) => {
    const { till } = await tillAtPractice()
    const { saleId } = await rungUp(till, 1)
    expect(await till.reply('takeTender', { saleId, received })).toMatchObject({
      ok: false,
      error: { name: 'AMOUNT_INVALID' },
    })
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'open', tenders: [] })
  },
)
