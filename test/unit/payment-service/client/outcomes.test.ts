import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  asFailure,
  type ServiceClient,
  type ServiceFailure,
} from '../../../../main/payment-service/client/index.ts'
import { SERVICE_CODES } from '../../../../shared/failure.ts'
import { CHECKED, CREATED, EBARIMT, INVOICE, RECEIPT, UNPAID, VOIDED } from './samples.ts'
import {
  clientOf,
  failureOf,
  type Script,
  scriptedClient,
  scriptedService,
  skippingClock,
} from './scripted-service.ts'

/** A busy machine took half a second until the service read a request. */
const SHORT = { answerMs: 1_000 }

/** A TCP server that hands every connection to `action`. */
async function rawServer(
  action: (server: Server) => void = () => {},
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer()
  action(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(() => void close())
  return { port: (server.address() as AddressInfo).port, close }
}

const WRITES = {
  'cancel payment': ['/v2/payment/cancel/p-1', (client: ServiceClient) => client.cancelPayment('p-1')],
  'refund payment': ['/v2/payment/refund/p-1', (client: ServiceClient) => client.refundPayment('p-1')],
  'cancel e-receipt': ['/v2/ebarimt_v3/p-1', (client: ServiceClient) => client.cancelEbarimt('p-1')],
  'create invoice': ['/v2/invoice', (client: ServiceClient) => client.createInvoice(INVOICE)],
  'cancel invoice': ['/v2/invoice/inv-1', (client: ServiceClient) => client.cancelInvoice('inv-1')],
  'create e-receipt': ['/v2/ebarimt_v3/create', (client: ServiceClient) => client.createEbarimt(EBARIMT)],
} as const
type Write = keyof typeof WRITES
const ALL = Object.keys(WRITES) as Write[]

const { urls: _urls, qr_text: _qr, ...withoutQr } = CREATED
const OPEN_ENDS: readonly (readonly [string, Script, Partial<ServiceFailure>, readonly Write[]])[] = [
  ['a reset', 'reset', { name: 'CONNECTION_LOST', status: null }, ALL],
  ['an answer cut short', 'cut', { name: 'CONNECTION_LOST' }, ALL],
  ['500', { status: 500, json: { error_code: 'X', message: 'down' } }, { name: 'SERVICE_ERROR' }, ALL],
  [
    '502 from a gateway',
    { status: 502, text: '<html>Bad gateway</html>' },
    { name: 'SERVICE_ERROR', serviceMessage: null },
    ALL,
  ],
  ['HTML', { text: '<html>Welcome</html>' }, { name: 'BAD_ANSWER', status: 200 }, ALL],
  ['half a JSON', { text: '{"invoice_id":"inv-1","qr_te' }, { name: 'BAD_ANSWER' }, ALL],
  ['an empty answer', {}, { name: 'BAD_ANSWER' }, ['create invoice', 'create e-receipt', 'cancel e-receipt']],
  [
    'a redirect',
    { status: 302, headers: { location: '/login' } },
    { name: 'BAD_ANSWER', status: 302 },
    ['create invoice'],
  ],
  ['a missing field', { json: withoutQr }, { name: 'BAD_ANSWER' }, ['create invoice']],
  [
    'a field of a wrong type',
    { json: { ...CREATED, invoice_id: ['inv-1'] } },
    { name: 'BAD_ANSWER' },
    ['create invoice'],
  ],
  ['an amount of null', { json: { ...RECEIPT, amount: null } }, { name: 'BAD_ANSWER' }, ['create e-receipt']],
]

async function expectUnknown(
  write: Write,
  script: Script,
  expected: Partial<ServiceFailure>,
  timeouts = {},
): Promise<void> {
  const service = await scriptedService(() => script)
  const [path, call] = WRITES[write]
  const failure = await failureOf(call(clientOf(service.url, { timeouts })))
  expect(failure).toMatchObject({ ...expected, operation: write, outcomeUnknown: true, repeatable: true })
  expect(service.count(path)).toBe(1)
}

for (const [what, script, expected, writes] of OPEN_ENDS) {
  for (const write of writes)
    test(`${write} answered with ${what} has an unknown outcome and is sent once`, () =>
      expectUnknown(write, script, expected))
}

test('each write that is never answered has an unknown outcome and is sent once', async () => {
  const expected = { name: 'TIMEOUT', status: null } as const
  await Promise.all(ALL.map((write) => expectUnknown(write, 'silence', expected, SHORT)))
})

test('an e-receipt is void only when the service says so, in whatever type it denies it', async () => {
  const voided = { ...VOIDED, barimt_status: 'CANCELED' }
  const { service, client } = await scriptedClient(() => ({ json: voided }))
  expect(await client.cancelEbarimt('p-1')).toEqual({ id: 'eb-1', statusDate: '2026-06-01T10:11:13' })
  for (const status of [false, 'false', 0]) {
    service.script = () => ({ json: { ...voided, status } })
    expect(await failureOf(client.cancelEbarimt('p-1'))).toMatchObject({
      ...{ operation: 'cancel e-receipt', name: 'REQUEST_REFUSED', status: 200 },
      ...{ outcomeUnknown: false, repeatable: false },
    })
  }
  for (const barimt_status of ['CREATED', 'GONE']) {
    service.script = () => ({ json: { ...voided, barimt_status } })
    expect(await failureOf(client.cancelEbarimt('p-1'))).toMatchObject({
      name: 'BAD_ANSWER',
      outcomeUnknown: true,
    })
  }
})

test('after a refused connection nothing was sent, and the connection status gets the failure', async () => {
  const { port, close } = await rawServer()
  await close()
  const onReached = vi.fn()
  const failure = await failureOf(clientOf(`http://127.0.0.1:${port}`, { onReached }).createInvoice(INVOICE))
  expect(failure).toMatchObject({
    name: 'NO_CONNECTION',
    status: null,
    outcomeUnknown: false,
    repeatable: true,
  })
  expect(onReached).toHaveBeenCalledExactlyOnceWith(failure)
})

test('after a name that does not resolve nothing was sent', async () => {
  const failure = await failureOf(clientOf('https://pos.invalid').createInvoice(INVOICE))
  expect(failure).toMatchObject({ name: 'NO_CONNECTION', outcomeUnknown: false })
})

test('after a failed TLS connection nothing was sent', async () => {
  const silent = await rawServer()
  const plain = await rawServer((server) =>
    server.on('connection', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')),
  )
  const closing = await rawServer((server) => server.on('connection', (socket) => socket.destroy()))
  for (const { port } of [silent, plain, closing]) {
    const client = clientOf(`https://127.0.0.1:${port}`, { timeouts: { connectMs: 200 } })
    expect(await failureOf(client.createInvoice(INVOICE))).toMatchObject({
      name: 'NO_CONNECTION',
      outcomeUnknown: false,
    })
  }
})

test('a call whose time ends before there is a connection was not sent', async () => {
  const { port } = await rawServer()
  const client = clientOf(`https://127.0.0.1:${port}`, { timeouts: { answerMs: 100 } })
  expect(await failureOf(client.createInvoice(INVOICE))).toMatchObject({
    name: 'NO_CONNECTION',
    outcomeUnknown: false,
  })
})

test('a server that does not speak HTTP gives an unreadable answer', async () => {
  const { port } = await rawServer((server) =>
    server.on('connection', (socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))),
  )
  expect(await failureOf(clientOf(`http://127.0.0.1:${port}`).tryCredentials())).toMatchObject({
    name: 'BAD_ANSWER',
  })
})

test('any answer, also an error, is reported to the connection status as a reached service', async () => {
  const service = await scriptedService(() => ({ status: 404, json: { error_code: 'INVOICE_NOTFOUND' } }))
  const onReached = vi.fn()
  await failureOf(clientOf(service.url, { onReached }).getInvoice('inv-1'))
  expect(onReached.mock.calls).toEqual([[null], [null]])
})

test('a listener that throws does not change what a call answers', async () => {
  const service = await scriptedService(() => ({ json: CREATED }))
  const onReached = () => {
    throw new Error('a slip')
  }
  await expect(clientOf(service.url, { onReached }).createInvoice(INVOICE)).resolves.toMatchObject({
    invoiceId: 'inv-1',
  })
})

test('every listed code has its failure name, and a refusal has a known outcome', async () => {
  const wire = [
    ...SERVICE_CODES.filter((code) => !['AUTHENTICATION_FAILED', 'NO_CREDENDIALS'].includes(code)),
  ]
  let code = ''
  const { client } = await scriptedClient(() => ({
    status: 400,
    json: { error_code: code, message: 'Мерчант' },
  }))
  for (code of wire) {
    const failure = await failureOf(client.createInvoice(INVOICE))
    expect(failure).toMatchObject({ name: code, code, status: 400, outcomeUnknown: false, repeatable: false })
    expect(asFailure(failure)).toEqual({ name: code, detail: 'Мерчант' })
  }
})

test('both codes of a failed login have their failure names, spelled as the contract spells them', async () => {
  const { service, client } = await scriptedClient()
  for (const [code, name] of [
    ['AUTHENTICATION_FAILED', 'AUTHENTICATION_FAILED'],
    ['NO_CREDENDIALS', 'NO_CREDENDIALS'],
    ['SOMETHING_ELSE', 'AUTHENTICATION_FAILED'],
  ]) {
    service.login = { status: 401, json: { error_code: code } }
    expect(await failureOf(client.tryCredentials())).toMatchObject({
      name,
      code,
      outcomeUnknown: false,
      repeatable: false,
    })
  }
})

const REFUSALS: readonly (readonly [string, Script, Partial<ServiceFailure>])[] = [
  [
    'an unlisted code',
    { status: 409, json: { error_code: 'DUPLICATE', message: 'Давхардсан' } },
    { name: 'REQUEST_REFUSED', code: 'DUPLICATE', serviceMessage: 'Давхардсан' },
  ],
  [
    '`error` as the code',
    { status: 400, json: { error: 'INVOICE_PAID', message: 'm' } },
    { name: 'INVOICE_PAID', serviceMessage: 'm' },
  ],
  [
    '`code` as the code',
    { status: 422, json: { code: 'INVOICE_PAID' } },
    { name: 'INVOICE_PAID', serviceMessage: null },
  ],
  [
    'a number under `code` and a code under `error`',
    { status: 400, json: { code: 400, error: 'INVOICE_PAID' } },
    { name: 'INVOICE_PAID', code: 'INVOICE_PAID' },
  ],
  [
    'an object under `error`',
    { status: 400, json: { error: { code: 'INVOICE_PAID', message: 'm' } } },
    { name: 'INVOICE_PAID', serviceMessage: 'm' },
  ],
  [
    'a message alone',
    { status: 403, json: { message: 'Эрх хүрэлцэхгүй' } },
    { name: 'REQUEST_REFUSED', code: null, serviceMessage: 'Эрх хүрэлцэхгүй' },
  ],
  ['a code as the message', { status: 400, json: { message: 'INVOICE_PAID' } }, { name: 'INVOICE_PAID' }],
  [
    'a sentence under `error`',
    { status: 400, json: { error: 'no such thing' } },
    { name: 'REQUEST_REFUSED', code: null, serviceMessage: 'no such thing' },
  ],
  [
    'messages about fields',
    {
      status: 400,
      json: {
        error: { callback_url: { message: 'must be a URL' }, amount: { message: ['a', 'b'] }, at: {} },
      },
    },
    { name: 'REQUEST_REFUSED', code: null, serviceMessage: 'callback_url: must be a URL; amount: a; b' },
  ],
  [
    'a code beside messages about fields',
    { status: 400, json: { error: { code: 'INVOICE_PAID', note: { message: 'm' } } } },
    { name: 'INVOICE_PAID', serviceMessage: 'note: m' },
  ],
  [
    'a gateway page',
    { status: 404, text: '<html><body>Not found</body></html>' },
    { name: 'REQUEST_REFUSED', code: null, serviceMessage: null },
  ],
  ['an empty body', { status: 404 }, { name: 'REQUEST_REFUSED', code: null, serviceMessage: null }],
  ['an array as the body', { status: 400, json: ['INVOICE_PAID'] }, { name: 'REQUEST_REFUSED', code: null }],
  [
    'a code and a message of wrong types',
    { status: 400, json: { error_code: { a: 1 }, message: 7 } },
    { name: 'REQUEST_REFUSED', code: null, serviceMessage: null },
  ],
]

for (const [what, script, expected] of REFUSALS) {
  test(`an error answer with ${what} gives a named refusal`, async () => {
    const service = await scriptedService(() => script)
    const failure = await failureOf(clientOf(service.url).cancelInvoice('inv-1'))
    expect(failure).toMatchObject({ outcomeUnknown: false, repeatable: false, ...expected })
  })
}

test('nothing is sent to an insecure address, except on this machine', async () => {
  const onReached = vi.fn()
  for (const [baseUrl, name] of [
    ['http://pay.example.mn', 'ADDRESS_INSECURE'],
    ['http://192.168.1.10:8080', 'ADDRESS_INSECURE'],
    ['http://localhost.example.mn', 'ADDRESS_INSECURE'],
    ['ftp://pay.example.mn', 'FIELDS_INVALID'],
    ['pay.example.mn', 'FIELDS_INVALID'],
    ['', 'FIELDS_INVALID'],
  ] as const) {
    const client = clientOf(baseUrl, { onReached })
    expect(await failureOf(client.tryCredentials())).toMatchObject({
      name,
      status: null,
      outcomeUnknown: false,
    })
    expect(await failureOf(client.createInvoice(INVOICE))).toMatchObject({ name, outcomeUnknown: false })
  }
  expect(onReached).not.toHaveBeenCalled()
})

test('the service’s message is one line of plain text of at most 200 characters', async () => {
  const service = await scriptedService(() => ({
    status: 400,
    json: { message: `<b>Ал\u0000даа</b>\r\n\t${'ү'.repeat(300)}\u202e` },
  }))
  const { serviceMessage } = await failureOf(clientOf(service.url).createInvoice(INVOICE))
  expect(serviceMessage).toMatch(/^Ал даа ү+…$/)
  expect(serviceMessage).toHaveLength(200)
})

test('closing aborts running calls and refuses later ones', async () => {
  const { service, client } = await scriptedClient(() => 'silence')
  const calls = Array.from({ length: 6 }, () => failureOf(client.createInvoice(INVOICE)))
  await expect.poll(() => service.count('/v2/invoice')).toBe(4)
  await client.close()
  const failures = await Promise.all(calls)
  expect(failures.filter(({ outcomeUnknown }) => outcomeUnknown)).toHaveLength(4)
  expect(failures.filter(({ name }) => name === 'NO_CONNECTION')).toHaveLength(2)
  expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({
    name: 'NO_CONNECTION',
    outcomeUnknown: false,
  })
})

// ── Repeats and turns ───────────────────────────────────────────────────────────────────────────────────────────────

for (const trouble of ['reset', 'cut', 'silence', { status: 503 }] as const) {
  test(`a check answered with ${JSON.stringify(trouble)} is repeated at most twice, automatically`, async () => {
    const clock = skippingClock()
    const service = await scriptedService(() =>
      service.count('/v2/payment/check') < 3 ? trouble : { json: CHECKED },
    )
    const client = clientOf(service.url, {
      clock,
      timeouts: trouble === 'silence' ? SHORT : {},
      random: () => 1,
    })
    expect(await client.checkPayment('inv-1', { urgent: true })).toMatchObject({
      payments: [{ amount: 10_000 }],
    })
    expect(service.count('/v2/payment/check')).toBe(3)
    expect(clock.waits).toEqual([400, 800])
    service.script = () => trouble
    expect(await failureOf(client.checkPayment('inv-1', { urgent: true }))).toMatchObject({
      repeatable: true,
      outcomeUnknown: false,
    })
    // The waits count the repeats, because the service may not see a request on a connection that is being reset.
    expect(clock.waits).toEqual([400, 800, 400, 800])
  })
}

test('an unreadable answer to a check is not requested again', async () => {
  const service = await scriptedService(() => ({ text: '<html>' }))
  expect(await failureOf(clientOf(service.url).checkPayment('inv-1'))).toMatchObject({
    name: 'BAD_ANSWER',
    outcomeUnknown: false,
  })
  expect(service.count('/v2/payment/check')).toBe(1)
})

test('a rate-limited creation is not done, not repeated, and marked as repeatable', async () => {
  const service = await scriptedService(() => ({ status: 429, headers: { 'retry-after': '2' } }))
  const failure = await failureOf(clientOf(service.url).createInvoice(INVOICE))
  expect(failure).toMatchObject({
    name: 'RATE_LIMITED',
    outcomeUnknown: false,
    repeatable: true,
    retryAfterMs: 2000,
  })
  expect(service.count('/v2/invoice')).toBe(1)
})

for (const polls of ['waiting polls', 'polls that are repeated because their token expired'] as const)
  test(`a person’s click goes before ${polls}`, async () => {
    const { service, client } = await scriptedClient(() => ({ json: UNPAID }))
    await client.checkPayment('first')
    if (polls !== 'waiting polls') service.expireAccess()
    const held: (() => void)[] = []
    service.script = () => new Promise<Script>((resolve) => held.push(() => resolve({ json: UNPAID })))
    const waiting = Array.from({ length: 12 }, (_, index) => client.checkPayment(`poll-${index}`))
    await expect.poll(() => held.length).toBe(3)
    const first = client.checkPayment('first click', { urgent: true })
    await expect.poll(() => held.length).toBe(4)
    const click = client.checkPayment('click', { urgent: true })
    held.shift()?.()
    await expect.poll(() => service.asked.at(-1)?.body).toMatchObject({ object_id: 'click' })
    service.script = () => ({ json: UNPAID })
    for (const release of held.splice(0)) release()
    await Promise.all([...waiting, first, click])
    expect(service.count('/v2/auth/refresh')).toBe(polls === 'waiting polls' ? 0 : 1)
    expect(service.mostInFlight).toBe(4)
  })

test('a refund that is only accepted is not done', async () => {
  for (const status of [202, 203, 205, 206]) {
    const service = await scriptedService(() => ({ status }))
    expect(await failureOf(clientOf(service.url).refundPayment('p-1'))).toMatchObject({
      name: 'BAD_ANSWER',
      status,
      outcomeUnknown: true,
    })
  }
})
