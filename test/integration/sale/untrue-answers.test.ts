/**
 * The client and a service that answers completely but untruly: what the client takes for a fact, what it takes for
 * proof, and what it leaves open. The practice service's control port sets the faults.
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { machineClock, silentLog } from '../../../main/base/clock-and-log.ts'
import {
  createServiceClient,
  findInvoices,
  type InvoiceRequest,
  type ServiceClient,
  ServiceFailed,
  type ServiceFailure,
} from '../../../main/payment-service/client/index.ts'
import {
  type BreakingEffect,
  type FaultRequest,
  type PracticeControl,
  practiceControl,
  startPracticeWithFaults,
} from '../../../scripts/run/practice/index.ts'
import { handClock } from '../../support/hand-clock.ts'

const NUMBER = 'K01-261120-0001-ABCD'
const CHECK = { method: 'POST', path: '/v2/payment/check' } as const
const LIST = { method: 'POST', path: '/v2/invoice/list' } as const
const CREATE = { method: 'POST', path: '/v2/invoice' } as const
const REFUND = { method: 'POST', path: '/v2/payment/refund/{id}' } as const
const ISSUE = { method: 'POST', path: '/v2/ebarimt_v3/create' } as const

type Shop = {
  readonly client: ServiceClient
  readonly payer: PracticeControl
  readonly clock: ReturnType<typeof handClock>
  readonly create: () => Promise<string>
  /** A paid invoice. */
  readonly paid: (type?: 'P2P' | 'CARD') => Promise<{ invoiceId: string; paymentId: string }>
}

async function openShop(): Promise<Shop> {
  const clock = handClock()
  const practice = await startPracticeWithFaults({ clock, log: silentLog })
  const { url, username, password, invoice_code } = practice.address
  const client = createServiceClient({
    baseUrl: url,
    credentials: { username, password },
    clock: machineClock,
    log: silentLog,
    random: () => 0,
  })
  onTestFinished(async () => {
    await client.close()
    await practice.stop()
  })
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
    paid: async (type = 'P2P') => {
      const invoiceId = await create()
      return { invoiceId, paymentId: (await payer.pay({ invoice_id: invoiceId, type })).payment_id }
    },
  }
}

async function failureOf(call: Promise<unknown>): Promise<ServiceFailure> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ServiceFailed) return error.failure
  throw error
}

type Untrue = Exclude<FaultRequest['effect'], BreakingEffect | 'answer' | 'changed'>
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

test('a refusal because of a used number is marked as such, and the invoice is found', async () => {
  const { client, payer, create } = await openShop()
  await payer.merchant({ used_number: 'refused' })
  const invoiceId = await create()
  await client.cancelInvoice(invoiceId)
  expect(await failureOf(create())).toMatchObject({
    name: 'REQUEST_REFUSED',
    numberMayExist: true,
    outcomeUnknown: false,
  })
  expect(await findInvoices(client, NUMBER)).toMatchObject({
    invoices: [{ invoiceId, status: 'CANCELLED' }],
    complete: true,
  })
})

test.for([
  [{ json: { code: 'NOT_DONE', message: 'Амжилтгүй' } }, 'BAD_ANSWER'],
  [{ json: { error_code: 'NOT_DONE', message: 'Амжилтгүй' } }, 'BAD_ANSWER'],
  [{ json: { status: false } }, 'BAD_ANSWER'],
  [{ json: 'PAYMENT_NOT_PAID' }, 'BAD_ANSWER'],
  [{ json: [] }, 'BAD_ANSWER'],
  [{ json: null }, 'BAD_ANSWER'],
] satisfies [Partial<FaultRequest>, string][])(
  'a refund that was answered with %j under 200 may be done or not',
  async ([answer, name]) => {
    const { client, payer, paid } = await openShop()
    for (const done of [false, true]) {
      const { paymentId } = await paid('CARD')
      await payer.faults([{ ...REFUND, effect: 'answer', ...answer, done }])
      expect(await failureOf(client.refundPayment(paymentId))).toMatchObject({ name, outcomeUnknown: true })
      expect(await client.getPayment(paymentId)).toMatchObject({ status: done ? 'REFUNDED' : 'PAID' })
    }
  },
)

