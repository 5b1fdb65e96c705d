/** The merchant can be changed or removed only when none of its sales can need the service any more. */
import { expect, test } from 'vitest'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import type { FaultRequest } from '../../../scripts/run/practice/index.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { kindsOf } from '../../support/looks.ts'
import { entersOwnShop } from '../../support/own-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'

const asMerchant = ({ url, username, password, invoice_code }: PracticeAddress) => ({
  baseUrl: url,
  username,
  password,
  invoiceCode: invoice_code,
})

async function tillOfMerchant() {
  const practice = await openPractice()
  const { address, payer } = await openPractice()
  const other = await openPractice()
  const till = await startTill({
    folder: temporaryFolder(),
    practice: practice.address,
    clock: fastClock(50),
    timeouts: { connectMs: 2_000, answerMs: 2_000 },
  })
  await entersOwnShop(till)
  await till.ask('connectMerchant', asMerchant(address))
  return { till, payer, change: () => till.reply('connectMerchant', asMerchant(other.address)) }
}

test('nothing is known of the connection before the first request, and a sign-in that succeeds means connected', async () => {
  const practice = await openPractice()
  const { address } = await openPractice()
  const till = await startTill({ folder: temporaryFolder(), practice: practice.address })
  await entersOwnShop(till)
  expect((await till.view()).connection.state).toBe('untried')
  const wrong = { ...asMerchant(address), password: 'wrong' }
  expect(await till.reply('connectMerchant', wrong)).toMatchObject({ ok: false })
  expect((await till.view()).connection.state).toBe('untried')
  await till.ask('connectMerchant', asMerchant(address))
  expect(await till.view()).toMatchObject({ mode: 'live', connection: { state: 'connected' } })
})

const WAITS: FaultRequest = { effect: '429', times: 10_000 }
const REFUSED: FaultRequest = { effect: 'answer', status: 400, json: { error_code: 'NOT_TODAY' }, rate: 1 }

test.each([
  ['whose cancellation waits', WAITS, 'cancel-waiting'],
  ['whose QR the service would not cancel', REFUSED, 'cancel-refused'],
] as const)(
  'a cancelled sale %s keeps its merchant until its QR can no longer be paid',
  async (_words, fault, kind) => {
    const { till, payer, change } = await tillOfMerchant()
    const { saleId } = await chargedSale(till)
    const invoiceStatus = async () => (await payer.state()).invoices.at(-1)?.status
    await payer.faults([{ method: 'DELETE', path: '/v2/invoice/{id}', ...fault }])
    await till.ask('cancelCharge', { saleId })
    await expect.poll(() => kindsOf(till, saleId)).toContain(kind)
    await till.cancel(saleId)
    const { settings } = await till.view()

    const refusal = { ok: false, error: { name: 'SALES_UNFINISHED' } }
    expect(await change()).toMatchObject(refusal)
    expect(await till.reply('leaveMerchant')).toMatchObject(refusal)
    expect(await till.view()).toMatchObject({ mode: 'live', settings })
    expect(await invoiceStatus()).toBe('OPEN')

    await payer.faults(null)
    for (const item of await till.ask('listAttention')) await decide(till, item, 'tried-again')
    await expect.poll(invoiceStatus).toBe('CANCELLED')
    await expect.poll(() => kindsOf(till, saleId)).toContain('invoice-cancelled')
    expect(await change()).toMatchObject({ ok: true })
  },
)
