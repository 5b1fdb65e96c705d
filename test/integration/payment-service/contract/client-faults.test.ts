/**
 * Every operation of the client with every fault of the practice service: what the caller is told, whether that is
 * true, and that an unknown outcome can be found out without doing anything twice.
 */
import { expect, type TestContext, test } from 'vitest'
import { machineClock, silentLog } from '../../../../main/base/clock-and-log.ts'
import {
  createServiceClient,
  type EbarimtRequest,
  findInvoices,
  type InvoiceRequest,
  type ServiceClient,
  ServiceFailed,
} from '../../../../main/payment-service/client/index.ts'
import type { PracticeAddress } from '../../../../main/payment-service/practice/index.ts'
import {
  type BreakingEffect as Effect,
  type FaultRequest,
  type PracticeControl,
  type PracticeState,
  practiceControl,
  startPracticeWithFaults,
} from '../../../../scripts/run/practice/index.ts'

/**
 * `done`: the call succeeded, after automatic repeats where they are allowed. `not done`: it failed and nothing was
 * done. `unknown`: the service may have done it. `unreadable`: a read that failed finally.
 */
type Outcome = 'done' | 'not done' | 'unknown' | 'unreadable'
type Outcomes = Readonly<Record<Effect, Outcome>>

const READ: Outcomes = {
  '429': 'done',
  '500': 'done',
  '502': 'done',
  html: 'unreadable',
  truncated: 'unreadable',
  'wrong-type': 'unreadable',
  'missing-field': 'unreadable',
  'reset-before': 'done',
  'reset-after': 'done',
  'hang-before': 'done',
  'hang-after': 'done',
  slow: 'done',
}
const WRITE: Outcomes = {
  '429': 'not done',
  '500': 'unknown',
  '502': 'unknown',
  html: 'unknown',
  truncated: 'unknown',
  'wrong-type': 'unknown',
  'missing-field': 'unknown',
  'reset-before': 'unknown',
  'reset-after': 'unknown',
  'hang-before': 'unknown',
  'hang-after': 'unknown',
  slow: 'done',
}
/** The success is an empty body, so these faults have nothing to change. */
const EMPTY_WRITE: Outcomes = { ...WRITE, truncated: 'done', 'wrong-type': 'done', 'missing-field': 'done' }
/** A login that was done without an answer needs no finding out: tokens are simply requested again. */
const LOGIN: Outcomes = {
  ...(Object.fromEntries(Object.keys(READ).map((effect) => [effect, 'not done'])) as Outcomes),
  html: 'unreadable',
  truncated: 'unreadable',
  'wrong-type': 'unreadable',
  'missing-field': 'unreadable',
  slow: 'done',
}
/** When a refresh fails, the client logs in or repeats the call. */
const REFRESH: Outcomes = Object.fromEntries(Object.keys(READ).map((effect) => [effect, 'done'])) as Outcomes

/** The faults after which the service has done the work all the same. */
const WORKED: ReadonlySet<Effect> = new Set([
  'truncated',
  'wrong-type',
  'missing-field',
  'reset-after',
  'hang-after',
  'slow',
])

type Parts = {
  readonly client: ServiceClient
  readonly payer: PracticeControl
  readonly address: PracticeAddress
  readonly number: string
}
/** An operation, prepared before any fault. */
type Ready = {
  readonly action: () => Promise<unknown>
  /** Whether the service has done it. */
  readonly isDone?: (state: PracticeState) => boolean
  /** Finds out in the operation's own way whether it was done. */
  readonly findOut?: () => Promise<boolean>
}
type Row = { readonly outcomes: Outcomes; readonly prepare: (parts: Parts) => Promise<Ready> }

const invoiceFor = ({ address, number }: Parts): InvoiceRequest => ({
  shape: 'ebarimt',
  invoice_code: address.invoice_code,
  sender_invoice_no: number,
  invoice_receiver_code: 'terminal',
  invoice_description: 'Туршилт',
  callback_url: 'https://pos.invalid/callback',
  tax_type: '1',
  district_code: '2406',
  lines: [{ tax_product_code: '1', line_description: 'Талх', line_quantity: '1', line_unit_price: '1500' }],
})

