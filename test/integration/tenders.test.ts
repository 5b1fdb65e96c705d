/** Cash, cash with change, cash beside a QR and instead of one: on the real terminal, the service over real HTTP. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { chargedSale, rungUp, stateOf } from '../support/charged-sale.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice, startTill } from '../support/terminal.ts'

async function tillAtPractice() {
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  const till = await startTill({ folder, practice: address })
  return { till, payer, folder, address }
}

/** "12345.67" out of hundredths, as a cashier types it. */
const typed = (hundredths: number): string => String(hundredths / 100)

test('a sale for cash is sold and printed with its change, and the service hears nothing of it', async () => {
  const { till, payer, folder } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeCash', { saleId, received: typed(total + 50_000) })
  const done = await till.until(saleId, 'completed')
  expect(done?.sale.state).toMatchObject({
    paid: total,
    surplus: 0,
    cash: [{ amount: total, received: total + 50_000, change: 50_000 }],
    invoice: null,
    ereceipts: [],
  })
  expect(readdirSync(join(folder, 'practice-receipts'))).toHaveLength(2)
  expect((await payer.state()).requests).toEqual({})
})

test('with no line at all a sale for cash is completed all the same', async () => {
  const { till, payer } = await tillAtPractice()
  await payer.line({ up: false })
  const { saleId } = await rungUp(till)
  await till.ask('takeCash', { saleId, received: '' })
  await till.until(saleId, 'completed')
})

test('a part in cash leaves the rest for the QR, which is made for just that', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeCash', { saleId, received: '1000' })
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  expect(shown?.sale.state).toMatchObject({ due: total - 100_000, total })
  const { invoices } = await payer.state()
  expect(invoices.map(({ amount }) => amount * 100)).toEqual([total - 100_000])
  await payer.pay({ invoice_id: invoices[0]?.invoice_id ?? '' })
  const done = await till.until(saleId, 'completed')
  expect(done?.sale.state).toMatchObject({
    paid: total,
    surplus: 0,
    retiring: null,
    ereceipts: [{ step: 'issued', amount: total - 100_000 }],
  })
})

test('cash that was taken holds the goods until it is given back', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  await till.ask('takeCash', { saleId, received: '500' })
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  const code = products[0]?.code ?? ''
  const refused = { ok: false, error: { name: 'SALE_TENDERED' } }
  expect(await till.reply('addProduct', { code })).toMatchObject(refused)
  expect(await till.reply('discardSale', { saleId })).toMatchObject(refused)
  expect(await till.reply('parkSale', { saleId, label: '' })).toMatchObject(refused)
  const state = await stateOf(till, saleId)
  const tenderId = state.name === 'open' ? (state.cash[0]?.id ?? '') : ''
  await till.ask('returnCash', { saleId, tenderId })
  await till.ask('addProduct', { code })
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'open', cash: [] })
})

test('cash instead of a QR that is up sells at once, and the QR is cancelled behind it', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice, total } = await chargedSale(till)
  await till.ask('takeCash', { saleId, received: typed(total + 100_000) })
  expect((await stateOf(till, saleId)).name).not.toBe('awaiting-payment')
  await till.until(saleId, 'completed')
  await vi.waitFor(async () =>
    expect((await payer.state()).invoices).toMatchObject([
      { invoice_id: invoice.invoiceId, status: 'CANCELLED' },
    ]),
  )
  await vi.waitFor(async () =>
    expect(await stateOf(till, saleId)).toMatchObject({ retiring: { step: 'cancelled' } }),
  )
})

test('cash that does not cover what the QR asks for is refused, and nothing is taken', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await chargedSale(till)
  expect(await till.reply('takeCash', { saleId, received: '1' })).toMatchObject({
    ok: false,
    error: { name: 'CASH_TOO_LITTLE' },
  })
  expect((await stateOf(till, saleId)).name).toBe('awaiting-payment')
})

test('a payer who scanned the QR before the cash was taken appears in the attention list', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice, total } = await chargedSale(till)
  await payer.faults([{ method: 'DELETE', path: '/v2/invoice/{id}', effect: '500', times: 2 }])
  await till.ask('takeCash', { saleId, received: '' })
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.untilView((view) => view.attention > 0)
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({ cause: 'paid-twice', amount: total, saleId })
  await till.ask('settleAttention', { id: item?.id ?? 0, remedy: 'repaid-cash' })
  expect(await till.ask('listAttention')).toEqual([])
  const { events } = await till.ask('getSale', { saleId })
  expect(events.map(({ event }) => event)).toContainEqual({
    kind: 'attention-settled',
    cause: 'paid-twice',
    remedy: 'repaid-cash',
    amount: total,
  })
})

