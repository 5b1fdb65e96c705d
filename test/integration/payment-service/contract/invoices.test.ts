import { describe, expect } from 'vitest'
import { FULL_FIELDS } from '../../../support/full-invoice.ts'
import {
  check,
  ebarimtInvoice,
  invoiced,
  line,
  PAGE,
  refusal,
  simpleInvoice,
  TIMESTAMP,
  TODAY,
  test,
  type Wire,
  wireTo,
} from './contract.ts'

const CREATED = {
  invoice_id: expect.any(String),
  qr_text: expect.any(String),
  qr_image: expect.any(String),
  practice_shortUrl: expect.stringMatching(/^https:/),
  urls: expect.any(Array),
}

/** A request with every optional field of the full shape (docs/payment-service.md#create-an-invoice). */
const full = (wire: Wire, change: object = {}) => simpleInvoice(wire, { ...FULL_FIELDS, ...change })

describe('POST /v2/invoice', () => {
  test('returns id, QR as text and PNG, a short URL, and bank links for the simple shape', async ({
    wire,
  }) => {
    const { status, body } = await wire.call('POST', '/v2/invoice', simpleInvoice(wire))
    expect(status).toBe(200)
    expect(body).toEqual(CREATED)
    expect(Object.keys(body).filter((key) => key.endsWith('_shortUrl'))).toHaveLength(1)
    expect(Buffer.from(body.qr_image, 'base64').subarray(1, 4).toString()).toBe('PNG')
    for (const url of body.urls)
      expect(url).toEqual({
        name: expect.any(String),
        description: expect.any(String),
        logo: expect.any(String),
        link: expect.stringContaining('://'),
      })
  })

  test('accepts the full shape with every optional field', async ({ wire }) => {
    const answer = await wire.call('POST', '/v2/invoice', full(wire))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(CREATED)
  })

  test('accepts the ebarimt shape, which has no amount', async ({ wire }) => {
    const id = await invoiced(wire, ebarimtInvoice(wire))
    expect((await wire.call('GET', `/v2/invoice/${id}`)).body).toMatchObject({ invoice_id: id, amount: 3000 })
  })

  test('accepts "terminal" or an e-mail address as the receiver, and refuses any other text', async ({
    wire,
  }) => {
    const send = (invoice_receiver_code: string) =>
      wire.call('POST', '/v2/invoice', simpleInvoice(wire, { invoice_receiver_code }))
    for (const receiver of ['terminal', 'buyer@mail.invalid'])
      expect((await send(receiver)).body).toEqual(CREATED)
    for (const other of ['somebody', 'terminal 2', 'buyer@', ''])
      expect((await send(other)).status, other).toBe(400)
  })

  for (const field of [
    'invoice_code',
    'sender_invoice_no',
    'invoice_receiver_code',
    'invoice_description',
    'amount',
    'callback_url',
  ]) {
    test(`requires ${field} in the simple shape`, async ({ wire }) => {
      const answer = await wire.call('POST', '/v2/invoice', simpleInvoice(wire, { [field]: undefined }))
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ error_code: expect.any(String), message: expect.any(String) })
    })
  }

  for (const field of ['tax_type', 'district_code', 'lines']) {
    test(`requires ${field} in the ebarimt shape`, async ({ wire }) => {
      const answer = await wire.call('POST', '/v2/invoice', ebarimtInvoice(wire, { [field]: undefined }))
      expect(answer.status).toBe(400)
    })
  }

  test('refuses values of another type than the tables require', async ({ wire }) => {
    for (const change of [
      { enable_expiry: true },
      { allow_partial: 'true' },
      { minimum_amount: '100' },
      { note: 5 },
      { sender_branch_data: { address: 'Улаанбаатар' } },
      { transactions: [{ description: 'x', amount: 4350, accounts: [] }] },
      { transactions: [{ description: 'x', amount: '4350', accounts: [{ is_default: 'yes' }] }] },
      { lines: [line({ line_quantity: 2 })] },
      { lines: [line({ line_unit_price: 'free' })] },
      { lines: [line({ discounts: [{ description: 'x', amount: '5' }] })] },
    ]) {
      const answer = await wire.call('POST', '/v2/invoice', full(wire, change))
      expect(answer.status, JSON.stringify(change)).toBe(400)
    }
  })

  test('returns INVOICE_CODE_INVALID for a code that is not the merchant’s', async ({ wire }) => {
    const answer = await wire.call('POST', '/v2/invoice', simpleInvoice(wire, { invoice_code: 'OTHER' }))
    expect(refusal(answer)).toEqual([400, 'INVOICE_CODE_INVALID'])
  })

  test('returns INVOICE_LINE_REQUIRED for an ebarimt invoice without lines', async ({ wire }) => {
    for (const lines of [[], undefined])
      expect(refusal(await wire.call('POST', '/v2/invoice', ebarimtInvoice(wire, { lines })))).toEqual([
        400,
        'INVOICE_LINE_REQUIRED',
      ])
  })

  test('returns INVALID_AMOUNT for an amount that is zero, negative or not a number', async ({ wire }) => {
    for (const amount of [0, -1, '4350', null, true, {}])
      expect(refusal(await wire.call('POST', '/v2/invoice', simpleInvoice(wire, { amount })))).toEqual([
        400,
        'INVALID_AMOUNT',
      ])
  })

  test('returns MIN_AMOUNT_ERR and MAX_AMOUNT_ERR for amounts beyond the limits', async ({ wire, payer }) => {
    await payer.merchant({ min_amount: 100, max_amount: 1000 })
    const send = async (amount: number) =>
      refusal(await wire.call('POST', '/v2/invoice', simpleInvoice(wire, { amount })))
    expect(await send(99.99)).toEqual([400, 'MIN_AMOUNT_ERR'])
    expect(await send(1000.01)).toEqual([400, 'MAX_AMOUNT_ERR'])
    expect((await send(100))[0]).toBe(200)
    expect((await send(1000))[0]).toBe(200)
  })

  test('returns MERCHANT_NOTFOUND with 404 and MERCHANT_INACTIVE with 403', async ({ wire, payer }) => {
    await payer.merchant({ active: false })
    const send = async () => refusal(await wire.call('POST', '/v2/invoice', simpleInvoice(wire)))
    expect(await send()).toEqual([403, 'MERCHANT_INACTIVE'])
    await payer.merchant({ exists: false })
    expect(await send()).toEqual([404, 'MERCHANT_NOTFOUND'])
  })
})

