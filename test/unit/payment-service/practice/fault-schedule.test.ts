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
  return {
    clock,
    wire: wireTo(practice.address),
    payer: practiceControl(practice.address),
  }
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

  test('a rate with a number of times affects at most that many', async ({ wire, payer }) => {
    await payer.faults([{ ...LIST, effect: '500', rate: 1, times: 2 }])
    expect(await fares(wire, 3)).toEqual([500, 500, 200])
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

  test.for([
    { status: false },
    { barimt_status: 'PENDING' },
    { barimt_status: 'CANCELLED' },
    { ebarimt_receiver_type: '84', ebarimt_receiver: '6234567' },
  ])('can be an e-receipt with %j', async (set, { wire, payer }) => {
    const { payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire))
    await payer.faults([{ ...ISSUE, effect: 'changed', set }])
    expect((await issue(wire, payment_id)).body).toMatchObject({ id: expect.any(String), ...set })
    expect((await issue(wire, payment_id)).body).toMatchObject({ barimt_status: 'CREATED', status: true })
  })

  test('an error answer is not changed', async ({ wire, payer }) => {
    await payer.faults([{ ...ISSUE, effect: 'changed', set: { status: true } }])
    expect((await issue(wire, 'none')).body).toEqual({
      error_code: 'PAYMENT_NOTFOUND',
      message: expect.any(String),
    })
  })
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

  test('the delay is random between two bounds, 3 to 5 s by default', async () => {
    const { wire, payer, clock } = await practiceOnHandClock()
    await payer.faults([{ ...CREATE, effect: '502', done: 'late', rate: 1, seed: 1 }])
    await times(10, () => wire.call('POST', '/v2/invoice', simpleInvoice(wire)))
    await payer.faults(null)
    clock.advance(2_999)
    expect((await list(wire)).body.count).toBe(0)
    clock.advance(1_000)
    await expect.poll(async () => (await list(wire)).body.count).toBeGreaterThan(0)
    expect((await list(wire)).body.count).toBeLessThan(10)
    clock.advance(1_001)
    await expect.poll(async () => (await list(wire)).body.count).toBe(10)
  })

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

  test('refuses an e-receipt for a while after its payment was listed as paid', async ({ wire, payer }) => {
    const invoice_id = await invoiced(wire, simpleInvoice(wire))
    await payer.faults([{ ...ISSUE, effect: 'stale', ms: 3_000, rate: 1 }])
    const { payment_id } = await payer.pay({ invoice_id, status: 'PENDING' })
    expect(refusal(await issue(wire, payment_id))).toEqual([404, 'PAYMENT_NOTFOUND'])
    await payer.advanceClock(4)
    await payer.settle({ payment_id, status: 'PAID' })
    expect(statuses(await check(wire, invoice_id))).toEqual(['PAID'])
    expect(refusal(await issue(wire, payment_id))).toEqual([400, 'PAYMENT_NOT_PAID'])
    await payer.advanceClock(4)
    const ids = (await times(2, () => issue(wire, payment_id))).map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
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

describe('an incomplete list', () => {
  const ids = ({ body }: Answer): string[] => body.rows.map((row: { invoice_id: string }) => row.invoice_id)
  const page = (wire: Wire, page_number: number) => list(wire, { page_number, page_limit: 100 })

  test('has one row less than its count', async ({ wire, payer }) => {
    const [first] = await times(2, () => invoiced(wire, simpleInvoice(wire)))
    await payer.faults([{ ...LIST, effect: 'short-list' }])
    const answer = await page(wire, 1)
    expect([answer.body.count, ids(answer)]).toEqual([2, [first]])
    expect(ids(await page(wire, 1))).toHaveLength(2)
  })

  test('has small pages', async ({ wire, payer }) => {
    const made = await times(3, () => invoiced(wire, simpleInvoice(wire)))
    await payer.faults([{ ...LIST, effect: 'small-pages', rows: 2, times: 3 }])
    const pages = [await page(wire, 1), await page(wire, 2), await page(wire, 3)]
    expect(pages.map(ids)).toEqual([made.slice(0, 2), made.slice(2), []])
    expect(pages.map(({ body }) => body.count)).toEqual([3, 3, 3])
  })

  test('repeats its first page', async ({ wire, payer }) => {
    const [first] = await times(2, () => invoiced(wire, simpleInvoice(wire)))
    await payer.faults([{ ...LIST, effect: 'repeated-page', times: 2 }])
    const pages = [await page(wire, 1), await page(wire, 2)]
    expect(pages.map(ids)).toEqual([[first], [first]])
    expect(pages.map(({ body }) => body.count)).toEqual([2, 2])
  })

  test('has another count on each page', async ({ wire, payer }) => {
    await times(2, () => invoiced(wire, simpleInvoice(wire)))
    await payer.faults([{ ...LIST, effect: 'changing-count', times: 2 }])
    const pages = [await page(wire, 1), await page(wire, 2)]
    expect(pages.map(({ body }) => [body.count, body.rows.length])).toEqual([
      [2, 1],
      [3, 1],
    ])
  })

  test('can also be a check, with or without an offset', async ({ wire, payer }) => {
    const { invoice_id } = await paidInvoice(wire, payer, simpleInvoice(wire))
    await payer.pay({ invoice_id })
    await payer.faults([
      { ...CHECK, effect: 'small-pages' },
      { ...CHECK, effect: 'short-list' },
    ])
    for (const _ of ['small', 'short'])
      expect((await check(wire, invoice_id)).body).toMatchObject({ count: 2, rows: [{}] })
  })
})