const invoiced = async (parts: Parts) => (await parts.client.createInvoice(invoiceFor(parts))).invoiceId
const paid = async (parts: Parts, type: 'CARD' | 'P2P' = 'P2P') => {
  const invoice_id = await invoiced(parts)
  return { invoice_id, ...(await parts.payer.pay({ invoice_id, type })) }
}
const ebarimtFor = (payment_id: string): EbarimtRequest => ({ payment_id, ebarimt_receiver_type: '83' })
const receiptsOf = (state: PracticeState, paymentId: string, status: string) =>
  state.ereceipts.filter((one) => one.payment_id === paymentId && one.status === status)
const paymentStatus = (state: PracticeState, paymentId: string) =>
  state.payments.find((one) => one.payment_id === paymentId)?.status

const reversal = (kind: 'cancelPayment' | 'refundPayment', after: string): Row => ({
  outcomes: EMPTY_WRITE,
  prepare: async (parts) => {
    const { payment_id } = await paid(parts, 'CARD')
    return {
      action: () => parts.client[kind](payment_id, { note: 'Буцаалт' }),
      isDone: (state) => paymentStatus(state, payment_id) === after,
      findOut: async () => (await parts.client.getPayment(payment_id)).status !== 'PAID',
    }
  },
})

const reading = (action: (parts: Parts, invoiceId: string, paymentId: string) => Promise<unknown>): Row => ({
  outcomes: READ,
  prepare: async (parts) => {
    const { invoice_id, payment_id } = await paid(parts)
    return { action: () => action(parts, invoice_id, payment_id) }
  },
})

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

const ROWS: Readonly<Record<string, Row>> = {
  'POST /v2/auth/token': {
    outcomes: LOGIN,
    prepare: async ({ client }) => ({ action: () => client.tryCredentials() }),
  },
  'POST /v2/auth/refresh': {
    outcomes: REFRESH,
    prepare: async (parts) => {
      const invoiceId = await invoiced(parts)
      await parts.payer.advanceClock(600)
      return { action: () => parts.client.checkPayment(invoiceId) }
    },
  },
  'POST /v2/invoice': {
    outcomes: WRITE,
    prepare: async (parts) => ({
      action: () => parts.client.createInvoice(invoiceFor(parts)),
      isDone: (state) => state.invoices.some((one) => one.sender_invoice_no === parts.number),
      findOut: async () => (await findInvoices(parts.client, parts.number)).invoices.length === 1,
    }),
  },
  'GET /v2/invoice/{id}': {
    ...reading(({ client }, invoiceId) => client.getInvoice(invoiceId)),
    // The client shows nothing of this field list, so a missing field does not matter.
    outcomes: { ...READ, 'missing-field': 'done' },
  },
  'DELETE /v2/invoice/{id}': {
    outcomes: EMPTY_WRITE,
    prepare: async (parts) => {
      const invoiceId = await invoiced(parts)
      return {
        action: () => parts.client.cancelInvoice(invoiceId),
        isDone: (state) =>
          state.invoices.some((one) => one.invoice_id === invoiceId && one.status === 'CANCELLED'),
        findOut: async () => (await parts.client.getInvoice(invoiceId)).status === 'CANCELLED',
      }
    },
  },
  'POST /v2/invoice/list': reading(({ client, number }) =>
    client.listInvoices({ sender_invoice_no: number }),
  ),
  'POST /v2/invoice/check': reading(({ client }, invoiceId) => client.checkInvoice(invoiceId)),
  'GET /v2/payment/{id}': reading(({ client }, _invoiceId, paymentId) => client.getPayment(paymentId)),
  'POST /v2/payment/check': reading(({ client }, invoiceId) => client.checkPayment(invoiceId)),
  'POST /v2/payment/list': reading(({ client }, object_id) =>
    client.listPayments({ object_id, start_date: '2020-01-01', end_date: today() }),
  ),
  'POST /v2/payment/cancel/{id}': reversal('cancelPayment', 'CANCELLED'),
  'POST /v2/payment/refund/{id}': reversal('refundPayment', 'REFUNDED'),
  'POST /v2/ebarimt_v3/create': {
    outcomes: WRITE,
    prepare: async (parts) => {
      const { payment_id } = await paid(parts)
      const active = async () => receiptsOf(await parts.payer.state(), payment_id, 'CREATED').length
      return {
        action: () => parts.client.createEbarimt(ebarimtFor(payment_id)),
        isDone: (state) => receiptsOf(state, payment_id, 'CREATED').length === 1,
        // Finding out means doing it again: after the answer there is one e-receipt and no second one.
        findOut: async () => {
          const before = (await active()) === 1
          await parts.client.createEbarimt(ebarimtFor(payment_id))
          expect(await active()).toBe(1)
          return before
        },
      }
    },
  },
  'DELETE /v2/ebarimt_v3/{id}': {
    outcomes: WRITE,
    prepare: async (parts) => {
      const { payment_id } = await paid(parts)
      await parts.client.createEbarimt(ebarimtFor(payment_id))
      const voided = async () => receiptsOf(await parts.payer.state(), payment_id, 'CANCELLED').length
      return {
        action: () => parts.client.cancelEbarimt(payment_id),
        isDone: (state) => receiptsOf(state, payment_id, 'CANCELLED').length === 1,
        findOut: async () => {
          const before = (await voided()) === 1
          await parts.client.cancelEbarimt(payment_id).catch((error: unknown) => {
            // The first one was done.
            expect(error).toMatchObject({ failure: { name: 'EBARIMT_NOT_REGISTERED' } })
          })
          expect(await voided()).toBe(1)
          return before
        },
      }
    },
  },
}

