import { expect, test } from 'vitest'
import type {
  InvoiceRequest,
  ServiceClient,
  ServiceFailure,
} from '../../../../main/payment-service/client/index.ts'
import { FULL_FIELDS } from '../../../support/full-invoice.ts'
import { CREATED, EBARIMT, INVOICE, PAYMENT_SUMMARY, RECEIPT, TAXED } from './samples.ts'
import { clientOf, failureOf, scriptedClient, scriptedService } from './scripted-service.ts'

/** Every field of the full shape (docs/payment-service.md#create-an-invoice). */
const FULL: Extract<InvoiceRequest, { shape: 'full' }> = {
  ...INVOICE,
  shape: 'full',
  ...FULL_FIELDS,
}

test('a full invoice with every field is sent unchanged', async () => {
  const service = await scriptedService(() => ({ json: CREATED }))
  await clientOf(service.url).createInvoice(FULL)
  const { shape: _ours, ...body } = FULL
  expect(service.asked.at(-1)?.body).toEqual(body)
})

/** A request that the compiler refuses, as it may come from a file or another version. */
const broken = (change: object) => ({ ...FULL, ...change }) as unknown as InvoiceRequest
const line = (change: object) => ({ lines: [{ ...FULL.lines?.[0], ...change }] })
const DAYS = { object_id: 'inv-1', start_date: '2026-06-01', end_date: '2026-06-30' }

const INPUTS: readonly (readonly [
  what: string,
  field: string,
  call: (client: ServiceClient) => Promise<unknown>,
  name?: ServiceFailure['name'],
])[] = [
  ['a number of 46 letters', 'sender_invoice_no', (c) => c.createInvoice(broken({ sender_invoice_no: 'x'.repeat(46) }))],
  ['a description of 256 letters', 'invoice_description', (c) =>
    c.createInvoice(broken({ invoice_description: 'x'.repeat(256) }))],
  ['an amount of zero', 'amount', (c) => c.createInvoice({ ...INVOICE, amount: 0 }), 'INVALID_AMOUNT'],
  ['a negative amount', 'amount', (c) => c.createInvoice({ ...INVOICE, amount: -5 }), 'INVALID_AMOUNT'],
  ['NaN as the amount', 'amount', (c) => c.createInvoice({ ...INVOICE, amount: Number.NaN }), 'INVALID_AMOUNT'],
  ['a fraction of a möngö', 'amount', (c) => c.createInvoice({ ...INVOICE, amount: 100.001 }), 'INVALID_AMOUNT'],
  ['an amount above the largest possible one', 'amount', (c) =>
    c.createInvoice({ ...INVOICE, amount: 1e13 }), 'AMOUNT_TOO_LARGE'],
  ['no lines of a taxed invoice', 'lines', (c) => c.createInvoice({ ...TAXED, lines: [] }), 'INVOICE_LINE_REQUIRED'],
  ['a quantity with a comma', 'lines.0.line_quantity', (c) => c.createInvoice(broken(line({ line_quantity: '0,5' })))],
  ['a word for a price', 'lines.0.line_unit_price', (c) => c.createInvoice(broken(line({ line_unit_price: 'free' })))],
  ['an organisation without register', 'ebarimt_receiver', (c) =>
    c.createEbarimt({ ...EBARIMT, ebarimt_receiver_type: '84' }), 'REGISTER_INVALID'],
  ['an individual with a register', 'ebarimt_receiver', (c) =>
    c.createEbarimt({ ...EBARIMT, ebarimt_receiver: '6234567' }), 'REGISTER_INVALID'],
  ['".." as an invoice id', 'invoice_id', (c) => c.cancelInvoice('..')],
  ['half a surrogate pair as an id', 'payment_id', (c) => c.getPayment('\ud800')],
  ['a minimum payment but no partial payments', 'minimum_amount', (c) => c.createInvoice(broken({ allow_partial: false }))],
  ['a maximum payment but no overpayments', 'maximum_amount', (c) => c.createInvoice(broken({ allow_exceed: undefined }))],
  ['a minimum payment above the amount', 'minimum_amount', (c) => c.createInvoice(broken({ minimum_amount: 5000 }))],
  ['a maximum payment below the amount', 'maximum_amount', (c) => c.createInvoice(broken({ maximum_amount: 4000 }))],
  ['a text in place of a boolean', 'allow_partial', (c) => c.createInvoice(broken({ allow_partial: 'true' }))],
  ['an expiry that is not a text', 'enable_expiry', (c) => c.createInvoice(broken({ enable_expiry: true }))],
  ['a note of 1001 letters', 'note', (c) => c.createInvoice(broken({ note: 'x'.repeat(1001) }))],
  ['a receiver that is neither terminal nor e-mail', 'invoice_receiver_code', (c) =>
    c.createInvoice(broken({ invoice_receiver_code: 'me' }))],
  ['a callback to a file', 'callback_url', (c) => c.createInvoice(broken({ callback_url: 'file:///x' }))],
  ['a phone that is a number', 'sender_staff_data.phone', (c) =>
    c.createInvoice(broken({ sender_staff_data: { phone: 99 } }))],
  ['a zipcode that is a number', 'sender_branch_data.address.zipcode', (c) =>
    c.createInvoice(broken({ sender_branch_data: { address: { zipcode: 13370 } } }))],
  ['a routed amount that is a number', 'transactions.0.amount', (c) =>
    c.createInvoice(broken({ transactions: [{ description: 'x', amount: 5, accounts: [] }] }))],
  ['an account number that is a number', 'transactions.0.accounts.0.account_number', (c) =>
    c.createInvoice(broken({ transactions: [{ description: 'x', amount: '5', accounts: [{ account_number: 5 }] }] }))],
  ['a quantity that is a number', 'lines.0.line_quantity', (c) => c.createInvoice(broken(line({ line_quantity: 2 })))],
  ['a price that is a number', 'lines.0.line_unit_price', (c) => c.createInvoice(broken(line({ line_unit_price: 2 })))],
  ['a negative discount', 'lines.0.discounts', (c) =>
    c.createInvoice(broken(line({ discounts: [{ description: 'x', amount: -1 }] })))],
  ['a tax that is a text', 'lines.0.taxes', (c) =>
    c.createInvoice(broken(line({ taxes: [{ description: 'x', amount: '5' }] })))],
  ['a district of three digits', 'district_code', (c) => c.createInvoice({ ...TAXED, district_code: '240' })],
  ['no tax type', 'tax_type', (c) => c.createInvoice({ ...TAXED, tax_type: ' ' })],
  ['a day that does not exist', 'start_date', (c) => c.listInvoices({ start_date: '2026-02-30' })],
  ['a list of payments without an id', 'object_id', (c) => c.listPayments({ ...DAYS, object_id: '' })],
  ['days in the wrong order', 'end_date', (c) => c.listPayments({ ...DAYS, end_date: '2026-05-01' })],
  ['a refund with an invalid callback', 'callback_url', (c) => c.refundPayment('p-1', { callback_url: 'here' })],
  ['a cancellation with a note of 1001 letters', 'note', (c) => c.cancelPayment('p-1', { note: 'x'.repeat(1001) })],
  ['a refund without an id', 'payment_id', (c) => c.refundPayment('')],
  ['a void with the id ".."', 'payment_id', (c) => c.cancelEbarimt('..')],
  ['a check with a blank id', 'object_id', (c) => c.checkInvoice(' ')],
] // biome-ignore format: a table reads better in rows

