import { describe, expect } from 'vitest'
import type { PracticeControl } from '../../../../scripts/run/practice/index.ts'
import { AMOUNT_TEXT, ebarimtInvoice, invoiced, refusal, TIMESTAMP, test, type Wire } from './contract.ts'

type Parts = { wire: Wire; payer: PracticeControl }

async function paid({ wire, payer }: Parts, payment: object = {}, invoice = ebarimtInvoice(wire)) {
  const invoice_id = await invoiced(wire, invoice)
  return (await payer.pay({ invoice_id, ...payment })).payment_id
}
const create = (wire: Wire, payment_id: string, change: object = {}) =>
  wire.call('POST', '/v2/ebarimt_v3/create', { payment_id, ebarimt_receiver_type: '83', ...change })
const cancel = (wire: Wire, payment_id: string) => wire.call('DELETE', `/v2/ebarimt_v3/${payment_id}`)

describe('POST /v2/ebarimt_v3/create', () => {
  test('returns every field of its table, with amounts as text', async ({ wire, payer }) => {
    const { status, body } = await create(wire, await paid({ wire, payer }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: expect.any(String),
      ebarimt_by: expect.any(String),
      ebarimt_receiver_type: '83',
      ebarimt_receiver: '',
      amount: '3000.00',
      vat_amount: expect.stringMatching(AMOUNT_TEXT),
      city_tax_amount: expect.stringMatching(AMOUNT_TEXT),
      ebarimt_qr_data: expect.stringMatching(/./),
      ebarimt_lottery: expect.stringMatching(/./),
      barimt_status: 'CREATED',
      barimt_status_date: expect.stringMatching(TIMESTAMP),
      status: true,
      barimt_transactions: expect.any(Array),
      barimt_histories: [{ status: 'CREATED', status_date: expect.stringMatching(TIMESTAMP) }],
    })
    expect(body.barimt_items).toEqual([
      {
        name: 'Талх',
        amount: '3000.00',
        barcode: expect.any(String),
        measure_unit: expect.any(String),
        quantity: '2',
        unit_price: '1500',
        vat: expect.stringMatching(AMOUNT_TEXT),
        city_tax: expect.stringMatching(AMOUNT_TEXT),
      },
    ])
  })

  test('issues an organization’s e-receipt with its register number and without lottery', async ({
    wire,
    payer,
  }) => {
    const id = await paid({ wire, payer })
    const { body } = await create(wire, id, {
      ebarimt_receiver_type: '84',
      ebarimt_receiver: '6234567',
      district_code: '2406',
      classification_code: '2311100',
    })
    expect(body).toMatchObject({
      ebarimt_receiver_type: '84',
      ebarimt_receiver: '6234567',
      ebarimt_lottery: '',
    })
  })

  test('requires a register number for receiver type 84 and refuses one for 83', async ({ wire, payer }) => {
    const id = await paid({ wire, payer })
    for (const change of [
      { ebarimt_receiver_type: '84' },
      { ebarimt_receiver_type: '84', ebarimt_receiver: '' },
      { ebarimt_receiver: '6234567' },
      { ebarimt_receiver_type: '85' },
      { ebarimt_receiver_type: 83 },
      { payment_id: undefined },
    ])
      expect((await create(wire, id, change)).status, JSON.stringify(change)).toBe(400)
  })

  test('returns PAYMENT_NOTFOUND, PAYMENT_NOT_PAID and EBARIMT_NOT_REGISTERED', async ({ wire, payer }) => {
    expect(refusal(await create(wire, 'none'))).toEqual([404, 'PAYMENT_NOTFOUND'])
    const pending = await paid({ wire, payer }, { status: 'PENDING' })
    expect(refusal(await create(wire, pending))).toEqual([400, 'PAYMENT_NOT_PAID'])
    await payer.merchant({ registered_for_ebarimt: false })
    const id = await paid({ wire, payer })
    expect(refusal(await create(wire, id))).toEqual([400, 'EBARIMT_NOT_REGISTERED'])
  })
})

describe('DELETE /v2/ebarimt_v3/{id}', () => {
  test('voids the e-receipt of the payment with this id, and returns five fields', async ({
    wire,
    payer,
  }) => {
    const id = await paid({ wire, payer })
    const receipt = (await create(wire, id)).body
    const { status, body } = await cancel(wire, id)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: receipt.id,
      ebarimt_by: expect.any(String),
      barimt_status: 'CANCELLED',
      barimt_status_date: expect.stringMatching(TIMESTAMP),
      status: true,
    })
    expect(refusal(await cancel(wire, receipt.id))).toEqual([404, 'PAYMENT_NOTFOUND'])
  })

  test('allows another e-receipt after the first one is voided', async ({ wire, payer }) => {
    const id = await paid({ wire, payer })
    const first = (await create(wire, id)).body
    await cancel(wire, id)
    const second = (await create(wire, id)).body
    expect(second.id).not.toBe(first.id)
    expect(second.barimt_status).toBe('CREATED')
  })

  test('returns PAYMENT_NOTFOUND, EBARIMT_NOT_REGISTERED without an active e-receipt, and EBARIMT_CANCEL_NOTSUPPERDED', async ({
    wire,
    payer,
  }) => {
    expect(refusal(await cancel(wire, 'none'))).toEqual([404, 'PAYMENT_NOTFOUND'])
    const id = await paid({ wire, payer })
    expect(refusal(await cancel(wire, id))).toEqual([400, 'EBARIMT_NOT_REGISTERED'])
    await create(wire, id)
    await payer.merchant({ ebarimt_cancel_supported: false })
    expect(refusal(await cancel(wire, id))).toEqual([400, 'EBARIMT_CANCEL_NOTSUPPERDED'])
    await payer.merchant({ ebarimt_cancel_supported: true })
    expect((await cancel(wire, id)).status).toBe(200)
    expect(refusal(await cancel(wire, id))).toEqual([400, 'EBARIMT_NOT_REGISTERED'])
  })
})
