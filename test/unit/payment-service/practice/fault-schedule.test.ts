/** Faults other than broken answers: the service lags, leaves rows out, answers one thing and does another. */
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import {
  type FaultRequest,
  practiceControl,
  startPracticeWithFaults,
} from '../../../../scripts/run/practice/index.ts'
import { handClock } from '../../../support/hand-clock.ts'
import {
  type Answer,
  check,
  invoiced,
  paidInvoice,
  refusal,
  simpleInvoice,
  test,
  type Wire,
  wireTo,
} from './practice-under-test.ts'

const CREATE = { method: 'POST', path: '/v2/invoice' } as const
const CHECK = { method: 'POST', path: '/v2/payment/check' } as const
const LIST = { method: 'POST', path: '/v2/invoice/list' } as const
const REFUND = { method: 'POST', path: '/v2/payment/refund/{id}' } as const
const PAYMENT = { method: 'GET', path: '/v2/payment/{id}' } as const
const ISSUE = { method: 'POST', path: '/v2/ebarimt_v3/create' } as const
const NUMBER = 'K01-20260301-0001'

const list = (wire: Wire, offset = { page_number: 1, page_limit: 100 }) =>
  wire.call('POST', '/v2/invoice/list', { sender_invoice_no: NUMBER, offset })
const issue = (wire: Wire, payment_id: string) =>
  wire.call('POST', '/v2/ebarimt_v3/create', { payment_id, ebarimt_receiver_type: '83' })
const statuses = ({ body }: Answer): string[] =>
  body.rows.map((row: { payment_status: string }) => row.payment_status)
const times = async <Value>(count: number, action: () => Promise<Value>): Promise<Value[]> => {
  const values: Value[] = []
  for (let time = 0; time < count; time += 1) values.push(await action())
  return values
}

/** A service whose clock the test moves. */
async function practiceOnHandClock() {
  const clock = handClock()
  const practice = await startPracticeWithFaults({ clock, log: silentLog })
  onTestFinished(() => practice.stop())
  return { clock, wire: wireTo(practice.address), payer: practiceControl(practice.address) }
}

test('every fault in the guide is accepted as it is written there', async ({ payer }) => {
  const guide = readFileSync(new URL('../../../../docs/practice-service.md', import.meta.url), 'utf8')
  const shown = [...guide.matchAll(/`(\[\{".*?\}\])`/g)].map(([, json = '']) => JSON.parse(json))
  expect(shown.length).toBeGreaterThan(8)
  for (const faults of shown) await payer.faults(faults)
  expect((await payer.summary()).faults_waiting).toBe(shown.length)
})