test('the rest of a QR that was paid in part is taken in cash', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice, total } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
  await till.until(saleId, 'partly-paid')
  await till.ask('takeCash', { saleId, received: '' })
  const done = await till.until(saleId, 'completed')
  expect(done?.sale.state).toMatchObject({
    paid: total,
    cash: [{ amount: total - 50_000, change: 0 }],
    ereceipts: [{ step: 'issued', amount: 50_000 }],
  })
})

test('a cancelled sale gives its part in cash back, and says so until it is done', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  await till.ask('takeCash', { saleId, received: '1000' })
  await till.ask('charge', { saleId })
  await till.until(saleId, 'awaiting-payment')
  await till.ask('cancelCharge', { saleId })
  await till.until(saleId, 'cancelled')
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({ cause: 'cash-held', amount: 100_000, remedies: ['repaid-cash'] })
  await till.ask('settleAttention', { id: item?.id ?? 0, remedy: 'repaid-cash' })
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'cancelled', cash: [] })
  expect(await till.ask('listAttention')).toEqual([])
})

test('late money for a split sale whose cash went back asks for all of the rest in cash', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeCash', { saleId, received: '1000' })
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  const invoiceId = shown?.sale.state.name === 'awaiting-payment' ? shown.sale.state.invoice.invoiceId : ''
  await till.ask('cancelCharge', { saleId })
  await till.until(saleId, 'cancelled')
  const [held] = await till.ask('listAttention')
  await till.ask('settleAttention', { id: held?.id ?? 0, remedy: 'repaid-cash' })
  await payer.pay({ invoice_id: invoiceId, amount: 500 })
  await till.ask('checkNow', { saleId })
  await till.until(saleId, 'paid-late')
  const [late] = await till.ask('listAttention')
  expect(late).toMatchObject({ cause: 'late-money', missing: total - 50_000 })
  await till.ask('settleAttention', { id: late?.id ?? 0, remedy: 'sold-with-cash' })
  const done = await till.until(saleId, 'completed')
  expect(done?.sale.state).toMatchObject({ paid: total, surplus: 0 })
})

test('late money that was given back is not asked for again when still more comes', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  const invoiceId = shown?.sale.state.name === 'awaiting-payment' ? shown.sale.state.invoice.invoiceId : ''
  await till.ask('cancelCharge', { saleId })
  await till.until(saleId, 'cancelled')
  const lateMoney = async (tugriks: number) => {
    await payer.pay({ invoice_id: invoiceId, amount: tugriks })
    await till.ask('checkNow', { saleId })
    await vi.waitFor(async () => expect(await till.ask('listAttention')).toHaveLength(1))
    const [item] = await till.ask('listAttention')
    return item
  }
  const first = await lateMoney(300)
  await till.ask('settleAttention', { id: first?.id ?? 0, remedy: 'repaid-transfer' })
  const second = await lateMoney(500)
  expect(second).toMatchObject({
    cause: 'late-money',
    amount: 50_000,
    remedies: ['repaid-cash', 'repaid-transfer'],
  })
  await till.ask('settleAttention', { id: second?.id ?? 0, remedy: 'repaid-cash' })
  expect(await till.ask('listAttention')).toEqual([])
  expect(await stateOf(till, saleId)).toMatchObject({ paid: 80_000, givenBack: 80_000 })
})

test('the same act is done once, however often it is sent, and even after a restart', async () => {
  const { till, folder, address } = await tillAtPractice()
  const { saleId } = await rungUp(till)
  const request = { saleId, received: '500' }
  const act = 'act-of-this-tender'
  await Promise.all([
    till.terminal.answer('takeCash', request, act),
    till.terminal.answer('takeCash', request, act),
  ])
  await till.terminal.answer('takeCash', request, act)
  await till.stop()
  const again = await startTill({ folder, practice: address })
  expect(await again.terminal.answer('takeCash', request, act)).toEqual({ ok: true, value: undefined })
  expect(await stateOf(again, saleId)).toMatchObject({ name: 'open', cash: [{ received: 50_000 }] })
})

test.each(['abc', '-5', '0', '1e9999', '99999999999999999999', '5 000 000 000 000 000'])(
  'cash of "%s" is refused and nothing is taken',
  async (received) => {
    const { till } = await tillAtPractice()
    const { saleId } = await rungUp(till, 1)
    expect(await till.reply('takeCash', { saleId, received })).toMatchObject({
      ok: false,
      error: { name: 'CASH_INVALID' },
    })
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'open', cash: [] })
  },
)
