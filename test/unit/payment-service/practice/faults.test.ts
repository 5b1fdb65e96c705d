import { describe, expect } from 'vitest'
import type { FaultRequest, PracticeControl } from '../../../../scripts/run/practice/index.ts'
import { invoiced, simpleInvoice, test, type Wire } from './practice-under-test.ts'

const CREATE = { method: 'POST', path: '/v2/invoice' } as const

const invoicesMade = async (payer: PracticeControl) => (await payer.state()).invoices.length

describe('faults on the wire', () => {
  test.for([
    [{ effect: '429', retry_after: 7 }, 429, 0],
    [{ effect: '500' }, 500, 0],
    [{ effect: '502' }, 502, 0],
    [{ effect: '502', done: true }, 502, 1],
    [{ effect: 'html' }, 200, 0],
  ] as const satisfies (readonly [Omit<FaultRequest, 'path'>, number, number])[])(
    '%j gives status %i with %i invoices made, once',
    async ([fault, status, made], { wire, payer }) => {
      await payer.faults([{ ...CREATE, ...fault }])
      const answer = await wire.call('POST', '/v2/invoice', simpleInvoice(wire))
      expect([answer.status, await invoicesMade(payer)]).toEqual([status, made])
      if (fault.effect === '429') expect(answer.headers.get('retry-after')).toBe('7')
      if (status === 502 || fault.effect === 'html') expect(answer.text).toMatch(/^<!doctype html>/)
      expect((await wire.call('POST', '/v2/invoice', simpleInvoice(wire))).status).toBe(200)
    },
  )

  test('a truncated answer is half a JSON text, and its work is done', async ({ wire, payer }) => {
    await payer.faults([{ ...CREATE, effect: 'truncated' }])
    const answer = await wire.call('POST', '/v2/invoice', simpleInvoice(wire))
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(answer.text).toMatch(/^\{"invoice_id":/)
    expect(await invoicesMade(payer)).toBe(1)
  })

  test('a field can be missing or have a wrong type: the named field or the most needed one', async ({
    wire,
    payer,
  }) => {
    const create = async () => (await wire.call('POST', '/v2/invoice', simpleInvoice(wire))).body
    await payer.faults([
      { ...CREATE, effect: 'missing-field' },
      { ...CREATE, effect: 'wrong-type' },
      { ...CREATE, effect: 'missing-field', field: 'urls.0.name' },
    ])
    expect(await create()).not.toHaveProperty('invoice_id')
    expect((await create()).invoice_id).toEqual({ unexpected: true })
    expect((await create()).urls[0]).not.toHaveProperty('name')
  })

  const reset = async (wire: Wire, request: object) =>
    wire.call('POST', '/v2/invoice', request).then(
      () => 'answered',
      () => 'broken',
    )

  test.for([
    ['reset-before', 0],
    ['reset-after', 1],
  ] as const)('%s breaks the connection with %i invoices made', async ([effect, made], { wire, payer }) => {
    await wire.call('GET', '/v2/invoice/none')
    await payer.faults([{ ...CREATE, effect }])
    expect(await reset(wire, simpleInvoice(wire))).toBe('broken')
    expect(await invoicesMade(payer)).toBe(made)
  })

  test.for([
    ['hang-before', 0],
    ['hang-after', 1],
  ] as const)('%s gives no answer, with %i invoices made', async ([effect, made], { wire, payer }) => {
    await wire.call('GET', '/v2/invoice/none')
    await payer.faults([{ ...CREATE, effect, ms: 30 }])
    expect(await reset(wire, simpleInvoice(wire))).toBe('broken')
    expect(await invoicesMade(payer)).toBe(made)
  })

  test('a hanging service can be stopped', async ({ wire, payer }) => {
    await wire.call('GET', '/v2/invoice/none')
    await payer.faults([{ ...CREATE, effect: 'hang-before' }])
    const hanging = reset(wire, simpleInvoice(wire))
    // The fixture stops the service after the test, which must also end this call.
    await expect.poll(async () => (await payer.state()).faults_waiting).toBe(0)
    void hanging
  })

  test('a slow answer is complete, and its work is done before it comes', async ({ wire, payer }) => {
    await wire.call('GET', '/v2/invoice/none')
    await payer.faults([{ ...CREATE, effect: 'slow', ms: 100 }])
    let answered = false
    const answer = wire.call('POST', '/v2/invoice', simpleInvoice(wire)).finally(() => {
      answered = true
    })
    await expect.poll(() => invoicesMade(payer), { interval: 5 }).toBe(1)
    expect(answered).toBe(false)
    expect((await answer).status).toBe(200)
  })

  test('a fault affects its own endpoint, as often as requested', async ({ wire, payer }) => {
    await payer.faults([{ method: 'GET', path: '/v2/invoice/{id}', effect: '500', times: 2 }])
    const id = await invoiced(wire, simpleInvoice(wire))
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await wire.call('GET', `/v2/invoice/${id}`)).status)
    expect(statuses).toEqual([500, 500, 200])
  })

  test('a fault without a path affects any request, also the login', async ({ wire, payer }) => {
    await payer.faults([{ effect: '500' }])
    expect((await wire.logIn()).status).toBe(500)
  })
})

describe('the control port', () => {
  test('is closed without its token', async ({ practice }) => {
    for (const authorization of ['', 'Bearer wrong']) {
      const answer = await fetch(`${practice.control}/state`, { headers: { authorization } })
      expect(answer.status).toBe(401)
    }
  })

  test('a rate limit counts all requests of a second and ends with it', async ({ wire, payer }) => {
    await payer.rateLimit(2)
    const statuses = async () => [
      (await wire.logIn()).status,
      (await wire.logIn()).status,
      (await wire.logIn()).status,
    ]
    expect(await statuses()).toEqual([200, 200, 429])
    await payer.advanceClock(1)
    expect(await statuses()).toEqual([200, 200, 429])
    await payer.rateLimit(null)
    expect(await statuses()).toEqual([200, 200, 200])
  })

  test('requests are counted by endpoint', async ({ wire, payer }) => {
    await invoiced(wire, simpleInvoice(wire))
    await wire.call('GET', '/v2/invoice/none')
    await wire.call('GET', '/v2/invoice/other')
    expect((await payer.state()).requests).toEqual({
      'POST /v2/auth/token': 1,
      'POST /v2/invoice': 1,
      'GET /v2/invoice/{id}': 2,
    })
  })

  test('a reset keeps only the credentials', async ({ wire, payer }) => {
    await payer.pay({ invoice_id: await invoiced(wire, simpleInvoice(wire)) })
    await payer.merchant({ active: false })
    await payer.faults([{ effect: '500' }])
    await payer.reset()
    expect(await payer.state()).toMatchObject({
      invoices: [],
      payments: [],
      ereceipts: [],
      requests: {},
      faults_waiting: 0,
      merchant: { active: true },
    })
    expect((await wire.call('GET', '/v2/invoice/none')).status).toBe(404)
  })

  test('an impossible request is refused by name', async ({ payer }) => {
    await expect(payer.pay({ invoice_id: 'none' })).rejects.toThrow('INVOICE_NOTFOUND')
    await expect(payer.faults([{ effect: 'no-such-effect' as '500' }])).rejects.toThrow('VALIDATION_FAILED')
  })
})
