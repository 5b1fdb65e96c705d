/** Arbitrary requests at the practice service: no crash, no 500, always the error format (docs/payment-service.md#errors). */

import fc from 'fast-check'
import { Agent, request } from 'undici'
import { expect } from 'vitest'
import { ebarimtInvoice, invoiced, PAGE, simpleInvoice, TODAY, test } from './contract.ts'

const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const
const ODD_IDS = [
  '__proto__',
  'constructor',
  'list',
  'check',
  'null',
  '0',
  '%00',
  '%F0%9F',
  '%2e%2e',
  'x'.repeat(4000),
]

/** Replaces one value of a JSON object, at any depth. */
function spoiledAt(value: unknown, way: readonly number[], by: unknown): unknown {
  const [step, ...rest] = way
  if (step === undefined || typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...value] : { ...value }
  ;(copy as Record<string, unknown>)[key] = spoiledAt((value as Record<string, unknown>)[key], rest, by)
  return copy
}

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(1e308, -0, 1e-7, 2 ** 53, 0.1 + 0.2, '\ud800', '1e400', 'NaN', '9'.repeat(400), {}, [[]]),
)

test('the practice service answers 1,500 random requests in its format, and never with 500', async ({
  wire,
  practice,
  payer,
}) => {
  const agent = new Agent({ connections: 8 })
  const invoiceId = await invoiced(wire, ebarimtInvoice(wire))
  const { payment_id } = await payer.pay({ invoice_id: invoiceId, type: 'CARD' })
  const { access_token } = (await wire.logIn()).body
  const right = `Bearer ${access_token}`
  const listed = { start_date: TODAY, end_date: TODAY, offset: PAGE }
  const checked = { object_type: 'INVOICE', object_id: invoiceId, offset: PAGE }
  const receipt = {
    payment_id,
    ebarimt_receiver_type: '84',
    ebarimt_receiver: '6234567',
    district_code: '2406',
  }
  const full = { allow_partial: true, minimum_amount: 5, transactions: [{ amount: '5', accounts: [{}] }] }
  const nearlyRight: readonly (readonly [RequestParts['method'], string, object | null])[] = [
    ['POST', '/v2/auth/token', null],
    ['POST', '/v2/auth/refresh', null],
    ['POST', '/v2/invoice', simpleInvoice(wire, full)],
    ['POST', '/v2/invoice', ebarimtInvoice(wire)],
    ['GET', `/v2/invoice/${invoiceId}`, null],
    ['DELETE', `/v2/invoice/${invoiceId}`, null],
    ['POST', '/v2/invoice/list', { invoice_code: practice.invoice_code, ...listed }],
    ['POST', '/v2/invoice/check', checked],
    ['POST', '/v2/payment/check', checked],
    ['GET', `/v2/payment/${payment_id}`, null],
    ['POST', '/v2/payment/list', { ...checked, ...listed }],
    ['POST', `/v2/payment/cancel/${payment_id}`, { callback_url: 'x', note: 'y' }],
    ['POST', `/v2/payment/refund/${payment_id}`, { callback_url: 'http://127.0.0.1:1/', note: 'y' }],
    ['POST', '/v2/ebarimt_v3/create', receipt],
    ['DELETE', `/v2/ebarimt_v3/${payment_id}`, null],
  ]
  const spoiltBody = (body: object | null) =>
    body === null
      ? fc.constant(null)
      : fc
          .tuple(fc.array(fc.nat(), { maxLength: 4 }), anyValue)
          .map(([way, by]) => JSON.stringify(way.length === 0 ? body : spoiledAt(body, way, by)))
  const near = fc.constantFrom(...nearlyRight).chain(([method, path, body]) =>
    fc.record({
      method: fc.constant(method),
      path: fc.constant(path),
      body: spoiltBody(body),
      authorization: fc.constant(right),
      type: fc.constant('application/json'),
    }),
  )
  const anyId = fc.oneof(
    fc.constantFrom(...ODD_IDS),
    fc.string({ unit: 'grapheme', maxLength: 30 }).map(encodeURIComponent),
  )
  const far = fc.record({
    method: fc.constantFrom(...METHODS),
    path: fc
      .tuple(fc.constantFrom(...nearlyRight), anyId, fc.boolean())
      .map(([[, path], id, whole]) => (whole ? path : path.replace(/[^/]+$/, id))),
    body: fc.oneof(
      anyValue.map((value) => JSON.stringify(value)),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    ),
    authorization: fc.constantFrom(
      right,
      right,
      '',
      'Bearer',
      'Bearer  x',
      `Basic ${'A'.repeat(9)}`,
      'Basic Og==',
    ),
    type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', ''),
  })
  const anyRequest: fc.Arbitrary<RequestParts> = fc.oneof(
    { weight: 2, arbitrary: near },
    { weight: 1, arbitrary: far },
  )
  const answered = new Map<number, number>()

  const run = async ({ method, path, body, authorization, type }: RequestParts) => {
    const answer = await request(practice.url + path, {
      dispatcher: agent,
      method,
      body: method === 'GET' ? null : body,
      headers: { authorization, 'content-type': type },
    })
    const text = await answer.body.text()
    answered.set(answer.statusCode, (answered.get(answer.statusCode) ?? 0) + 1)
    expect([200, 400, 401, 404]).toContain(answer.statusCode)
    if (answer.statusCode === 200) return
    expect(JSON.parse(text)).toEqual({ error_code: expect.any(String), message: expect.any(String) })
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 5, maxLength: 5 }), (requests) => all(requests, run)),
    {
      numRuns: 300,
    },
  )
  await agent.close()
  // The random requests reach the endpoints, and not only the authentication.
  for (const status of [200, 400, 401, 404]) expect(answered.get(status)).toBeGreaterThan(50)
  expect((await wire.logIn()).status).toBe(200)
})

type RequestParts = {
  readonly method: (typeof METHODS)[number]
  readonly path: string
  readonly body: string | Buffer | null
  readonly authorization: string
  readonly type: string
}

const all = async (requests: readonly RequestParts[], run: (one: RequestParts) => Promise<void>) => {
  await Promise.all(requests.map(run))
}
