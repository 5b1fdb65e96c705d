import { expect, test } from 'vitest'
import { CHECKED, CREATED, INVOICE, UNPAID } from './samples.ts'
import {
  clientOf,
  failureOf,
  scriptedClient,
  scriptedService,
  skippingClient,
  skippingClock,
} from './scripted-service.ts'

const LIMITED = { status: 429, json: {} }
const limitedFor = (seconds: number) => ({ ...LIMITED, headers: { 'retry-after': String(seconds) } })

test('a check answered with 429 is repeated at most twice, each time after the pause', async () => {
  const { service, clock, client } = await skippingClient(() => LIMITED, { random: () => 1 })
  expect(await failureOf(client.checkPayment('inv-1', { urgent: true }))).toMatchObject({
    name: 'RATE_LIMITED',
    repeatable: true,
    outcomeUnknown: false,
  })
  expect(service.count('/v2/payment/check')).toBe(3)
  expect(clock.waits).toEqual([1000, 2000])
})

test('a short Retry-After is waited for, and a long one is returned to the caller', async () => {
  const { service, clock, client } = await skippingClient(() =>
    service.count('/v2/invoice/inv-1') < 2 ? limitedFor(4) : { json: { invoice_id: 'inv-1' } },
  )
  await client.getInvoice('inv-1')
  expect(clock.waits[0]).toBe(4000)
  service.script = () => limitedFor(30)
  expect(await failureOf(client.getInvoice('inv-2'))).toMatchObject({
    name: 'RATE_LIMITED',
    retryAfterMs: 30_000,
  })
  expect(service.count('/v2/invoice/inv-2')).toBe(1)
})

test('each 429 pauses the whole terminal for longer, up to a minute, and a success ends that', async () => {
  const { service, clock, client } = await skippingClient(() => LIMITED, { random: () => 1 })
  const stops: number[] = []
  for (let times = 0; times < 8; times++) {
    service.script = () => LIMITED
    await failureOf(client.createInvoice(INVOICE))
    const before = clock.waits.length
    service.script = () => ({ status: 500 })
    await failureOf(client.getInvoice('inv-1'))
    stops.push(clock.waits[before] ?? 0)
  }
  expect(stops).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])

  service.script = () => ({ json: CHECKED })
  await client.checkPayment('inv-1')
  service.script = () => LIMITED
  await failureOf(client.createInvoice(INVOICE))
  service.script = () => ({ json: CHECKED })
  await client.checkPayment('inv-1')
  expect(clock.waits.at(-1)).toBe(1000)
})

test('a click is sent at once while the service leaves all polls without an answer', async () => {
  const { service, client } = await scriptedClient(({ path }) =>
    path === '/v2/payment/check' ? 'silence' : { json: CREATED },
  )
  const polls = Array.from({ length: 60 }, (_, no) => failureOf(client.checkPayment(`inv-${no}`)))
  await expect.poll(() => service.inFlight).toBeGreaterThan(2)
  await client.createInvoice(INVOICE)
  expect(service.count('/v2/payment/check')).toBe(3)
  await client.close()
  await Promise.all(polls)
})

test('the pause is a random share of the backoff, so that the terminals of a shop do not return together', async () => {
  const { service, clock, client } = await skippingClient(() => LIMITED, { random: () => 0.25 })
  await failureOf(client.createInvoice(INVOICE))
  service.script = () => ({ json: UNPAID })
  await client.checkPayment('inv-1')
  expect(clock.waits).toEqual([250])
})

test('Retry-After is the minimum, with the jitter added, and at most ten minutes are accepted', async () => {
  const { service, clock, client } = await skippingClient(() => limitedFor(120), { random: () => 0.5 })
  await failureOf(client.createInvoice(INVOICE))
  service.script = () => ({ json: UNPAID })
  await client.checkPayment('inv-1')
  expect(clock.waits).toEqual([120_500])
  service.script = () => limitedFor(86_400)
  await failureOf(client.createInvoice(INVOICE))
  service.script = () => ({ json: UNPAID })
  await client.checkPayment('inv-1')
  expect(clock.waits.at(-1)).toBe(600_500)
})

test('a click waits for a short pause, and fails at once without a request during a long one', async () => {
  const { service, clock, client } = await skippingClient(() => limitedFor(5))
  await failureOf(client.createInvoice(INVOICE))
  service.script = () => ({ json: UNPAID })
  await client.checkPayment('inv-1', { urgent: true })
  expect(clock.waits).toEqual([5000])

  service.script = () => limitedFor(6)
  await failureOf(client.createInvoice(INVOICE))
  const sent = service.asked.length
  expect(await failureOf(client.createInvoice(INVOICE))).toMatchObject({
    operation: 'create invoice',
    name: 'RATE_LIMITED',
    status: null,
    retryAfterMs: 6000,
    outcomeUnknown: false,
    repeatable: true,
  })
  expect(service.asked).toHaveLength(sent)
})

test('after a pause requests go one at a time until one succeeds', async () => {
  const { service, client } = await skippingClient(() => limitedFor(1), { random: () => 1 })
  await failureOf(client.createInvoice(INVOICE))
  service.mostInFlight = 0
  let answered = 0
  const inFlightAtAnswer: number[] = []
  service.script = () => {
    inFlightAtAnswer.push(service.inFlight)
    return answered++ < 2 ? LIMITED : { json: UNPAID }
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => client.checkPayment(`inv-${index}`)))
  expect(inFlightAtAnswer.slice(0, 3)).toEqual([1, 1, 1])
  expect(service.mostInFlight).toBeLessThanOrEqual(4)
  expect(service.count('/v2/payment/check')).toBe(22)
})

test('polls wait for the part of the requests that the till has, and clicks do not', async () => {
  const clock = skippingClock()
  const service = await scriptedService(() => ({ json: UNPAID }))
  let perMinute: number | null = 30
  const client = clientOf(service.url, { clock, perMinute: () => perMinute })
  for (let poll = 0; poll < 4; poll++) await client.checkPayment(`inv-${poll}`) // the login is the fifth request
  expect(clock.waits).toEqual([])
  await client.checkPayment('inv-4')
  await client.checkPayment('inv-5')
  expect(clock.waits).toEqual([2000, 2000])
  await client.checkPayment('inv-6', { urgent: true })
  expect(clock.waits).toEqual([2000, 2000])
  await client.checkPayment('inv-7')
  expect(clock.waits).toEqual([2000, 2000, 4000])
  perMinute = null
  for (let poll = 0; poll < 20; poll++) await client.checkPayment(`free-${poll}`)
  expect(clock.waits).toHaveLength(3)
})