for (const [what, field, call, name = 'INPUT_INVALID'] of INPUTS) {
  test(`a request with ${what} is refused before anything is sent, and ${field} is named`, async () => {
    const service = await scriptedService()
    expect(await failureOf(call(clientOf(service.url)))).toMatchObject({
      name,
      status: null,
      serviceMessage: field,
      outcomeUnknown: false,
      repeatable: false,
    })
    expect(service.asked).toEqual([])
  })
}

test('a cancellation or refund has a body only when it has a note or an address', async () => {
  const { service, client } = await scriptedClient(() => ({}))
  await client.cancelPayment('p/1')
  expect(service.asked.at(-1)).toMatchObject({ path: '/v2/payment/cancel/p%2F1', body: undefined })
  expect(service.asked.at(-1)?.headers['content-type']).toBeUndefined()
  await client.refundPayment('p-1', { note: 'Гэмтэлтэй', callback_url: 'https://pos.invalid/told' })
  expect(service.asked.at(-1)).toMatchObject({
    path: '/v2/payment/refund/p-1',
    body: { note: 'Гэмтэлтэй', callback_url: 'https://pos.invalid/told' },
  })
})

test('payments are listed over all pages, for one invoice and its days', async () => {
  const service = await scriptedService(({ body }) => {
    const { page_number } = (body as { offset: { page_number: number } }).offset
    return { json: { count: 2, rows: [{ ...PAYMENT_SUMMARY, payment_id: `p-${page_number}` }] } }
  })
  const { rows } = await clientOf(service.url).listPayments(DAYS)
  expect(rows.map(({ paymentId }) => paymentId)).toEqual(['p-1', 'p-2'])
  expect(rows[0]).toEqual({
    paymentId: 'p-1',
    status: 'PAID',
    amount: 10_000,
    fee: 100,
    date: '2026-06-01T10:11:12',
    wallet: 'Khan bank app',
    name: 'Хаан банк',
    description: 'x',
    invoiceId: 'inv-1',
  })
  expect(service.asked[1]?.body).toEqual({
    object_type: 'INVOICE',
    ...DAYS,
    offset: { page_number: 1, page_limit: 100 },
  })
})

test('the check of an invoice reads rows without fee and bank', async () => {
  const row = {
    payment_id: '1',
    payment_status: 'PAID',
    payment_amount: '100.00',
    payment_currency: 'MNT',
    payment_wallet: 'w',
    payment_type: 'CARD',
  }
  const service = await scriptedService(() => ({ json: { count: 1, paid_amount: 100, rows: [row] } }))
  expect(await clientOf(service.url).checkInvoice('inv-1')).toEqual({
    payments: [{ paymentId: '1', status: 'PAID', amount: 10_000, type: 'CARD', wallet: 'w', bankCode: null }],
    complete: true,
    missing: false,
  })
})

test('a register number is sent as it was checked', async () => {
  const { service, client } = await scriptedClient(() => ({
    json: { ...RECEIPT, ebarimt_receiver_type: '84', ebarimt_receiver: '' },
  }))
  for (const [typed, sent] of [
    [' 6234567 ', '6234567'],
    ['６２３４５６７', '6234567'],
    ['yб90010112', 'УБ90010112'],
    ['\u2066өү 90010112\u2069', 'ӨҮ90010112'],
    ['Ɵʏ', undefined],
  ] as const) {
    const made = client.createEbarimt({ ...EBARIMT, ebarimt_receiver_type: '84', ebarimt_receiver: typed })
    if (sent === undefined) expect(await failureOf(made)).toMatchObject({ name: 'REGISTER_INVALID' })
    else await made
    if (sent !== undefined) expect(service.asked.at(-1)?.body).toMatchObject({ ebarimt_receiver: sent })
  }
})
