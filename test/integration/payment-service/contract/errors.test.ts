import { describe, expect } from 'vitest'
import { ebarimtInvoice, invoiced, PAGE, refusal, simpleInvoice, TODAY, test, wireTo } from './contract.ts'

describe('general rules', () => {
  test('every endpoint answers with JSON and its content type, or with an empty body', async ({
    wire,
    payer,
  }) => {
    const { refresh_token } = (await wire.logIn()).body
    const paid = async (type: 'P2P' | 'CARD') => {
      const invoice_id = await invoiced(wire, ebarimtInvoice(wire))
      return { invoice_id, ...(await payer.pay({ invoice_id, type })) }
    }
    const open = await invoiced(wire, simpleInvoice(wire))
    const { invoice_id, payment_id } = await paid('P2P')
    const cancelled = (await paid('CARD')).payment_id
    const refunded = (await paid('CARD')).payment_id
    const object = { object_type: 'INVOICE', object_id: invoice_id }
    const days = { start_date: TODAY, end_date: TODAY }
    const answers = [
      await wire.logIn(),
      await wire.bare('POST', '/v2/auth/refresh', undefined, { authorization: `Bearer ${refresh_token}` }),
      await wire.call('POST', '/v2/invoice', simpleInvoice(wire, { sender_invoice_no: 'A' })),
      await wire.call('GET', `/v2/invoice/${open}`),
      await wire.call('POST', '/v2/invoice/list', { offset: PAGE }),
      await wire.call('POST', '/v2/invoice/check', object),
      await wire.call('POST', '/v2/payment/check', object),
      await wire.call('GET', `/v2/payment/${payment_id}`),
      await wire.call('POST', '/v2/payment/list', { ...object, ...days, offset: PAGE }),
      await wire.call('POST', '/v2/ebarimt_v3/create', { payment_id, ebarimt_receiver_type: '83' }),
      await wire.call('DELETE', `/v2/ebarimt_v3/${payment_id}`),
      await wire.call('DELETE', `/v2/invoice/${open}`),
      await wire.call('POST', `/v2/payment/cancel/${cancelled}`, { callback_url: '', note: '' }),
      await wire.call('POST', `/v2/payment/refund/${refunded}`, { callback_url: '', note: '' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const withBody = answers.filter(({ text }) => text !== '')
    expect(withBody).toHaveLength(11)
    for (const { headers, body } of withBody) {
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(body).toBeTypeOf('object')
    }
  })

  test('a request body without the content type of JSON is refused', async ({ wire }) => {
    const { access_token } = (await wire.logIn()).body
    const answer = await wire.bare('POST', '/v2/invoice', JSON.stringify(simpleInvoice(wire)), {
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

  test('requests beyond the rate limit, which all terminals of the merchant share, get 429 with Retry-After', async ({
    wire,
    practice,
    payer,
  }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const terminals = [wire, wireTo(practice), wireTo(practice)]
    const read = async (terminal: typeof wire) => (await terminal.call('GET', `/v2/invoice/${id}`)).status
    // Each terminal logs in before the limit counts.
    for (const terminal of terminals) expect(await read(terminal)).toBe(200)
    await payer.rateLimit(2)
    expect((await Promise.all(terminals.map(read))).sort()).toEqual([200, 200, 429])
    expect(await Promise.all(terminals.map(read))).toEqual([429, 429, 429])
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