describe('which requests a fault affects', () => {
  const fares = async (wire: Wire, count: number) =>
    (await times(count, () => list(wire))).map(({ status }) => status)

  test('a rate affects about that share, the same requests for the same seed, until it is ended', async ({
    wire,
    payer,
  }) => {
    const run = async (seed: number) => {
      await payer.faults([{ ...LIST, effect: '500', rate: 0.5, seed }])
      const answers = await fares(wire, 40)
      await payer.faults(null)
      return answers
    }
    const first = await run(7)
    expect(await run(7)).toEqual(first)
    expect(await run(8)).not.toEqual(first)
    const struck = first.filter((status) => status === 500).length
    expect(struck).toBeGreaterThan(10)
    expect(struck).toBeLessThan(30)
    expect(await fares(wire, 3)).toEqual([200, 200, 200])
    expect((await payer.summary()).faults).toMatchObject({ '500': expect.any(Number) })
  })

  test('each fault is counted under its name when it has one', async ({ wire, payer }) => {
    await payer.faults([
      { ...LIST, effect: '500', name: 'a bad day' },
      { ...LIST, effect: '500' },
    ])
    await fares(wire, 3)
    expect((await payer.summary()).faults).toEqual({ 'a bad day': 1, '500': 1 })
  })

  test('a duration ends by the service’s clock', async ({ wire, payer }) => {
    await payer.faults([{ ...LIST, effect: '500', for_ms: 3_000 }])
    expect(await fares(wire, 2)).toEqual([500, 500])
    await payer.advanceClock(3)
    expect(await fares(wire, 1)).toEqual([200])
    expect((await payer.summary()).faults_waiting).toBe(0)
  })

  test('a payment or invoice limits the fault to requests that name it', async ({ wire, payer }) => {
    const one = await paidInvoice(wire, payer, simpleInvoice(wire))
    const other = await paidInvoice(wire, payer, simpleInvoice(wire))
    await payer.faults([
      { effect: '500', about: one.payment_id, times: 9 },
      { effect: '429', about: one.invoice_id, times: 9 },
    ])
    const get = async (id: string) => (await wire.call('GET', `/v2/payment/${id}`)).status
    expect([await get(one.payment_id), await get(other.payment_id)]).toEqual([500, 200])
    expect([
      (await check(wire, one.invoice_id)).status,
      (await check(wire, other.invoice_id)).status,
    ]).toEqual([429, 200])
  })

  test('a request that several faults fit gets the first one whose rate says so', async ({ wire, payer }) => {
    await payer.faults([
      { ...LIST, effect: '500', rate: 0 },
      { ...LIST, effect: '429' },
    ])
    expect(await fares(wire, 2)).toEqual([429, 200])
  })
})

describe('an answer that a fault replaces or changes', () => {
  test.for([
    ['{"code":"X","message":"m"}', { json: { code: 'X', message: 'm' } }],
    ['{"error_code":"PAYMENT_NOT_PAID"}', { json: { error_code: 'PAYMENT_NOT_PAID' } }],
    ['{"status":false}', { json: { status: false } }],
    ['"no"', { json: 'no' }],
    ['[]', { json: [] }],
    ['{}', { json: {} }],
    ['null', { json: null }],
    ['PAYMENT_NOT_PAID', { text: 'PAYMENT_NOT_PAID' }],
    ['', {}],
  ] satisfies [string, Partial<FaultRequest>][])(
    'can be %j under 200, and the refund is not made',
    async ([text, answer], { wire, payer }) => {
      const { payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire), 'CARD')
      await payer.faults([{ ...REFUND, effect: 'answer', ...answer }])
      const answered = await wire.call('POST', `/v2/payment/refund/${payment_id}`)
      expect([answered.status, answered.text]).toEqual([200, text])
      expect((await payer.state()).payments).toMatchObject([{ status: 'PAID' }])
    },
  )

  test.for([
    { effect: 'answer', status: 400, json: { error_code: 'PAYMENT_NOT_PAID', message: 'm' }, done: true },
    { effect: '500', done: true },
  ] as const)('can be the error %j, although the refund is made', async (fault, { wire, payer }) => {
    const { payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire), 'CARD')
    await payer.faults([{ ...REFUND, ...fault }])
    const answered = await wire.call('POST', `/v2/payment/refund/${payment_id}`)
    expect(answered.status).toBe('status' in fault ? fault.status : 500)
    expect((await payer.state()).refunds).toMatchObject([{ status: 'REFUNDED', asked: 1, done: 1 }])
  })

  test('can have other values in its fields, in one row or in each', async ({ wire, payer }) => {
    const { invoice_id } = await paidInvoice(wire, payer, simpleInvoice(wire))
    await payer.pay({ invoice_id })
    const answers = async (set: FaultRequest['set']) => {
      await payer.faults([{ ...CHECK, effect: 'changed', set }])
      return (await check(wire, invoice_id)).body
    }
    expect(await answers({ paid_amount: null })).toMatchObject({ count: 2, paid_amount: null })
    expect((await answers({ paid_amount: 0.30000000000000004 })).paid_amount).toBe(0.30000000000000004)
    expect(await answers({ 'rows.0.payment_currency': 'USD', count: 'two' })).toMatchObject({
      count: 'two',
      rows: [{ payment_currency: 'USD' }, { payment_currency: 'MNT' }],
    })
    expect((await answers({ 'rows.*.payment_status': 'FROZEN' })).rows).toMatchObject([
      { payment_status: 'FROZEN' },
      { payment_status: 'FROZEN' },
    ])
    await payer.faults([{ ...CHECK, effect: 'missing-field', field: 'paid_amount' }])
    expect((await check(wire, invoice_id)).body).not.toHaveProperty('paid_amount')
    expect((await check(wire, invoice_id)).body).toMatchObject({ count: 2, paid_amount: 8700 })
  })
})