/** The finish hook of the test's own context, because concurrent tests share no other. */
type Finish = TestContext['onTestFinished']

/** A client with the usual timeouts, except that it gives up on a silent service before the test does. */
function clientOf(finish: Finish, address: PracticeAddress, answerMs: number): ServiceClient {
  const client = createServiceClient({
    baseUrl: address.url,
    credentials: { username: address.username, password: address.password },
    clock: machineClock,
    log: silentLog,
    random: () => 0,
    timeouts: { answerMs },
  })
  finish(() => client.close())
  return client
}

async function practice(finish: Finish) {
  const service = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  finish(() => service.stop())
  return { address: service.address, payer: practiceControl(service.address) }
}

async function outcomeOf(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    await action()
    return 'done'
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    if (error.failure.outcomeUnknown) return 'unknown'
    return error.failure.name === 'BAD_ANSWER' ? 'unreadable' : 'not done'
  }
}

for (const [endpoint, row] of Object.entries(ROWS)) {
  const [method, path] = endpoint.split(' ') as [FaultRequest['method'], string]
  test.concurrent(`${endpoint}: every fault leads to its expected outcome, and an unknown outcome can be found out`, async ({
    onTestFinished: finish,
  }) => {
    const { address, payer } = await practice(finish)
    for (const [effect, expected] of Object.entries(row.outcomes) as [Effect, Outcome][]) {
      const client = clientOf(finish, address, effect.startsWith('hang') ? 5_000 : 15_000)
      const parts = { client, payer, address, number: `K01-${effect}` }
      const ready = await row.prepare(parts)
      await payer.faults([{ method, path, effect, ms: effect === 'slow' ? 10 : 5_000 }])
      expect(await outcomeOf(ready.action), effect).toBe(expected)
      if (!ready.isDone || !ready.findOut) continue
      const worked = expected === 'done' || WORKED.has(effect)
      expect(ready.isDone(await payer.state()), effect).toBe(worked)
      if (expected === 'unknown') expect(await ready.findOut(), effect).toBe(worked)
    }
  })
}

test('a rate limit at the service slows 60 calls down, and all succeed with few repeats', async ({
  onTestFinished: finish,
}) => {
  const { address, payer } = await practice(finish)
  const client = clientOf(finish, address, 15_000)
  const invoiceId = await invoiced({ client, payer, address, number: 'K01-1' })
  await payer.rateLimit(30)
  const before = performance.now()
  const checks = await Promise.allSettled(Array.from({ length: 60 }, () => client.checkPayment(invoiceId)))
  expect(checks.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(performance.now() - before).toBeGreaterThan(900)
  const asked = (await payer.state()).requests['POST /v2/payment/check'] ?? 0
  expect(asked).toBeLessThan(75)
})