describe('GET /v2/invoice/{id}', () => {
  test('returns the invoice with its current status, QR data and payment URLs', async ({ wire, payer }) => {
    const made = (await wire.call('POST', '/v2/invoice', simpleInvoice(wire))).body
    const read = async () => (await wire.call('GET', `/v2/invoice/${made.invoice_id}`)).body
    expect(await read()).toMatchObject({ ...made, invoice_status: 'OPEN', amount: 4350 })
    await payer.pay({ invoice_id: made.invoice_id })
    expect((await read()).invoice_status).not.toBe('OPEN')
  })

  test('returns INVOICE_NOTFOUND with 404', async ({ wire }) => {
    expect(refusal(await wire.call('GET', '/v2/invoice/none'))).toEqual([404, 'INVOICE_NOTFOUND'])
  })
})

describe('DELETE /v2/invoice/{id}', () => {
  test('returns 200 with an empty body, and the invoice is CANCELLED', async ({ wire }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const answer = await wire.call('DELETE', `/v2/invoice/${id}`)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await wire.call('GET', `/v2/invoice/${id}`)).body.invoice_status).toBe('CANCELLED')
  })

  test('returns INVOICE_ALREADY_CANCELED for a second cancellation', async ({ wire }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    await wire.call('DELETE', `/v2/invoice/${id}`)
    expect(refusal(await wire.call('DELETE', `/v2/invoice/${id}`))).toEqual([400, 'INVOICE_ALREADY_CANCELED'])
  })

  test('returns INVOICE_PAID for a paid invoice, and its payment is still listed', async ({
    wire,
    payer,
  }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    await payer.pay({ invoice_id: id })
    expect(refusal(await wire.call('DELETE', `/v2/invoice/${id}`))).toEqual([400, 'INVOICE_PAID'])
    expect((await check(wire, id)).body.count).toBe(1)
  })

  test('returns INVOICE_NOTFOUND with 404', async ({ wire }) => {
    expect(refusal(await wire.call('DELETE', '/v2/invoice/none'))).toEqual([404, 'INVOICE_NOTFOUND'])
  })
})

