import { describe, expect } from 'vitest'
import { invoiced, simpleInvoice, test } from './practice-under-test.ts'

const CREATE = { method: 'POST', path: '/v2/invoice' } as const

describe('faults on the wire', () => {
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

  test('a hanging service can be stopped', async ({ wire, payer }) => {
    await wire.call('GET', '/v2/invoice/none')
    await payer.faults([{ ...CREATE, effect: 'hang-before' }])
    void wire.call('POST', '/v2/invoice', simpleInvoice(wire)).catch(() => {})
    // The fixture stops the service after the test, which must also end this call.
    await expect.poll(async () => (await payer.state()).faults_waiting).toBe(0)
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
