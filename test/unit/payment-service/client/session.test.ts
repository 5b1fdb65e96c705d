import { describe, expect, test } from 'vitest'
import { failed } from '../../../../main/payment-service/client/classify.ts'
import { createSession } from '../../../../main/payment-service/client/session.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { CHECKED, CREATED, DETAIL, INVOICE, UNPAID } from './samples.ts'
import {
  CREDENTIALS,
  clientOf,
  failureOf,
  scriptedClient,
  scriptedService,
  skippingClient,
  skippingClock,
} from './scripted-service.ts'

/** How often tokens were asked for. */
const exchangesAt = ({ count }: { readonly count: (path: string) => number }) => ({
  logins: count('/v2/auth/token'),
  refreshes: count('/v2/auth/refresh'),
})

test('a thousand calls on a terminal that just started make one login, with at most four requests at a time', async () => {
  const { service, client } = await scriptedClient(() => ({ json: UNPAID }))
  await Promise.all(Array.from({ length: 1000 }, () => client.checkPayment('inv-1')))
  expect(exchangesAt(service)).toEqual({ logins: 1, refreshes: 0 })
  expect(service.mostInFlight).toBeLessThanOrEqual(4)
})

test('a thousand calls with an expired token make one refresh and no login', async () => {
  const { service, client } = await scriptedClient(() => ({ json: UNPAID }))
  await client.checkPayment('inv-1')
  service.expireAccess()
  await Promise.all(Array.from({ length: 1000 }, () => client.checkPayment('inv-1')))
  expect(exchangesAt(service)).toEqual({ logins: 1, refreshes: 1 })
})

test('a thousand calls with wrong credentials make one login, and each gets its failure', async () => {
  const { service, client } = await scriptedClient(undefined, {
    credentials: { username: 'SHOP_1', password: 'wrong' },
  })
  const failures = await Promise.all(
    Array.from({ length: 1000 }, () => failureOf(client.checkPayment('inv-1'))),
  )
  expect(new Set(failures.map(({ name }) => name))).toEqual(new Set(['AUTHENTICATION_FAILED']))
  expect(service.count('/v2/auth/token')).toBe(1)
})

test('a token is refreshed before its lifetime ends, by the monotonic clock', async () => {
  const { service, clock, client } = await skippingClient(() => ({ json: UNPAID }))
  await client.checkPayment('inv-1')
  clock.pass(569_000)
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/refresh')).toBe(0)
  clock.pass(1_500)
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/refresh')).toBe(1)
  expect(service.count('/v2/payment/check')).toBe(3)
})

test('when the refresh token has expired, too, the terminal logs in without trying it', async () => {
  const { service, clock, client } = await skippingClient(() => ({ json: UNPAID }))
  await client.checkPayment('inv-1')
  clock.pass(3_600_000)
  await client.checkPayment('inv-1')
  expect(exchangesAt(service)).toEqual({ logins: 2, refreshes: 0 })
})

test('after a refresh that is answered with 401, the terminal logs in and the call continues', async () => {
  const { service, client } = await scriptedClient(() => ({ json: CREATED }))
  await client.createInvoice(INVOICE)
  service.expireAccess()
  service.expireRefresh()
  await client.createInvoice(INVOICE)
  expect(exchangesAt(service)).toEqual({ logins: 2, refreshes: 1 })
})

test('a service that refuses every token gets one refresh and one login, then the call fails with nothing done', async () => {
  const { service, client } = await scriptedClient()
  await client.tryCredentials()
  service.acceptsTokens = false
  const failure = await failureOf(client.createInvoice(INVOICE))
  expect(failure).toMatchObject({
    operation: 'create invoice',
    name: 'AUTHENTICATION_FAILED',
    status: 401,
    outcomeUnknown: false,
  })
  expect(service.asked.map(({ path }) => path)).toEqual([
    '/v2/auth/token',
    '/v2/invoice',
    '/v2/auth/refresh',
    '/v2/invoice',
    '/v2/auth/token',
    '/v2/invoice',
  ])
})

