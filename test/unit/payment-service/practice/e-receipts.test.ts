import { describe, expect } from 'vitest'
import type { PracticeControl } from '../../../../scripts/run/practice/index.ts'
import {
  ebarimtInvoice,
  invoiced,
  line,
  refusal,
  simpleInvoice,
  test,
  type Wire,
} from './practice-under-test.ts'

const create = (wire: Wire, paymentId: string, change: object = {}) =>
  wire.call('POST', '/v2/ebarimt_v3/create', {
    payment_id: paymentId,
    ebarimt_receiver_type: '83',
    ...change,
  })

const paid = async (wire: Wire, payer: PracticeControl, request: object): Promise<string> =>
  (await payer.pay({ invoice_id: await invoiced(wire, request) })).payment_id

describe('issuing an e-receipt', () => {
  test('an individual’s e-receipt has every field, a lottery number and a QR', async ({ wire, payer }) => {
    const paymentId = await paid(wire, payer, simpleInvoice(wire, { amount: 1100 }))
    const { status, body } = await create(wire, paymentId)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      ebarimt_receipt_id: expect.stringMatching(/^\d{33}$/),
      ebarimt_by: expect.any(String),
      ebarimt_receiver_type: '83',
      ebarimt_receiver: '',
      amount: '1100.00',
      vat_amount: '100.00',
      city_tax_amount: '0.00',
      ebarimt_qr_data: expect.stringMatching(/^\d{200}$/),
      ebarimt_lottery: expect.stringMatching(/^[A-Z]{2} \d{8}$/),
      barimt_status: 'CREATED',
      barimt_status_date: '2026-03-01T09:30:00',
      status: true,
      barimt_items: [expect.objectContaining({ name: 'Өглөө дэлгүүр', amount: '1100.00', vat: '100.00' })],
      barimt_transactions: [],
      barimt_histories: [{ status: 'CREATED', status_date: '2026-03-01T09:30:00' }],
    })
  })

  test('an organisation’s e-receipt has its register number and no lottery', async ({ wire, payer }) => {
    const paymentId = await paid(wire, payer, simpleInvoice(wire))
    const { body } = await create(wire, paymentId, {
      ebarimt_receiver_type: '84',
      ebarimt_receiver: '6234567',
    })
    expect(body).toMatchObject({ ebarimt_receiver: '6234567', ebarimt_lottery: '' })
  })

  test('the invoice’s lines become the e-receipt’s items, with their declared city tax', async ({
    wire,
    payer,
  }) => {
    const taxed = line({
      line_description: 'Пиво',
      line_quantity: '1',
      line_unit_price: '11200',
      taxes: [{ description: 'CITY_TAX', amount: 200 }],
    })
    const paymentId = await paid(
      wire,
      payer,
      ebarimtInvoice(wire, { lines: [line({ line_unit_price: '550' }), taxed] }),
    )
    const { body } = await create(wire, paymentId)
    expect(body).toMatchObject({ amount: '12300.00', vat_amount: '1100.00', city_tax_amount: '200.00' })
    expect(body.barimt_items).toEqual([
      {
        name: 'Талх',
        amount: '1100.00',
        barcode: '8650000000017',
        measure_unit: 'ш',
        quantity: '2',
        unit_price: '550',
        vat: '100.00',
        city_tax: '0.00',
      },
      expect.objectContaining({ name: 'Пиво', amount: '11200.00', vat: '1000.00', city_tax: '200.00' }),
    ])
  })

  test('the e-receipt of a part payment has its share of the city tax', async ({ wire, payer }) => {
    const taxed = line({
      line_quantity: '1',
      line_unit_price: '11200',
      taxes: [{ description: 'CITY_TAX', amount: 200 }],
    })
    const id = await invoiced(wire, ebarimtInvoice(wire, { lines: [taxed] }))
    const { payment_id } = await payer.pay({ invoice_id: id, amount: 5600 })
    const { body } = await create(wire, payment_id)
    expect(body).toMatchObject({ amount: '5600.00', vat_amount: '500.00', city_tax_amount: '100.00' })
    expect(body.barimt_items).toHaveLength(1)
  })

  test('a second request for a payment returns its active e-receipt', async ({ wire, payer }) => {
    const paymentId = await paid(wire, payer, simpleInvoice(wire))
    const first = await create(wire, paymentId)
    const again = await create(wire, paymentId)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await payer.state()).ereceipts).toHaveLength(1)
  })

  test.for([
    { ebarimt_receiver_type: '84' },
    { ebarimt_receiver_type: '84', ebarimt_receiver: ' ' },
    { ebarimt_receiver_type: '83', ebarimt_receiver: '6234567' },
    { ebarimt_receiver_type: 'CITIZEN' },
    { ebarimt_receiver_type: undefined },
    { payment_id: undefined },
  ])('a request with %j is refused', async (change, { wire, payer }) => {
    const paymentId = await paid(wire, payer, simpleInvoice(wire))
    expect(refusal(await create(wire, paymentId, change))).toEqual([400, 'VALIDATION_FAILED'])
  })

  test('an unknown payment, an unpaid payment and an unregistered merchant are refused by name', async ({
    wire,
    payer,
  }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const pending = await payer.pay({ invoice_id: id, status: 'PENDING' })
    const { payment_id } = await payer.pay({ invoice_id: id })
    await payer.merchant({ registered_for_ebarimt: false })
    expect(refusal(await create(wire, '1'))).toEqual([404, 'PAYMENT_NOTFOUND'])
    expect(refusal(await create(wire, pending.payment_id))).toEqual([400, 'PAYMENT_NOT_PAID'])
    expect(refusal(await create(wire, payment_id))).toEqual([400, 'EBARIMT_NOT_REGISTERED'])
  })
})

describe('voiding an e-receipt', () => {
  test('an e-receipt is voided by its payment, becomes CANCELLED, and another may be issued', async ({
    wire,
    payer,
  }) => {
    const paymentId = await paid(wire, payer, simpleInvoice(wire))
    const first = (await create(wire, paymentId)).body
    const { status, body } = await wire.call('DELETE', `/v2/ebarimt_v3/${paymentId}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: first.id,
      ebarimt_by: first.ebarimt_by,
      barimt_status: 'CANCELLED',
      barimt_status_date: '2026-03-01T09:30:00',
      status: true,
    })
    expect((await create(wire, paymentId)).body.id).not.toBe(first.id)
    expect((await payer.state()).ereceipts.map((receipt) => receipt.status)).toEqual(['CANCELLED', 'CREATED'])
  })
})
