import { describe, expect } from 'vitest'
import { crc16 } from '../../../../main/payment-service/practice/ways-to-pay.ts'
import {
  ebarimtInvoice,
  invoiced,
  line,
  refusal,
  simpleInvoice,
  test,
  type Wire,
  wireTo,
} from './practice-under-test.ts'

const create = (wire: Wire, request: unknown) => wire.call('POST', '/v2/invoice', request)
const list = (wire: Wire, filter: object = {}) =>
  wire.call('POST', '/v2/invoice/list', { offset: { page_number: 1, page_limit: 100 }, ...filter })

describe('creating an invoice', () => {
  test('the answer has the fields of its table, and its QR image is a PNG', async ({ wire }) => {
    const { status, body } = await create(wire, simpleInvoice(wire))
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'invoice_id',
      'practice_shortUrl',
      'qr_image',
      'qr_text',
      'urls',
    ])
    expect(Buffer.from(body.qr_image, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(body.urls.length).toBeGreaterThanOrEqual(12)
    for (const url of body.urls) {
      expect(Object.keys(url).sort()).toEqual(['description', 'link', 'logo', 'name'])
      expect(url.link).toContain(encodeURIComponent(body.qr_text))
      expect(url.logo).toMatch(/^https:/)
    }
  })

  test('the QR text is a dynamic EMV code with the amount in tugriks and its checksum', async ({ wire }) => {
    const { qr_text: text } = (await create(wire, simpleInvoice(wire, { amount: 4350.5 }))).body
    expect(text).toMatch(/^000201010212/)
    expect(text).toContain('5303496' + '54064350.5')
    expect(text.slice(-4)).toBe(crc16(text.slice(0, -4)))
    expect(text.length).toBeGreaterThanOrEqual(150)
    expect(text.length).toBeLessThanOrEqual(280)
  })

  test('the checksum is CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe('29B1')
  })

  test('the full shape takes every optional field', async ({ wire }) => {
    const id = await invoiced(
      wire,
      simpleInvoice(wire, {
        sender_branch_code: 'B1',
        sender_branch_data: { register: '6234567', address: { city: 'Улаанбаатар', zipcode: '13000' } },
        sender_staff_data: { name: 'Бат' },
        invoice_receiver_data: { email: 'a@b.mn' },
        enable_expiry: 'false',
        allow_partial: true,
        minimum_amount: 100,
        allow_exceed: false,
        maximum_amount: null,
        note: 'тэмдэглэл',
        transactions: [
          { description: 'x', amount: '4350', accounts: [{ account_bank_code: '050000', is_default: true }] },
        ],
        lines: [line({ discounts: [{ description: 'хөнгөлөлт', amount: 10 }] })],
      }),
    )
    const { body } = await wire.call('GET', `/v2/invoice/${id}`)
    expect(body).toMatchObject({
      sender_branch_code: 'B1',
      note: 'тэмдэглэл',
      amount: 4350,
      enable_expiry: 'false',
    })
  })

  test('an ebarimt invoice costs exactly the sum of its lines', async ({ wire, payer }) => {
    const lines = [
      line({ line_quantity: '0.842', line_unit_price: '12500.50' }),
      line({ discounts: [{ description: '', amount: 0.1 }], surcharges: [{ description: '', amount: 0.2 }] }),
    ]
    await create(wire, ebarimtInvoice(wire, { lines }))
    const { invoices } = await payer.state()
    // 0.842 × 12500.50 = 10525.421, 2 × 1500 − 0.1 + 0.2 = 3000.1
    expect(invoices).toMatchObject([{ amount: 13525.52, shape: 'ebarimt' }])
  })

  test('a sender_invoice_no may be used again, because the contract names no refusal for it', async ({
    wire,
  }) => {
    await create(wire, simpleInvoice(wire))
    expect((await create(wire, simpleInvoice(wire))).status).toBe(200)
    expect((await list(wire, { sender_invoice_no: 'K01-20260301-0001' })).body.count).toBe(2)
  })

  test.for([
    [{ amount: 10.001 }, 'INVALID_AMOUNT'],
    [{ amount: 9.99 }, 'MIN_AMOUNT_ERR'],
    [{ amount: 100_000_000.01 }, 'MAX_AMOUNT_ERR'],
    [{ amount: 1e30 }, 'MAX_AMOUNT_ERR'],
    [{ amount: undefined }, 'VALIDATION_FAILED'],
    [{ sender_invoice_no: '' }, 'VALIDATION_FAILED'],
    [{ callback_url: 'nowhere' }, 'VALIDATION_FAILED'],
    [{ invoice_receiver_code: 'somebody' }, 'VALIDATION_FAILED'],
    [{ invoice_description: undefined }, 'VALIDATION_FAILED'],
    [{ enable_expiry: true }, 'VALIDATION_FAILED'],
    [{ lines: [line({ line_quantity: 2 })] }, 'VALIDATION_FAILED'],
  ] as const)('an invoice with %j is refused with %s', async ([change, code], { wire }) => {
    expect(refusal(await create(wire, simpleInvoice(wire, change)))).toEqual([400, code])
  })

  test.for([
    [{ tax_type: undefined }, 'VALIDATION_FAILED'],
    [{ district_code: undefined }, 'VALIDATION_FAILED'],
    [{ lines: [line({ tax_product_code: undefined })] }, 'VALIDATION_FAILED'],
    [{ lines: [line({ line_unit_price: '0' })] }, 'INVALID_AMOUNT'],
    [{ lines: [line({ line_quantity: '-1' })] }, 'VALIDATION_FAILED'],
    [{ lines: [line({ line_quantity: '1', line_unit_price: '9' })] }, 'MIN_AMOUNT_ERR'],
    [{ lines: [line({ line_quantity: '999999999999', line_unit_price: '999999999999' })] }, 'MAX_AMOUNT_ERR'],
  ] as const)('an ebarimt invoice with %j is refused with %s', async ([change, code], { wire }) => {
    expect(refusal(await create(wire, ebarimtInvoice(wire, change)))).toEqual([400, code])
  })

  test('a body that is invalid JSON, not an object or without the JSON content type is refused', async ({
    wire,
  }) => {
    expect(refusal(await create(wire, '{"amount":'))).toEqual([400, 'VALIDATION_FAILED'])
    expect(refusal(await create(wire, '[]'))).toEqual([400, 'VALIDATION_FAILED'])
    expect(refusal(await create(wire, undefined))).toEqual([400, 'VALIDATION_FAILED'])
    const { access_token } = (await wire.logIn()).body
    const untyped = await wire.bare('POST', '/v2/invoice', simpleInvoice(wire), {
      authorization: `Bearer ${access_token}`,
      'content-type': 'text/plain',
    })
    expect(refusal(untyped)).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('getting and cancelling an invoice', () => {
  test('an invoice shows its status, its QR and its links', async ({ wire }) => {
    const made = (await create(wire, simpleInvoice(wire))).body
    const { body } = await wire.call('GET', `/v2/invoice/${made.invoice_id}`)
    expect(body).toMatchObject({
      ...made,
      invoice_status: 'OPEN',
      amount: 4350,
      created_date: '2026-03-01T09:30:00',
    })
  })

  test('cancelling an invoice with a part paid is refused with INVOICE_PAID', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    await payer.pay({ invoice_id: id, amount: 100 })
    expect(refusal(await wire.call('DELETE', `/v2/invoice/${id}`))).toEqual([400, 'INVOICE_PAID'])
  })

  test('an invoice with only a pending payment can be cancelled', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    await payer.pay({ invoice_id: id, status: 'PENDING' })
    expect((await wire.call('DELETE', `/v2/invoice/${id}`)).status).toBe(200)
  })
})

describe('listing invoices', () => {
  test('rows are summaries in the order of creation, in pages', async ({ wire, practice }) => {
    for (const number of ['1', '2', '3'])
      await create(wire, simpleInvoice(wire, { sender_invoice_no: number }))
    const { body } = await list(wire, { offset: { page_number: 2, page_limit: 2 } })
    expect(body).toEqual({
      count: 3,
      rows: [
        {
          invoice_id: expect.any(String),
          invoice_code: practice.invoice_code,
          sender_invoice_no: '3',
          invoice_description: 'Өглөө дэлгүүр',
          amount: 4350,
          invoice_status: 'OPEN',
          created_date: '2026-03-01T09:30:00',
        },
      ],
    })
  })

  test('the list filters by number, status, code and day', async ({ wire, practice, payer }) => {
    await create(wire, simpleInvoice(wire, { sender_invoice_no: 'old' }))
    await payer.advanceClock(24 * 3600)
    const nextDay = wireTo(practice)
    const id = await invoiced(nextDay, simpleInvoice(wire, { sender_invoice_no: 'new' }))
    await payer.pay({ invoice_id: id })
    const numbers = async (filter: object) => {
      const { body } = await list(nextDay, filter)
      return body.rows.map((row: { sender_invoice_no: string }) => row.sender_invoice_no)
    }
    expect(await numbers({})).toEqual(['old', 'new'])
    expect(await numbers({ sender_invoice_no: 'new' })).toEqual(['new'])
    expect(await numbers({ invoice_status: 'OPEN' })).toEqual(['old'])
    expect(await numbers({ invoice_status: 'CLOSED' })).toEqual(['new'])
    expect(await numbers({ invoice_code: 'OTHER' })).toEqual([])
    expect(await numbers({ start_date: '2026-03-02' })).toEqual(['new'])
    expect(await numbers({ start_date: '2026-03-01', end_date: '2026-03-01' })).toEqual(['old'])
  })

  test.for([
    { offset: undefined },
    { offset: { page_number: 0, page_limit: 10 } },
    { offset: { page_number: 1, page_limit: 1001 } },
    { offset: { page_number: 1 } },
    { start_date: '01.03.2026' },
    { end_date: '2026-02-30' },
  ])('a list of %j is refused', async (filter, { wire }) => {
    expect(refusal(await list(wire, filter))).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('other requests', () => {
  test('an unknown path or method is 404 in the format of every error', async ({ wire }) => {
    expect(refusal(await wire.call('GET', '/v2/nothing'))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await wire.call('PUT', '/v2/invoice'))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('limits of the amount', () => {
  test('an amount equal to a limit is within it, for every hundredth', async ({ wire, payer }) => {
    for (const hundredths of [115, 229, 435, 1_001, 1_110, 5_705, 100_829, 99_999_999_99]) {
      const amount = hundredths / 100
      await payer.merchant({ min_amount: amount, max_amount: amount })
      expect((await create(wire, simpleInvoice(wire, { amount }))).status, String(amount)).toBe(200)
      const lines = [line({ line_quantity: '1', line_unit_price: amount.toFixed(2) })]
      expect((await create(wire, ebarimtInvoice(wire, { lines }))).status, String(amount)).toBe(200)
      const [below, above] = [(hundredths - 1) / 100, (hundredths + 1) / 100]
      expect((await create(wire, simpleInvoice(wire, { amount: below }))).body.error_code).toBe(
        'MIN_AMOUNT_ERR',
      )
      expect((await create(wire, simpleInvoice(wire, { amount: above }))).body.error_code).toBe(
        'MAX_AMOUNT_ERR',
      )
    }
  })

  test('a limit or payment with more than two decimals is refused', async ({ payer }) => {
    await expect(payer.merchant({ min_amount: 1.005 })).rejects.toThrow()
  })
})