test('no refresh token is sent twice, not even when its answer was lost', async () => {
  const { service, client } = await scriptedClient(() => ({ json: UNPAID }))
  for (const answer of [
    'reset',
    'cut',
    { status: 500 },
    { text: 'half {' },
    { status: 403 },
    null,
  ] as const) {
    await client.tryCredentials()
    service.expireAccess()
    service.refresh = answer
    await client.checkPayment('inv-1').catch(() => {})
    await client.checkPayment('inv-1')
  }
  expect(service.reused).toEqual([])
  expect(service.count('/v2/auth/refresh')).toBe(6)
})

test('a creation whose token exchange failed was not sent', async () => {
  const service = await scriptedService(() => ({ json: CREATED }))
  service.login = 'reset'
  const failure = await failureOf(clientOf(service.url).createInvoice(INVOICE))
  expect(failure).toMatchObject({
    operation: 'token',
    name: 'CONNECTION_LOST',
    outcomeUnknown: false,
    repeatable: true,
  })
  expect(service.count('/v2/invoice')).toBe(0)
})

test('trying the credentials forgets the current tokens and logs in', async () => {
  const { service, client } = await scriptedClient()
  await client.tryCredentials()
  await client.tryCredentials()
  expect(service.count('/v2/auth/token')).toBe(2)
  const wrong = clientOf(service.url, { credentials: { ...CREDENTIALS, password: 'no' } })
  expect(await failureOf(wrong.tryCredentials())).toMatchObject({
    operation: 'token',
    name: 'AUTHENTICATION_FAILED',
  })
})

test('expires_in may be an absolute time, and token_type may be in lower case', async () => {
  const service = await scriptedService(() => ({ json: CHECKED }))
  const clock = skippingClock()
  service.lifetime = Math.floor(clock.now() / 1000) + 600
  service.refreshLifetime = String(Math.floor(clock.now() / 1000) + 3600)
  service.tokenType = 'bearer'
  const client = clientOf(service.url, { clock })
  await client.checkPayment('inv-1')
  clock.pass(560_000)
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/refresh')).toBe(0)
  clock.pass(30_000)
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/refresh')).toBe(1)
})

test('tokens are sent only in the Authorization header, and only bodies have the JSON content type', async () => {
  const { service, client } = await scriptedClient(({ method }) =>
    method === 'POST' ? { json: CREATED } : {},
  )
  await client.createInvoice(INVOICE)
  await client.cancelInvoice('inv/1?x=ү')
  const [login, create, cancel] = service.asked
  expect(login).toMatchObject({ method: 'POST', path: '/v2/auth/token', body: undefined })
  expect(login?.headers['content-type']).toBeUndefined()
  expect(create?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer access-token-0',
  })
  const { shape: _ours, ...body } = INVOICE
  expect(create?.body).toEqual(body)
  expect(cancel).toMatchObject({
    method: 'DELETE',
    path: '/v2/invoice/inv%2F1%3Fx%3D%D2%AF',
    body: undefined,
  })
  expect(cancel?.headers['content-type']).toBeUndefined()
})

test('a thousand calls to a service that refuses every token cause no flood of exchanges or calls', async () => {
  const { service, client } = await skippingClient()
  service.acceptsTokens = false
  const failures = await Promise.all(
    Array.from({ length: 1000 }, () => failureOf(client.checkPayment('inv-1'))),
  )
  expect(new Set(failures.map(({ name }) => name))).toEqual(new Set(['AUTHENTICATION_FAILED']))
  expect(service.count('/v2/auth/token') + service.count('/v2/auth/refresh')).toBeLessThanOrEqual(3)
  expect(service.asked.length).toBeLessThan(40)
})

