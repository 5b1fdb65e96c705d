/** HTTP 200 with a body that is not a success never counts as one, and a listed code keeps its name. */
import { describe, expect, test } from 'vitest'
import { type ServiceClient, ServiceFailed } from '../../../../main/payment-service/client/index.ts'
import { CREATED, EBARIMT, INVOICE, RECEIPT, UNPAID, VOIDED } from './samples.ts'
import {
  clientOf,
  failureOf,
  type Script,
  scriptedClient,
  scriptedService,
  skippingClock,
} from './scripted-service.ts'

const EMPTY_BODIED = {
  'cancel invoice': (client: ServiceClient) => client.cancelInvoice('inv-1'),
  'cancel payment': (client: ServiceClient) => client.cancelPayment('p-1'),
  'refund payment': (client: ServiceClient) => client.refundPayment('p-1'),
} as const
const DAYS = { start_date: '2026-06-01', end_date: '2026-06-01' }
const READS = {
  'get invoice': (client: ServiceClient) => client.getInvoice('inv-1'),
  'get payment': (client: ServiceClient) => client.getPayment('p-1'),
  'check payment': (client: ServiceClient) => client.checkPayment('inv-1'),
  'check invoice': (client: ServiceClient) => client.checkInvoice('inv-1'),
  'list invoices': (client: ServiceClient) => client.listInvoices({}),
  'list payments': (client: ServiceClient) => client.listPayments({ object_id: 'inv-1', ...DAYS }),
} as const
const WRITES = {
  ...EMPTY_BODIED,
  'create invoice': (client: ServiceClient) => client.createInvoice(INVOICE),
  'create e-receipt': (client: ServiceClient) => client.createEbarimt(EBARIMT),
  'cancel e-receipt': (client: ServiceClient) => client.cancelEbarimt('p-1'),
} as const
const CALLS = { ...READS, ...WRITES }
type Operation = keyof typeof CALLS
const ALL = Object.keys(CALLS) as Operation[]
const isWrite = (operation: Operation): boolean => operation in WRITES

const answered = async (operation: Operation, script: Script) => {
  const service = await scriptedService(() => script)
  return failureOf(CALLS[operation](clientOf(service.url)))
}

describe('a cancellation or refund succeeds with 200 and an empty answer', () => {
  for (const text of ['', ' ', '\r\n\t '])
    test(`${JSON.stringify(text)} counts as empty`, async () => {
      const { client } = await scriptedClient(() => ({ text }))
      for (const call of Object.values(EMPTY_BODIED)) await expect(call(client)).resolves.toBeUndefined()
    })

  for (const text of [
    '{"code":"NOT_DONE","message":"Амжилтгүй"}',
    '{"error_code":"SOMETHING_NEW","message":"Амжилтгүй"}',
    '{"status":false}',
    '{"status":true}',
    '{"message":"PAYMENT_NOT_PAID"}',
    '"PAYMENT_NOT_PAID"',
    '"OK"',
    'OK',
    '0',
    'true',
    '[]',
    '["PAYMENT_NOT_PAID"]',
    '{}',
    'null',
    '\u0000',
    '<!doctype html><html></html>',
  ])
    for (const operation of Object.keys(EMPTY_BODIED) as (keyof typeof EMPTY_BODIED)[])
      test(`${JSON.stringify(text)} is not a success of ${operation}, and its outcome is unknown`, async () => {
        expect(await answered(operation, { text })).toMatchObject({
          operation,
          name: 'BAD_ANSWER',
          status: 200,
          outcomeUnknown: true,
          repeatable: true,
        })
      })
})

