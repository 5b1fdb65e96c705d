import { describe, expect } from 'vitest'
import { invoiced, refusal, simpleInvoice, test } from './contract.ts'

describe('general rules', () => {
  test('an answer has the content type of JSON', async ({ wire, practice }) => {
    const answer = await wire.call('POST', '/v2/invoice', simpleInvoice(practice))
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('a request body without the content type of JSON is refused', async ({ wire, practice }) => {
    const { access_token } = (await wire.logIn()).body
    const answer = await wire.bare('POST', '/v2/invoice', JSON.stringify(simpleInvoice(practice)), {
      authorization: `Bearer ${access_token}`,
      'content-type': 'text/plain',
    })
    expect(answer.status).toBe(400)
  })
})

describe('errors', () => {
  const error = { error_code: expect.any(String), message: expect.any(String) }

  test('every error is {error_code, message}, also for a malformed body and an unknown path', async ({
    wire,
  }) => {
    const { access_token } = (await wire.logIn()).body
    const headers = { authorization: `Bearer ${access_token}` }
    for (const [status, method, path, body] of [
      [400, 'POST', '/v2/invoice', '{"half":'],
      [400, 'POST', '/v2/invoice', '[]'],
      [400, 'POST', '/v2/invoice/list', 'null'],
      [401, 'POST', '/v2/auth/token', undefined],
      [404, 'GET', '/v2/invoice/none', undefined],
      [404, 'GET', '/v2/nowhere', undefined],
      [404, 'GET', '/v1/invoice/none', undefined],
    ] as const) {
      const answer = await wire.bare(method, path, body, headers)
      expect(answer.status, `${method} ${path}`).toBe(status)
      expect(answer.body).toEqual(error)
    }
  })

  test('requests beyond the rate limit get 429 with Retry-After', async ({ wire, practice, payer }) => {
    const id = await invoiced(wire, simpleInvoice(practice))
    await payer.rateLimit(2)
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await wire.call('GET', `/v2/invoice/${id}`)).status),
    )
    expect(statuses.sort()).toEqual([200, 200, 429, 429, 429])
    const limited = await wire.call('GET', `/v2/invoice/${id}`)
    expect(limited.body).toEqual(error)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('an unexpected error is 500 in the same format', async ({ wire, payer }) => {
    await payer.faults([{ effect: '500', path: '/v2/invoice/{id}' }])
    const answer = await wire.call('GET', '/v2/invoice/none')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual(error)
    expect(refusal(await wire.call('GET', '/v2/invoice/none'))).toEqual([404, 'INVOICE_NOTFOUND'])
  })
})

describe('versioning', () => {
  test('an ebarimt path has the segment ebarimt_v3 after the version prefix', async ({ wire }) => {
    expect(refusal(await wire.call('DELETE', '/v2/ebarimt_v3/none'))).toEqual([404, 'PAYMENT_NOTFOUND'])
    expect((await wire.call('DELETE', '/v2/ebarimt/none')).status).toBe(404)
  })
})