test('a service that refuses every token is asked for new ones at growing pauses, and used again when it accepts one', async () => {
  const { service, clock, client } = await skippingClient(() => ({ json: UNPAID }))
  service.acceptsTokens = false
  await failureOf(client.checkPayment('inv-1'))
  for (let second = 0; second < 120; second++) {
    clock.pass(1000)
    expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({
      name: 'AUTHENTICATION_FAILED',
      outcomeUnknown: false,
    })
  }
  // The pause between logins doubles from 1 s to 30 s.
  expect(service.count('/v2/auth/token')).toBeLessThanOrEqual(9)
  service.acceptsTokens = true
  clock.pass(30_000)
  await client.checkPayment('inv-1')
})

test('wrong credentials are not tried with every poll, but whenever a person tries them', async () => {
  const { service, client } = await skippingClient(() => ({ json: UNPAID }))
  service.login = { status: 401, json: { error_code: 'AUTHENTICATION_FAILED', message: 'no' } }
  for (let times = 0; times < 10; times++) await failureOf(client.checkPayment('inv-1'))
  expect(service.count('/v2/auth/token')).toBe(1)
  await failureOf(client.tryCredentials())
  service.login = null
  await client.tryCredentials()
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/token')).toBe(3)
})

test('a closed client forgets its tokens, also those of a running login, and asks for no more', async () => {
  const { service, client } = await scriptedClient(() => ({ json: UNPAID }))
  await client.checkPayment('inv-1')
  const exchanges = service.asked.length
  await client.close()
  expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({ name: 'NO_CONNECTION' })
  expect(await failureOf(client.tryCredentials())).toMatchObject({ name: 'NO_CONNECTION' })
  expect(service.asked).toHaveLength(exchanges)

  service.login = 'silence'
  const other = clientOf(service.url)
  const call = failureOf(other.checkPayment('inv-1'))
  await expect.poll(() => service.count('/v2/auth/token')).toBe(2)
  await other.close()
  expect(await call).toMatchObject({ outcomeUnknown: false })
})

describe('a login that fails', () => {
  for (const login of [{ status: 503 }, 'reset', 'silence', { text: '<html>' }] as const)
    test(`by ${JSON.stringify(login)} fails for all waiting calls alike, and once`, async () => {
      const service = await scriptedService(() => ({ json: CREATED }))
      service.login = login
      const clock = handClock()
      const client = clientOf(service.url, { clock, timeouts: { answerMs: 1_000 } })
      const calls = Array.from({ length: 1000 }, () => failureOf(client.createInvoice(INVOICE)))
      const names = new Set((await Promise.all(calls)).map(({ operation, name }) => `${operation} ${name}`))
      expect(names.size).toBe(1)
      expect(service.count('/v2/auth/token')).toBe(1)
    })

  test('is repeated once for all polls after its pause, and its failure is theirs meanwhile', async () => {
    const service = await scriptedService(() => ({ json: UNPAID }))
    service.login = { status: 500 }
    const clock = handClock()
    let spread = 0
    const client = clientOf(service.url, { clock, random: () => (spread++ % 100) / 100 })
    const polls = () => Array.from({ length: 1000 }, () => failureOf(client.checkPayment('inv-1')))
    const failures = await advancedUntilDone(clock, Promise.all(polls()))
    expect(new Set(failures.map(({ operation, name, status }) => `${operation} ${name} ${status}`))).toEqual(
      new Set(['token SERVICE_ERROR 500']),
    )
    expect(service.count('/v2/auth/token')).toBeLessThanOrEqual(3)
  })

  test('makes a click wait for the end of the pause, and one login serves all clicks', async () => {
    const service = await scriptedService(() => ({ json: CREATED }))
    service.login = 'reset'
    const clock = handClock()
    const client = clientOf(service.url, { clock })
    await failureOf(client.createInvoice(INVOICE))
    service.login = null
    const clicks = Array.from({ length: 20 }, () => client.createInvoice(INVOICE))
    expect(service.count('/v2/auth/token')).toBe(1)
    await advancedUntilDone(clock, Promise.all(clicks))
    expect(service.count('/v2/auth/token')).toBe(2)
  })

  test('pauses longer each time, never longer than a person waits for a click', async () => {
    const clock = handClock()
    let logins = 0
    const session = createSession({
      credentials: CREDENTIALS,
      exchange: async () => {
        logins++
        throw failed('token', 'SERVICE_ERROR', { status: 500 })
      },
      clock,
      closed: new AbortController().signal,
      random: () => 1,
    })
    const poll = () => failureOf(session.token('check payment', 'poll'))
    const pauses: (number | null)[] = []
    for (let times = 1; times <= 6; times++) {
      expect(await poll()).toMatchObject({ retryAfterMs: null })
      const { name, status, retryAfterMs } = await poll()
      expect([name, status, logins]).toEqual(['SERVICE_ERROR', 500, times])
      pauses.push(retryAfterMs)
      clock.advance(retryAfterMs ?? 0)
    }
    expect(pauses).toEqual([1_250, 2_500, 5_000, 5_000, 5_000, 5_000])
  })
})