describe('a listed code under 200 is that refusal', () => {
  for (const [operation, code] of [
    ['cancel invoice', 'INVOICE_PAID'],
    ['cancel invoice', 'INVOICE_ALREADY_CANCELED'],
    ['cancel payment', 'PAYMENT_ALREADY_CANCELED'],
    ['refund payment', 'PAYMENT_NOT_PAID'],
    ['refund payment', 'PAYMENT_NOTFOUND'],
    ['create invoice', 'INVALID_AMOUNT'],
    ['create invoice', 'MERCHANT_INACTIVE'],
    ['create e-receipt', 'PAYMENT_NOT_PAID'],
    ['create e-receipt', 'EBARIMT_NOT_REGISTERED'],
    ['cancel e-receipt', 'EBARIMT_NOT_REGISTERED'],
    ['cancel e-receipt', 'EBARIMT_CANCEL_NOTSUPPERDED'],
    ['check payment', 'INVALID_OBJECT_TYPE'],
    ['get invoice', 'INVOICE_NOTFOUND'],
    ['get payment', 'PAYMENT_NOTFOUND'],
    ['list invoices', 'INVOICE_CODE_INVALID'],
  ] as const)
    for (const body of [
      { error_code: code, message: 'm' },
      { error: code, message: 'm' },
      { code, message: 'm' },
      { error: { code, message: 'm' } },
    ])
      test(`${operation} answered with ${JSON.stringify(body)} is refused for good`, async () => {
        expect(await answered(operation, { json: body })).toMatchObject({
          operation,
          name: code,
          code,
          // A message about an e-receipt may contain its lottery number, so only its code is kept.
          serviceMessage: operation.endsWith('e-receipt') ? null : 'm',
          status: 200,
          outcomeUnknown: false,
          repeatable: false,
        })
      })

  test('a code that the operation does not have leaves the outcome unknown', async () => {
    for (const [operation, code] of [
      ['refund payment', 'INVOICE_PAID'],
      ['cancel invoice', 'PAYMENT_NOTFOUND'],
      ['create invoice', 'INVOICE_ALREADY_CANCELED'],
      ['create e-receipt', 'INVALID_AMOUNT'],
    ] as const)
      expect(await answered(operation, { json: { error_code: code } })).toMatchObject({
        name: code,
        outcomeUnknown: true,
      })
  })

  test('an answer that is both a success and a refusal leaves the outcome unknown', async () => {
    for (const [operation, json] of [
      ['create invoice', { ...CREATED, error_code: 'INVALID_AMOUNT' }],
      ['create e-receipt', { ...RECEIPT, code: 'PAYMENT_NOT_PAID' }],
      ['cancel e-receipt', { ...VOIDED, error: 'EBARIMT_NOT_REGISTERED' }],
    ] as const)
      expect(await answered(operation, { json })).toMatchObject({ status: 200, outcomeUnknown: true })
  })
})

for (const operation of ALL)
  for (const json of [
    { error_code: 'SOMETHING_NEW', message: 'm' },
    { error: 'SOMETHING_NEW', message: 'm' },
    { error: { code: 'SOMETHING_NEW', message: 'm' } },
    { code: 'SOMETHING_NEW', message: 'm' },
  ])
    test(`${operation} answered with ${JSON.stringify(json)} under 200 is not a success, and keeps the service’s message`, async () => {
      expect(await answered(operation, { json })).toMatchObject({
        name: 'BAD_ANSWER',
        code: 'SOMETHING_NEW',
        serviceMessage: operation.endsWith('e-receipt') ? null : 'm',
        outcomeUnknown: isWrite(operation),
      })
    })

test('a check or a list with an error beside its rows is not an answer', async () => {
  expect(await answered('check payment', { json: { ...UNPAID, error_code: 'DOWN' } })).toMatchObject({
    name: 'BAD_ANSWER',
    code: 'DOWN',
  })
  expect(await answered('list invoices', { json: { ...UNPAID, error: 'database is down' } })).toMatchObject({
    name: 'BAD_ANSWER',
    serviceMessage: 'database is down',
  })
})