test('the VAT of an e-receipt can have four decimals', async ({ wire, payer }) => {
  const { payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire))
  await payer.faults([{ ...ISSUE, effect: 'fine-vat' }])
  expect((await issue(wire, payment_id)).body).toMatchObject({ amount: '4350.00', vat_amount: '395.4545' })
  expect((await issue(wire, payment_id)).body).toMatchObject({ vat_amount: '395.45' })
})

describe('delayed work', () => {
  test.for(['500', '502', '429', 'html', 'reset-before', 'hang-before'] as const)(
    'with %s an invoice is made only after the delay',
    async (effect) => {
      const { wire, payer, clock } = await practiceOnHandClock()
      await list(wire)
      await payer.faults([{ ...CREATE, effect, done: 'late', late_ms: 4_000, ms: 10 }])
      const answer = wire.call('POST', '/v2/invoice', simpleInvoice(wire)).catch(() => null)
      await expect.poll(async () => (await payer.summary()).faults_waiting).toBe(0)
      await expect.poll(async () => (await payer.summary()).delayed).toBe(1)
      clock.advance(3_999)
      await answer
      expect((await list(wire)).body.count).toBe(0)
      clock.advance(1)
      await expect.poll(async () => (await list(wire)).body.count).toBe(1)
    },
  )

  test('a refund can be delayed, too, and a reset cancels delayed work', async () => {
    const { wire, payer, clock } = await practiceOnHandClock()
    const { payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire), 'CARD')
    await payer.faults([{ ...REFUND, effect: '500', done: 'late', late_ms: [10, 10] }])
    await wire.call('POST', `/v2/payment/refund/${payment_id}`, { note: 'x' })
    expect((await payer.state()).payments).toMatchObject([{ status: 'PAID' }])
    clock.advance(10)
    await expect.poll(async () => (await payer.state()).payments[0]?.status).toBe('REFUNDED')
    await payer.faults([{ ...CREATE, effect: '500', done: 'late', late_ms: 10 }])
    await wire.call('POST', '/v2/invoice', simpleInvoice(wire))
    await payer.reset()
    expect((await payer.summary()).delayed).toBe(0)
    clock.advance(10)
    expect((await list(wire)).body.count).toBe(0)
  })
})

