import { expect, test } from 'vitest'
import { CHECKED, CREATED, INVOICE, UNPAID } from './samples.ts'
import { CREDENTIALS, clientOf, failureOf, scriptedService, skippingClock } from './scripted-service.ts'

test('a thousand calls on a terminal that just started make one login, with at most four requests at a time', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const client = clientOf(service.url)
  await Promise.all(Array.from({ length: 1000 }, () => client.checkPayment('inv-1')))
  expect(service.count('/v2/auth/token')).toBe(1)
  expect(service.count('/v2/auth/refresh')).toBe(0)
  expect(service.mostInFlight).toBeLessThanOrEqual(4)
})

test('a thousand calls with an expired token make one refresh and no login', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const client = clientOf(service.url)
  await client.checkPayment('inv-1')
  service.expireAccess()
  await Promise.all(Array.from({ length: 1000 }, () => client.checkPayment('inv-1')))
  expect(service.count('/v2/auth/refresh')).toBe(1)
  expect(service.count('/v2/auth/token')).toBe(1)
})

test('a thousand calls with wrong credentials make one login, and each gets its failure', async () => {
  const service = await scriptedService()
  const client = clientOf(service.url, { credentials: { username: 'SHOP_1', password: 'wrong' } })
  const failures = await Promise.all(
    Array.from({ length: 1000 }, () => failureOf(client.checkPayment('inv-1'))),
  )
  expect(new Set(failures.map(({ name }) => name))).toEqual(new Set(['AUTHENTICATION_FAILED']))
  expect(service.count('/v2/auth/token')).toBe(1)
})

test('a token is refreshed before its lifetime ends, by the monotonic clock', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const clock = skippingClock()
  const client = clientOf(service.url, { clock })
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
  const service = await scriptedService(() => ({ json: UNPAID }))
  const clock = skippingClock()
  const client = clientOf(service.url, { clock })
  await client.checkPayment('inv-1')
  clock.pass(3_600_000)
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/refresh')).toBe(0)
  expect(service.count('/v2/auth/token')).toBe(2)
})

test('after a refresh that is answered with 401, the terminal logs in and the call continues', async () => {
  const service = await scriptedService(() => ({ json: CREATED }))
  const client = clientOf(service.url)
  await client.createInvoice(INVOICE)
  service.expireAccess()
  service.expireRefresh()
  await client.createInvoice(INVOICE)
  expect(service.count('/v2/auth/refresh')).toBe(1)
  expect(service.count('/v2/auth/token')).toBe(2)
})

test('a service that refuses every token gets one refresh and one login, then the call fails with nothing done', async () => {
  const service = await scriptedService()
  const client = clientOf(service.url)
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
  const service = await scriptedService(() => ({ json: UNPAID }))
  const client = clientOf(service.url)
  for (const answer of [
    'reset',
    'cut',
    { status: 500 },
    { text: 'half {' },
    { status: 429 },
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
  expect(service.count('/v2/auth/refresh')).toBe(7)
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
  const service = await scriptedService()
  const client = clientOf(service.url)
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
  const service = await scriptedService(({ method }) => (method === 'POST' ? { json: CREATED } : {}))
  const client = clientOf(service.url)
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
  const service = await scriptedService()
  const clock = skippingClock()
  const client = clientOf(service.url, { clock })
  service.acceptsTokens = false
  const failures = await Promise.all(
    Array.from({ length: 1000 }, () => failureOf(client.checkPayment('inv-1'))),
  )
  expect(new Set(failures.map(({ name }) => name))).toEqual(new Set(['AUTHENTICATION_FAILED']))
  expect(service.count('/v2/auth/token') + service.count('/v2/auth/refresh')).toBeLessThanOrEqual(3)
  expect(service.asked.length).toBeLessThan(40)
})

test('a service that refuses every token is asked for new ones at growing pauses, and used again when it accepts one', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const clock = skippingClock()
  const client = clientOf(service.url, { clock })
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
  const service = await scriptedService(() => ({ json: UNPAID }))
  const client = clientOf(service.url, { clock: skippingClock() })
  service.login = { status: 401, json: { error_code: 'AUTHENTICATION_FAILED', message: 'no' } }
  for (let times = 0; times < 10; times++) await failureOf(client.checkPayment('inv-1'))
  expect(service.count('/v2/auth/token')).toBe(1)
  await failureOf(client.tryCredentials())
  service.login = null
  await client.tryCredentials()
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/token')).toBe(3)
})

test('one endpoint that refuses every token does not stop the others, and causes no flood', async () => {
  const service = await scriptedService(({ path }) =>
    path === '/v2/payment/check' ? { json: UNPAID } : { status: 401, json: {} },
  )
  const client = clientOf(service.url, { clock: skippingClock() })
  await client.checkPayment('inv-1')
  await failureOf(client.getInvoice('inv-1'))
  const exchanges = () => service.count('/v2/auth/token') + service.count('/v2/auth/refresh')
  const before = exchanges()
  for (let times = 0; times < 5; times++) {
    expect(await failureOf(client.getInvoice('inv-1'))).toMatchObject({ name: 'AUTHENTICATION_FAILED' })
    await client.checkPayment('inv-1')
  }
  expect(exchanges()).toBe(before)
})

test('a closed client forgets its tokens, also those of a running login, and asks for no more', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const client = clientOf(service.url)
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