test('a success with an empty error is a success', async () => {
  for (const none of [null, '', false, 0, '0', '00', 'OK', 'Success', 'none', [], {}]) {
    const service = await scriptedService(() => ({
      json: { ...CREATED, error: none, error_code: none, code: 'SUCCESS', message: 'ok' },
    }))
    await expect(clientOf(service.url).createInvoice(INVOICE)).resolves.toMatchObject({ invoiceId: 'inv-1' })
  }
})

for (const json of [{}, { message: 'no' }, { status: false }, { success: false, message: 'no' }, [], null])
  test(`${JSON.stringify(json)} is not an invoice`, async () => {
    expect(await answered('get invoice', { json })).toMatchObject({ name: 'BAD_ANSWER' })
  })

describe('a login or token that is refused under 200', () => {
  const refused: Script = { json: { error_code: 'AUTHENTICATION_FAILED', message: 'no' } }

  test('a login is refused as under 401, and is paused as long', async () => {
    const service = await scriptedService()
    service.login = refused
    const client = clientOf(service.url, { clock: skippingClock() })
    expect(await failureOf(client.tryCredentials())).toMatchObject({ name: 'AUTHENTICATION_FAILED' })
    for (let times = 0; times < 5; times++)
      expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({ name: 'AUTHENTICATION_FAILED' })
    expect(service.count('/v2/auth/token')).toBe(1)
  })

  test('a token is renewed, and the call is repeated with the new one', async () => {
    const { service, client } = await scriptedClient(({ path }) =>
      service.count(path) === 1 ? refused : { json: path === '/v2/invoice' ? CREATED : UNPAID },
    )
    expect(await client.checkPayment('inv-1')).toMatchObject({ payments: [] })
    expect(service.count('/v2/auth/refresh')).toBe(1)
    expect(await client.createInvoice(INVOICE)).toMatchObject({ invoiceId: 'inv-1' })
    expect(service.count('/v2/invoice')).toBe(2)
  })

  test('a success that also refuses the token is sent once, and its outcome is unknown', async () => {
    for (const [operation, success] of [
      ['create invoice', CREATED],
      ['create e-receipt', RECEIPT],
      ['cancel e-receipt', VOIDED],
    ] as const) {
      const service = await scriptedService(() => ({
        json: { ...success, error_code: 'AUTHENTICATION_FAILED' },
      }))
      const failure = await failureOf(CALLS[operation](clientOf(service.url)))
      expect(failure).toMatchObject({ operation, status: 200, outcomeUnknown: true })
      expect(service.asked.filter(({ path }) => !path.startsWith('/v2/auth'))).toHaveLength(1)
    }
  })

  test('a token that is refused each time ends the call, which was not done', async () => {
    const service = await scriptedService(() => refused)
    const call = clientOf(service.url, { clock: skippingClock() }).createInvoice(INVOICE)
    await expect(call).rejects.toBeInstanceOf(ServiceFailed)
    expect(await failureOf(call)).toMatchObject({ name: 'AUTHENTICATION_FAILED', outcomeUnknown: false })
    expect(service.count('/v2/invoice')).toBe(3)
  })
})

for (const json of [
  { invoice_id: 'inv-1', message: 'Invoice not found' },
  { invoice_id: 'inv-1', status: 404, message: 'no' },
])
  test(`${JSON.stringify(json)} tells nothing of the invoice and is not an answer`, async () => {
    expect(await answered('get invoice', { json })).toMatchObject({ name: 'BAD_ANSWER' })
  })

for (const more of [
  { status: false },
  { status: 'false' },
  { success: false },
  { success: 'false' },
  { code: 'DOWN', message: 'database is down' },
])
  test(`an empty list with ${JSON.stringify(more)} proves no absence`, async () => {
    for (const operation of ['list invoices', 'check payment', 'check invoice', 'list payments'] as const)
      expect(await answered(operation, { json: { ...UNPAID, ...more } })).toMatchObject({
        name: 'BAD_ANSWER',
      })
  })