describe('a service that lags', () => {
  test('answers with the state of some milliseconds ago, by its own clock', async ({ wire, payer }) => {
    await payer.advanceClock(10)
    const invoice_id = await invoiced(wire, simpleInvoice(wire))
    await payer.advanceClock(2)
    const { payment_id } = await payer.pay({ invoice_id, status: 'PENDING' })
    await payer.advanceClock(2)
    await payer.settle({ payment_id, status: 'PAID' })
    const seen = async (ms: number) => {
      await payer.faults([{ ...CHECK, effect: 'stale', ms }])
      return statuses(await check(wire, invoice_id))
    }
    expect(await seen(0)).toEqual(['PAID'])
    expect(await seen(1_000)).toEqual(['PENDING'])
    expect(await seen(3_000)).toEqual([])
    const listed = async (ms: number) => {
      await payer.faults([{ ...LIST, effect: 'stale', ms }])
      return (await list(wire)).body.rows.map((row: { invoice_status: string }) => row.invoice_status)
    }
    expect([await listed(0), await listed(1_000), await listed(5_000)]).toEqual([['CLOSED'], ['OPEN'], []])
  })

  test('can answer with an earlier state after it answered with the newer one', async ({ wire, payer }) => {
    const { invoice_id, payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire), 'CARD')
    await payer.settle({ payment_id, status: 'REFUNDED' })
    expect(statuses(await check(wire, invoice_id))).toEqual(['REFUNDED'])
    await payer.faults([
      { ...CHECK, effect: 'stale', changes: 1 },
      { ...CHECK, effect: 'stale', changes: 2 },
      { ...PAYMENT, effect: 'stale', changes: 1 },
    ])
    expect((await check(wire, invoice_id)).body).toMatchObject({
      count: 1,
      paid_amount: 4350,
      rows: [{ payment_status: 'PAID' }],
    })
    expect((await check(wire, invoice_id)).body).toEqual({ count: 0, paid_amount: 0, rows: [] })
    expect((await wire.call('GET', `/v2/payment/${payment_id}`)).body.payment_status).toBe('PAID')
    expect(statuses(await check(wire, invoice_id))).toEqual(['REFUNDED'])
  })

  test('decides about changes by the current state', async ({ wire, payer }) => {
    const { payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire), 'CARD')
    await payer.settle({ payment_id, status: 'REFUNDED' })
    await payer.faults([{ ...REFUND, effect: 'stale', changes: 1 }])
    expect(refusal(await wire.call('POST', `/v2/payment/refund/${payment_id}`))).toEqual([
      400,
      'PAYMENT_ALREADY_CANCELED',
    ])
  })

  test('can omit the newest payment from one answer', async ({ wire, payer }) => {
    const { invoice_id, payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire))
    const second = await payer.pay({ invoice_id, amount: 100 })
    await payer.faults([
      { ...CHECK, effect: 'vanished' },
      { ...PAYMENT, effect: 'vanished' },
      { ...ISSUE, effect: 'vanished' },
      { ...LIST, effect: 'vanished' },
    ])
    expect((await check(wire, invoice_id)).body).toMatchObject({
      count: 1,
      paid_amount: 4350,
      rows: [{ payment_id }],
    })
    expect((await check(wire, invoice_id)).body).toMatchObject({ count: 2, paid_amount: 4450 })
    const get = () => wire.call('GET', `/v2/payment/${second.payment_id}`)
    expect(refusal(await get())).toEqual([404, 'PAYMENT_NOTFOUND'])
    expect((await get()).status).toBe(200)
    expect(refusal(await issue(wire, payment_id))).toEqual([404, 'PAYMENT_NOTFOUND'])
    expect((await list(wire)).body).toEqual({ count: 0, rows: [] })
  })
})

test.for([
  ['short-list', [[2, 1]]],
  [
    'small-pages',
    [
      [2, 1],
      [2, 1],
      [2, 0],
    ],
  ],
  [
    'repeated-page',
    [
      [2, 1],
      [2, 1],
    ],
  ],
  [
    'changing-count',
    [
      [2, 1],
      [3, 1],
    ],
  ],
] as const)(
  'the fault "%s" gives lists with other counts and rows',
  async ([effect, pages], { wire, payer }) => {
    const made = await times(2, () => invoiced(wire, simpleInvoice(wire)))
    await payer.faults([{ ...LIST, effect, rows: 1, times: pages.length }])
    const seen = []
    for (const page_number of pages.keys())
      seen.push((await list(wire, { page_number: page_number + 1, page_limit: 100 })).body)
    expect(seen.map(({ count, rows }) => [count, rows.length])).toEqual(pages)
    const second = effect === 'repeated-page' ? made[0] : made[1]
    if (effect !== 'short-list') expect(seen[1].rows[0].invoice_id).toBe(second)
  },
)