describe('POST /v2/invoice/list', () => {
  test('returns the total count and rows with every field of the summary', async ({ wire, practice }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { status, body } = await wire.call('POST', '/v2/invoice/list', { offset: PAGE })
    expect(status).toBe(200)
    expect(body).toEqual({
      count: 1,
      rows: [
        {
          invoice_id: id,
          invoice_code: practice.invoice_code,
          sender_invoice_no: 'K01-20260301-0001',
          invoice_description: expect.any(String),
          amount: 4350,
          invoice_status: 'OPEN',
          created_date: expect.stringMatching(TIMESTAMP),
        },
      ],
    })
  })

  test('filters by code, number, status and days', async ({ wire, practice, payer }) => {
    const first = await invoiced(wire, simpleInvoice(wire, { sender_invoice_no: 'A' }))
    await payer.advanceClock(86_400)
    const nextDay = wireTo(practice)
    const second = await invoiced(nextDay, simpleInvoice(wire, { sender_invoice_no: 'B' }))
    await nextDay.call('DELETE', `/v2/invoice/${second}`)
    const found = async (filter: object) => {
      const { body } = await nextDay.call('POST', '/v2/invoice/list', { ...filter, offset: PAGE })
      return body.rows.map((row: { invoice_id: string }) => row.invoice_id)
    }
    expect(await found({ sender_invoice_no: 'A' })).toEqual([first])
    expect(await found({ invoice_status: 'OPEN' })).toEqual([first])
    expect(await found({ invoice_code: 'OTHER' })).toEqual([])
    expect(await found({ start_date: TODAY, end_date: TODAY })).toEqual([first])
    expect(await found({ start_date: '2026-03-02' })).toEqual([second])
    expect(await found({})).toEqual([first, second])
  })

  test('numbers pages from 1, and counts the rows of all pages', async ({ wire }) => {
    for (const number of ['A', 'B', 'C'])
      await invoiced(wire, simpleInvoice(wire, { sender_invoice_no: number }))
    const page = async (page_number: number) => {
      const { body } = await wire.call('POST', '/v2/invoice/list', { offset: { page_number, page_limit: 2 } })
      return [body.count, body.rows.map((row: { sender_invoice_no: string }) => row.sender_invoice_no)]
    }
    expect(await page(1)).toEqual([3, ['A', 'B']])
    expect(await page(2)).toEqual([3, ['C']])
    expect(await page(3)).toEqual([3, []])
  })

  test('requires an offset with page number and limit, and refuses days that do not exist', async ({
    wire,
  }) => {
    for (const body of [
      {},
      { offset: {} },
      { offset: { page_number: 1 } },
      { offset: { page_number: 0, page_limit: 10 } },
      { offset: { page_number: '1', page_limit: 10 } },
      { offset: { page_number: 1, page_limit: -1 } },
      { offset: PAGE, start_date: '2026-02-30' },
      { offset: PAGE, end_date: '1 March' },
    ]) {
      const answer = await wire.call('POST', '/v2/invoice/list', body)
      expect(answer.status, JSON.stringify(body)).toBe(400)
    }
  })
})

describe('POST /v2/invoice/check', () => {
  const ask = (id: string, change: object = {}) => ({ object_type: 'INVOICE', object_id: id, ...change })

  test('returns count 0, no rows and paid_amount 0 before a payment', async ({ wire }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { status, body } = await wire.call('POST', '/v2/invoice/check', ask(id))
    expect([status, body]).toEqual([200, { count: 0, paid_amount: 0, rows: [] }])
  })

  test('returns rows of six fields, without fee and bank rows', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { payment_id } = await payer.pay({ invoice_id: id })
    expect((await wire.call('POST', '/v2/invoice/check', ask(id))).body).toEqual({
      count: 1,
      paid_amount: 4350,
      rows: [
        {
          payment_id,
          payment_status: 'PAID',
          payment_amount: '4350.00',
          payment_currency: 'MNT',
          payment_wallet: expect.any(String),
          payment_type: 'P2P',
        },
      ],
    })
  })

  test('returns the first 10 rows without an offset, and other pages with one', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    for (let times = 0; times < 11; times++) await payer.pay({ invoice_id: id, amount: 100 })
    const rows = async (change: object) =>
      (await wire.call('POST', '/v2/invoice/check', ask(id, change))).body.rows.length
    expect(await rows({})).toBe(10)
    expect(await rows({ offset: {} })).toBe(10)
    expect(await rows({ offset: { page_number: 2 } })).toBe(1)
    expect(await rows({ offset: { page_limit: 20 } })).toBe(11)
  })

  test('returns INVALID_OBJECT_TYPE for any type but INVOICE', async ({ wire }) => {
    for (const object_type of ['PAYMENT', 'invoice', '', 5]) {
      const answer = await wire.call('POST', '/v2/invoice/check', ask('x', { object_type }))
      expect(refusal(answer)).toEqual([400, 'INVALID_OBJECT_TYPE'])
    }
  })
})