/** Moves the clock on until the work is done: its requests are real, its pauses are not. */
async function advancedUntilDone<Value>(
  clock: ReturnType<typeof handClock>,
  work: Promise<Value>,
): Promise<Value> {
  let done = false
  const settled = work.finally(() => {
    done = true
  })
  while (!done) {
    clock.advance(50)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return settled
}

test('a refresh that is answered with 429 keeps its refresh token, which renews the tokens after the pause', async () => {
  const { service, clock, client } = await skippingClient(() => ({ json: UNPAID }))
  await client.checkPayment('inv-1')
  service.expireAccess()
  service.refresh = { status: 429, headers: { 'retry-after': '60' } }
  expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({ name: 'RATE_LIMITED' })
  service.refresh = null
  clock.pass(60_000)
  await client.checkPayment('inv-1')
  expect(exchangesAt(service)).toEqual({ logins: 1, refreshes: 2 })
})

describe('an endpoint that always answers 401', () => {
  const checkRefused = ({ path }: { readonly path: string }) =>
    path === '/v2/payment/check' ? { status: 401, json: {} } : { json: DETAIL }

  test('is that endpoint’s failure from the first call on: the others keep using the token', async () => {
    const { service, client } = await skippingClient(checkRefused)
    expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({
      operation: 'check payment',
      status: 401,
    })
    for (let times = 0; times < 5; times++) {
      expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({ name: 'AUTHENTICATION_FAILED' })
      await client.getPayment(DETAIL.payment_id)
    }
    expect(exchangesAt(service)).toEqual({ logins: 2, refreshes: 1 })
  })

  test('is that object’s failure: the same call for another object is sent, whether path or body names it', async () => {
    const { service, client } = await skippingClient(({ path, body }) =>
      path === '/v2/payment/pay-401' || (body as { object_id?: string } | undefined)?.object_id === 'inv-401'
        ? { status: 401, json: {} }
        : { json: path === '/v2/payment/check' ? UNPAID : DETAIL },
    )
    for (let times = 0; times < 5; times++) {
      expect(await failureOf(client.getPayment('pay-401'))).toMatchObject({ name: 'AUTHENTICATION_FAILED' })
      expect(await failureOf(client.checkPayment('inv-401'))).toMatchObject({ name: 'AUTHENTICATION_FAILED' })
      await client.getPayment(DETAIL.payment_id)
      expect(await client.checkPayment('inv-1')).toMatchObject({ payments: [] })
    }
    expect(service.count('/v2/payment/pay-401')).toBe(3)
    expect(service.count('/v2/payment/check')).toBe(5 + 1)
    expect(exchangesAt(service)).toEqual({ logins: 2, refreshes: 1 })
  })

  test('stops no other call, however long it is polled, and causes two exchanges in half a minute at most', async () => {
    const { service, clock, client } = await skippingClient(checkRefused)
    for (let second = 0; second < 900; second++) {
      await failureOf(client.checkPayment('inv-1'))
      if (second % 7 === 0) await client.getPayment(DETAIL.payment_id)
      clock.pass(1_000)
    }
    const exchanges = service.count('/v2/auth/token') + service.count('/v2/auth/refresh')
    expect(exchanges).toBeLessThanOrEqual(2 * (900 / 30 + 6))
  })
})
