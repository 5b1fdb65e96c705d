/**
 * The client and a service that answers completely but untruly: what the client takes for a fact, what it takes for
 * proof, and what it leaves open. The practice service's control port sets the faults.
 */
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { findInvoices, type InvoiceRequest } from '../../../main/payment-service/client/index.ts'
import {
  type BreakingEffect,
  type FaultRequest,
  practiceControl,
  startPracticeWithFaults,
} from '../../../scripts/run/practice/index.ts'
import { handClock } from '../../support/hand-clock.ts'
import { clientOf, failureOf } from '../../unit/payment-service/client/scripted-service.ts'

const NUMBER = 'K01-261120-0001-ABCD'
const CHECK = { method: 'POST', path: '/v2/payment/check' } as const
const LIST = { method: 'POST', path: '/v2/invoice/list' } as const
const CREATE = { method: 'POST', path: '/v2/invoice' } as const
const ISSUE = { method: 'POST', path: '/v2/ebarimt_v3/create' } as const

async function openShop() {
  const clock = handClock()
  const practice = await startPracticeWithFaults({ clock, log: silentLog })
  const { url, username, password, invoice_code } = practice.address
  onTestFinished(() => practice.stop())
  const client = clientOf(url, { credentials: { username, password } })
  const invoice: InvoiceRequest = {
    shape: 'simple',
    invoice_code,
    sender_invoice_no: NUMBER,
    invoice_receiver_code: 'terminal',
    invoice_description: 'Туршилт',
    callback_url: 'https://pos.invalid/callback',
    amount: 4350,
  }
  const payer = practiceControl(practice.address)
  const create = async () => (await client.createInvoice(invoice)).invoiceId
  return {
    client,
    payer,
    clock,
    create,
    /** A paid invoice. */
    paid: async () => {
      const invoiceId = await create()
      return { invoiceId, paymentId: (await payer.pay({ invoice_id: invoiceId })).payment_id }
    },
  }
}

type Untrue = Exclude<FaultRequest['effect'], BreakingEffect | 'answer' | 'changed' | 'fine-vat'>
/**
 * Of two existing rows: how many the client reads, and whether it calls the answer whole. A row that the service leaves
 * out consistently cannot be noticed.
 */
const UNTRUE: Readonly<Record<Untrue, readonly [rows: number, complete: boolean]>> = {
  stale: [1, true],
  vanished: [1, true],
  'short-list': [1, false],
  'small-pages': [2, true],
  'repeated-page': [1, false],
  'changing-count': [2, false],
}

for (const [effect, expected] of Object.entries(UNTRUE) as [Untrue, readonly [number, boolean]][]) {
  const words = `${expected[0]} of two rows, and reports ${expected[1] ? 'a complete list' : 'that rows may be missing'}`
  test(`${effect}: a check gives ${words}`, async () => {
    const { client, payer, paid } = await openShop()
    const { invoiceId } = await paid()
    await payer.advanceClock(10)
    await payer.pay({ invoice_id: invoiceId })
    await payer.faults([{ ...CHECK, effect, rate: 1 }])
    const { payments, complete } = await client.checkPayment(invoiceId)
    expect([payments.length, complete]).toEqual(expected)
    await payer.faults(null)
    expect(await client.checkPayment(invoiceId)).toMatchObject({ payments: [{}, {}], complete: true })
  })

  test(`${effect}: a lookup by number gives ${words}`, async () => {
    const { client, payer, create } = await openShop()
    await create()
    await payer.advanceClock(10)
    await create()
    await payer.faults([{ ...LIST, effect, rate: 1 }])
    const { invoices, complete } = await findInvoices(client, NUMBER)
    expect([invoices.length, complete]).toEqual(expected)
  })
}

test('an invoice that is made late is absent at first and found later', async () => {
  const { client, payer, clock, create } = await openShop()
  await payer.faults([{ ...CREATE, effect: '502', done: 'late', late_ms: 4_000 }])
  expect(await failureOf(create())).toMatchObject({ name: 'SERVICE_ERROR', outcomeUnknown: true })
  expect(await findInvoices(client, NUMBER)).toEqual({ invoices: [], complete: true })
  clock.advance(4_000)
  await expect
    .poll(async () => (await findInvoices(client, NUMBER)).invoices)
    .toMatchObject([{ senderInvoiceNo: NUMBER, status: 'OPEN', amount: 435_000 }])
})

test('an e-receipt is refused for a while after its payment was listed as paid', async () => {
  const { client, payer, paid } = await openShop()
  await payer.faults([{ ...ISSUE, effect: 'stale', ms: 3_000, rate: 1 }])
  const { invoiceId, paymentId: payment_id } = await paid()
  expect((await client.checkPayment(invoiceId)).payments).toMatchObject([{ status: 'PAID' }])
  const issue = () => client.createEbarimt({ payment_id, ebarimt_receiver_type: '83' })
  expect(await failureOf(issue())).toMatchObject({ name: 'PAYMENT_NOTFOUND', outcomeUnknown: false })
  await payer.advanceClock(3)
  expect(await issue()).toMatchObject({ active: true })
})
