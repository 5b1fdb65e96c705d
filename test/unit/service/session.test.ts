import { expect, test } from 'vitest'
import { CHECKED, CREATED, INVOICE, UNPAID } from './samples.ts'
import { CREDENTIALS, clientOf, failureOf, scriptedService, skippingClock } from './scripted-service.ts'

test('a thousand calls on a terminal that just started make one login, and at most four are in flight', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const client = clientOf(service.url)
  await Promise.all(Array.from({ length: 1000 }, () => client.checkPayment('inv-1')))
  expect(service.count('/v2/auth/token')).toBe(1)
  expect(service.count('/v2/auth/refresh')).toBe(0)
  expect(service.mostInFlight).toBeLessThanOrEqual(4)
})

test('a thousand calls on a token that the service let expire make one refresh and no login', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const client = clientOf(service.url)
  await client.checkPayment('inv-1')
  service.expireAccess()
  await Promise.all(Array.from({ length: 1000 }, () => client.checkPayment('inv-1')))
  expect(service.count('/v2/auth/refresh')).toBe(1)
  expect(service.count('/v2/auth/token')).toBe(1)
})

test('a thousand calls with wrong credentials make one login, and each learns why it failed', async () => {
  const service = await scriptedService()
  const client = clientOf(service.url, { credentials: { username: 'SHOP_1', password: 'wrong' } })
  const failures = await Promise.all(
    Array.from({ length: 1000 }, () => failureOf(client.checkPayment('inv-1'))),
  )
  expect(new Set(failures.map(({ name }) => name))).toEqual(new Set(['AUTHENTICATION_FAILED']))
  expect(service.count('/v2/auth/token')).toBe(1)
})

test('a token is refreshed before its life ends, by a clock that only grows', async () => {
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

test('when the refresh token is past its life too, the terminal logs in without trying it', async () => {
  const service = await scriptedService(() => ({ json: UNPAID }))
  const clock = skippingClock()
  const client = clientOf(service.url, { clock })
  await client.checkPayment('inv-1')
  clock.pass(3_600_000)
  await client.checkPayment('inv-1')
  expect(service.count('/v2/auth/refresh')).toBe(0)
  expect(service.count('/v2/auth/token')).toBe(2)
})

test('when the refresh is answered with 401, the terminal logs in and the call goes on', async () => {
  const service = await scriptedService(() => ({ json: CREATED }))
  const client = clientOf(service.url)
  await client.createInvoice(INVOICE)
  service.expireAccess()
  service.expireRefresh()
  await client.createInvoice(INVOICE)
  expect(service.count('/v2/auth/refresh')).toBe(1)
  expect(service.count('/v2/auth/token')).toBe(2)
})

test('a service that refuses every token gets one refresh, one login and then the failure, nothing having been done', async () => {
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

test('no refresh token goes out twice, not even when its answer was lost', async () => {
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

test('a creation whose token exchange broke is known not to have been sent', async () => {
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

test('trying the credentials forgets the tokens at hand and logs in', async () => {
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

test('expires_in may be an absolute time, and token_type in lower case', async () => {
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

test('the tokens travel in the Authorization header alone, and bodies alone are called JSON', async () => {
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