describe('money', () => {
  test('in dollars is kept apart from money in tugriks', async () => {
    const { client, payer, create } = await openShop()
    const invoice_id = await create()
    await payer.pay({ invoice_id, amount: 10, currency: 'USD' })
    await payer.pay({ invoice_id })
    const { payments } = await client.checkPayment(invoice_id)
    expect(payments).toMatchObject([
      { status: 'PAID', amount: 1_000, currency: 'USD' },
      { status: 'PAID', amount: 435_000 },
    ])
    expect(payments[1]).not.toHaveProperty('currency')
  })

  test('is read from the rows, whatever the check says of their sum', async () => {
    const { client, payer, paid } = await openShop()
    const { invoiceId } = await paid()
    await payer.faults([
      { ...CHECK, effect: 'changed', set: { paid_amount: null } },
      { ...CHECK, effect: 'changed', set: { paid_amount: 0.30000000000000004 } },
      { ...CHECK, effect: 'missing-field', field: 'paid_amount' },
    ])
    for (const _ of ['null', 'float', 'missing'])
      expect(await client.checkPayment(invoiceId)).toMatchObject({
        payments: [{ amount: 435_000 }],
        complete: true,
      })
  })

  test('that went back elsewhere in part is a smaller amount of the same payment', async () => {
    const { client, payer, paid } = await openShop()
    const { invoiceId, paymentId } = await paid('CARD')
    await payer.settle({ payment_id: paymentId, amount: 350 })
    expect((await client.checkPayment(invoiceId)).payments).toMatchObject([
      { paymentId, status: 'PAID', amount: 35_000 },
    ])
  })
})

describe('an e-receipt', () => {
  const request = (payment_id: string) => ({ payment_id, ebarimt_receiver_type: '83' }) as const

  test.for([
    [{ status: false }, { status: 'CREATED', statusWord: null }],
    [{ barimt_status: 'PENDING' }, { status: 'unknown', statusWord: 'PENDING' }],
    [{ barimt_status: 'CANCELLED' }, { status: 'CANCELLED', statusWord: null }],
  ] as const)('that says %j is not active', async ([set, told]) => {
    const { client, payer, paid } = await openShop()
    const { paymentId } = await paid()
    await payer.faults([{ ...ISSUE, effect: 'changed', set }])
    expect(await client.createEbarimt(request(paymentId))).toMatchObject({ ...told, active: false })
    expect(await client.createEbarimt(request(paymentId))).toMatchObject({ active: true })
  })

  test('shows the receiver that the service gave it, also another one', async () => {
    const { client, payer, paid } = await openShop()
    const { paymentId } = await paid()
    const set = { ebarimt_receiver_type: '84', ebarimt_receiver: '6234567' }
    await payer.faults([{ ...ISSUE, effect: 'changed', set }])
    expect(await client.createEbarimt(request(paymentId))).toMatchObject({
      receiverType: '84',
      receiver: '6234567',
      active: true,
    })
  })

  test('is refused for a while after its payment was listed as paid', async () => {
    const { client, payer, paid } = await openShop()
    await payer.faults([{ ...ISSUE, effect: 'stale', ms: 3_000, rate: 1 }])
    const { invoiceId, paymentId } = await paid()
    expect((await client.checkPayment(invoiceId)).payments).toMatchObject([{ status: 'PAID' }])
    expect(await failureOf(client.createEbarimt(request(paymentId)))).toMatchObject({
      name: 'PAYMENT_NOTFOUND',
      outcomeUnknown: false,
    })
    await payer.advanceClock(3)
    expect(await client.createEbarimt(request(paymentId))).toMatchObject({ active: true })
  })
})

test('a payment that was just refunded is not found for a while', async () => {
  const { client, payer, paid } = await openShop()
  const { paymentId } = await paid('CARD')
  const get = { method: 'GET', path: '/v2/payment/{id}', about: paymentId } as const
  await payer.faults([
    { ...REFUND, effect: 'answer', status: 400, json: { error_code: 'PAYMENT_NOT_PAID' }, done: true },
    { ...get, effect: 'vanished', for_ms: 3_000 },
  ])
  expect(await failureOf(client.refundPayment(paymentId))).toMatchObject({ name: 'PAYMENT_NOT_PAID' })
  expect(await failureOf(client.getPayment(paymentId))).toMatchObject({
    name: 'PAYMENT_NOTFOUND',
    status: 404,
  })
  await payer.advanceClock(3)
  expect(await client.getPayment(paymentId)).toMatchObject({ status: 'REFUNDED' })
})
