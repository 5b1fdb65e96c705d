import { expect } from 'vitest'
import type { PracticeControl } from '../../../../scripts/run/practice/index.ts'
import { ebarimtInvoice, invoiced, line, simpleInvoice, test, type Wire } from './practice-under-test.ts'

const create = (wire: Wire, payment_id: string) =>
  wire.call('POST', '/v2/ebarimt_v3/create', { payment_id, ebarimt_receiver_type: '83' })

const taxed = line({
  line_description: 'Пиво',
  line_quantity: '1',
  line_unit_price: '11200',
  taxes: [{ description: 'CITY_TAX', amount: 200 }],
})

const paid = async (wire: Wire, payer: PracticeControl, request: object): Promise<string> =>
  (await payer.pay({ invoice_id: await invoiced(wire, request) })).payment_id

test('the invoice’s lines become the e-receipt’s items, with their declared city tax', async ({
  wire,
  payer,
}) => {
  const lines = [line({ line_unit_price: '550' }), taxed]
  const { body } = await create(wire, await paid(wire, payer, ebarimtInvoice(wire, { lines })))
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
