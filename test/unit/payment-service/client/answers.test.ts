import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as decode from '../../../../main/payment-service/client/decode.ts'
import type { Decoder } from '../../../../main/payment-service/client/decode-fields.ts'
import { CHECKED, CREATED, DETAIL, RECEIPT, ROW, SUMMARY } from './samples.ts'
import { clientOf, keptLog, scriptedService } from './scripted-service.ts'

/** The value that the decoder reads, or null when it is unreadable. */
function read<Value>(decoder: Decoder<Value>, body: unknown): Value | null {
  const decoded = decoder(body, () => {})
  return decoded.readable ? decoded.value : null
}
const checkedRow = (changes: object) =>
  read(decode.decodeCheckPage, { ...CHECKED, rows: [{ ...ROW, ...changes }] })?.rows[0]

test('a created invoice is read with its QR, its short URL under any name, and the bank links', () => {
  expect(read(decode.decodeCreatedInvoice, CREATED)).toEqual({
    invoiceId: 'inv-1',
    qrText: CREATED.qr_text,
    shortUrl: 'https://s.example/abc',
    banks: [{ name: 'Khan bank', description: 'Хаан банк', link: 'khanbank://q?qPay_QRcode=1' }],
  })
  const { acme_shortUrl: _, ...bare } = CREATED
  expect(read(decode.decodeCreatedInvoice, { ...bare, Other_shortUrl: 'https://o.example' })).toMatchObject({
    shortUrl: 'https://o.example',
  })
  expect(read(decode.decodeCreatedInvoice, { ...bare, urls: null })).toMatchObject({
    shortUrl: null,
    banks: [],
  })
  expect(
    read(decode.decodeCreatedInvoice, { ...bare, urls: [{ name: 'x' }, 5, ...CREATED.urls] })?.banks,
  ).toHaveLength(1)
})

test('the bank of a payment is the sender’s, never the receiver’s', () => {
  expect(checkedRow({})).toEqual({
    paymentId: '593744473409193',
    status: 'PAID',
    amount: 10_000,
    type: 'P2P',
    wallet: 'Khan bank app',
    bankCode: '050000',
  })
  expect(checkedRow({ p2p_transactions: [{ account_bank_code: '150000' }] })?.bankCode).toBeNull()
  expect(checkedRow({ p2p_transactions: null })?.bankCode).toBeNull()
})

for (const [wire, status] of [
  ['PAID', 'PAID'],
  ['PENDING', 'PENDING'],
  ['NEW', 'PENDING'],
  ['CANCELLED', 'CANCELLED'],
  ['CANCELED', 'CANCELLED'],
  ['REFUNDED', 'REFUNDED'],
  ['REFUND', 'REFUNDED'],
  ['FAILED', 'unknown'],
  ['PARTIAL', 'unknown'],
  ['constructor', 'unknown'],
]) {
  test(`payment_status ${wire} reads as ${status}`, () => {
    expect(checkedRow({ payment_status: wire })?.status).toBe(status)
  })
}

for (const [wire, status] of [
  ['OPEN', 'OPEN'],
  ['CLOSED', 'PAID'],
  ['PAID', 'PAID'],
  ['CANCELLED', 'CANCELLED'],
  ['CANCELED', 'CANCELLED'],
  ['EXPIRED', 'unknown'],
]) {
  test(`invoice_status ${wire} reads as ${status}`, () => {
    expect(
      read(decode.invoiceDetailDecoder('inv-1'), { invoice_id: 'inv-1', invoice_status: wire }),
    ).toMatchObject({ status })
    expect(
      read(decode.decodeInvoicePage, { count: 1, rows: [{ ...SUMMARY, invoice_status: wire }] })?.rows[0],
    ).toMatchObject({ status })
  })
}

for (const [wire, amount] of [
  ['100.00', 10_000],
  [100, 10_000],
  [100.1, 10_010],
  ['4350', 435_000],
  [0.07, 7],
  [1.005, null],
  ['1e3', null],
  [1e21, null],
  ['', null],
  ['100,00', null],
  [null, null],
  [undefined, null],
  [true, null],
  [[100], null],
] as const) {
  test(`a payment_amount of ${JSON.stringify(wire)} reads as ${amount === null ? 'nothing that can be read' : `${amount} hundredths`}`, () => {
    expect(checkedRow({ payment_amount: wire })?.amount ?? null).toBe(amount)
  })
}

test('a payment_id is text; a number is accepted only when JSON carries it exactly', () => {
  expect(checkedRow({ payment_id: 593744473409193 })?.paymentId).toBe('593744473409193')
  expect(checkedRow({ payment_id: '12345678901234567890123' })?.paymentId).toBe('12345678901234567890123')
  expect(
    read(
      decode.decodeCheckPage,
      JSON.parse(
        `{"count":1,"paid_amount":1,"rows":[{"payment_id":12345678901234567890,"payment_status":"PAID","payment_amount":"1"}]}`,
      ),
    ),
  ).toEqual({ count: 1, rows: [], unread: 1 })
  expect(checkedRow({ payment_id: 2 ** 53 })).toBeUndefined()
  expect(checkedRow({ payment_id: 1.5 })).toBeUndefined()
})

test('timestamps are kept as they came, with a zone or without', () => {
  for (const date of ['2026-06-01T10:11:12', '2026-06-01T10:11:12Z', '2026-06-01T10:11:12.345Z']) {
    expect(
      read(decode.paymentDetailDecoder(DETAIL.payment_id), { ...DETAIL, payment_date: date })?.date,
    ).toBe(date)
  }
  expect(
    read(decode.paymentDetailDecoder(DETAIL.payment_id), { ...DETAIL, payment_date: 'Monday' })?.date,
  ).toBeNull()
})

test('a payment is read with the details, and another payment is not an answer', () => {
  expect(read(decode.paymentDetailDecoder(DETAIL.payment_id), DETAIL)).toMatchObject({
    fee: 100,
    invoiceId: 'inv-1',
    transactionType: 'P2P',
    type: 'P2P',
  })
  expect(read(decode.paymentDetailDecoder('other'), DETAIL)).toBeNull()
})

test('an e-receipt is read with the service’s amounts, and with the 33 digits when they are given', () => {
  expect(read(decode.decodeEbarimt, RECEIPT)).toEqual({
    id: 'eb-1',
    receiptId: null,
    receiverType: '83',
    receiver: '',
    amount: 10_000,
    vat: 893,
    cityTax: 179,
    qrData: '1234567890',
    lottery: 'AB 12345678',
    status: 'CREATED',
    statusWord: null,
    statusDate: '2026-06-01T10:11:13',
    active: true,
  })
  const receiptId = '0'.repeat(33)
  const company = {
    ...RECEIPT,
    ebarimt_receipt_id: receiptId,
    ebarimt_receiver_type: 'COMPANY',
    ebarimt_receiver: '6234567',
    ebarimt_lottery: null,
  }
  expect(read(decode.decodeEbarimt, company)).toMatchObject({
    receiptId,
    receiverType: '84',
    receiver: '6234567',
    lottery: '',
  })
  expect(
    read(decode.decodeEbarimt, { ...RECEIPT, ebarimt_receiver_type: 'CITIZEN', barimt_status: 'CANCELED' }),
  ).toMatchObject({ receiverType: '83', status: 'CANCELLED' })
})

test('an invoice with few fields is read with those, and another invoice is not an answer', () => {
  expect(read(decode.invoiceDetailDecoder('inv-1'), { invoice_status: 'OPEN' })).toEqual({
    invoiceId: 'inv-1',
    status: 'OPEN',
    amount: null,
    senderInvoiceNo: null,
    qrText: null,
    shortUrl: null,
    banks: [],
  })
  expect(read(decode.invoiceDetailDecoder('inv-1'), { invoice_id: 'inv-2' })).toBeNull()
})

test('a list row without its number is counted as unread and does not mean "there is none"', () => {
  expect(
    read(decode.decodeInvoicePage, { count: 1, rows: [{ ...SUMMARY, sender_invoice_no: null }] }),
  ).toEqual({ count: 1, rows: [], unread: 1 })
})

test('an unknown status is logged with its text', async () => {
  const log = keptLog()
  const service = await scriptedService(() => ({
    json: { ...CHECKED, rows: [{ ...ROW, payment_status: 'FROZEN\n' }] },
  }))
  const { payments } = await clientOf(service.url, { log }).checkPayment('inv-1')
  expect(payments[0]?.status).toBe('unknown')
  expect(log.lines).toContainEqual(expect.stringContaining('payment_status is unknown: "FROZEN'))
})

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────

type PageRequest = { readonly offset: { readonly page_number: number; readonly page_limit: number } }
const numbered = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from, 0) }, (_, index) => ({
    ...ROW,
    payment_id: `pay-${from + index}`,
  }))

for (const [total, perPage, pages] of [
  [0, 100, 1],
  [100, 100, 2], // the count of a full page may be the size of that page
  [250, 100, 3],
  [25, 10, 3],
] as const) {
  test(`all of ${total} payments are read when the service gives ${perPage} a page`, async () => {
    const service = await scriptedService(({ body }) => {
      const { page_number } = (body as PageRequest).offset
      const rows = numbered((page_number - 1) * perPage, Math.min(page_number * perPage, total))
      return { json: { count: total, paid_amount: total * 100, rows } }
    })
    const { payments, complete } = await clientOf(service.url).checkPayment('inv-1')
    expect(complete).toBe(true)
    expect(new Set(payments.map(({ paymentId }) => paymentId)).size).toBe(total)
    expect(service.count('/v2/payment/check')).toBe(pages)
    expect(service.asked[1]?.body).toEqual({
      object_type: 'INVOICE',
      object_id: 'inv-1',
      offset: { page_number: 1, page_limit: 100 },
    })
  })
}

test('an answer of rows that cannot be understood writes a few lines into the log, not one for each', async () => {
  for (const row of [{}, { ...ROW, payment_status: 'PARTIAL' }]) {
    const log = keptLog()
    const rows = Array.from({ length: 50 }, (_, index) => ({ ...row, payment_id: `p-${index}` }))
    const service = await scriptedService(() => ({ json: { count: 50, rows } }))
    await clientOf(service.url, { log }).checkPayment('inv-1')
    expect(log.lines.filter((line) => /cannot be read|is unknown/.test(line))).toHaveLength(10)
  }
})

test('a page of more rows than a list can need is unreadable', () => {
  const pageOf = (rows: number) => ({ count: rows, rows: Array(rows).fill({}) })
  expect(read(decode.decodeCheckPage, pageOf(10_000))).toMatchObject({ unread: 10_000 })
  expect(read(decode.decodeCheckPage, pageOf(10_001))).toBeNull()
})

test('reading stops when a page repeats', async () => {
  const service = await scriptedService(() => ({ json: { count: 500, rows: numbered(0, 2) } }))
  await clientOf(service.url).checkPayment('inv-1')
  expect(service.count('/v2/payment/check')).toBe(2)
})

test('invoices are listed by number over all pages', async () => {
  const service = await scriptedService(({ body }) => {
    const { page_number } = (body as PageRequest).offset
    return {
      json: { count: 2, rows: page_number < 3 ? [{ ...SUMMARY, invoice_id: `inv-${page_number}` }] : [] },
    }
  })
  const found = await clientOf(service.url).listInvoices({ sender_invoice_no: SUMMARY.sender_invoice_no })
  expect(found.rows.map(({ invoiceId }) => invoiceId)).toEqual(['inv-1', 'inv-2'])
  expect(service.asked[1]?.body).toEqual({
    sender_invoice_no: SUMMARY.sender_invoice_no,
    offset: { page_number: 1, page_limit: 100 },
  })
})

// ── Anything at all: anything.test.ts ────────────────────────────────────────────────────────────────────────────────

test('an amount reads the same as text and as a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (hundredths) => {
      const text = `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
      expect(checkedRow({ payment_amount: text })?.amount).toBe(hundredths)
      expect(checkedRow({ payment_amount: JSON.parse(text) })?.amount).toBe(hundredths)
    }),
  )
})

for (const date of [
  '2026-02-31T10:00:00',
  '2025-02-29',
  '2026-13-01T10:00:00',
  '2026-06-01T25:00:00',
  '2026-06-01T10:60:00',
  '2026-06-01T10:00:61',
  '2026-06-01T10:00:00+25:00',
  '0000-01-01T00:00:00',
  '1970-01-01T00:00:00',
  '9999-12-31T00:00:00',
  '+275760-09-13T00:00:00',
])
  test(`the time ${date} does not exist and is not kept`, () => {
    const detail = { ...DETAIL, payment_date: date }
    expect(read(decode.paymentDetailDecoder(DETAIL.payment_id), detail)?.date).toBeNull()
    const page = { count: 1, rows: [{ ...SUMMARY, created_date: date }] }
    expect(read(decode.decodeInvoicePage, page)?.rows[0]?.createdDate).toBeNull()
  })

test('an id that no path can carry is unreadable', () => {
  for (const payment_id of [
    '..',
    '.',
    ' .. ',
    'a\ud800',
    'a\u0000b',
    'a\nb',
    'a\u202eb',
    'a\ufffd',
    'x'.repeat(201),
  ])
    expect(checkedRow({ payment_id }), payment_id).toBeUndefined()
  for (const payment_id of ['a/b', 'a..b', '%2e%2e', 'ү-1', '...'])
    expect(checkedRow({ payment_id })?.paymentId).toBe(payment_id)
})

test('texts for people are one line of bounded length, and a QR or link that is too long is not used', () => {
  expect(
    checkedRow({ payment_wallet: `Khan\r\n\u001b[31m<b>bank</b>\u202e ${'x'.repeat(1000)}` })?.wallet,
  ).toMatch(/^Khan \[31mbank x+…$/)
  expect(checkedRow({ payment_wallet: 'x'.repeat(1000) })?.wallet).toHaveLength(100)
  const long = 'x'.repeat(2_001)
  expect(read(decode.decodeCreatedInvoice, { ...CREATED, qr_text: long })).toBeNull()
  const urls = [{ name: 'Long', link: long }, ...Array.from({ length: 1_000 }, () => CREATED.urls[0])]
  expect(read(decode.decodeCreatedInvoice, { ...CREATED, urls })?.banks).toHaveLength(59)
  for (const acme_shortUrl of [
    'javascript:alert(1)',
    `https://s.example/${long}`,
    'https://s.example/\u0000',
  ])
    expect(read(decode.decodeCreatedInvoice, { ...CREATED, acme_shortUrl })?.shortUrl).toBeNull()
  expect(read(decode.decodeEbarimt, { ...RECEIPT, ebarimt_qr_data: long })).toBeNull()
  expect(read(decode.decodeEbarimt, { ...RECEIPT, ebarimt_lottery: 'A'.repeat(41) })).toBeNull()
  expect(read(decode.decodeEbarimt, { ...RECEIPT, ebarimt_receiver: long })?.receiver).toHaveLength(40)
})

test('an e-receipt whose status is neither true nor false is unreadable', () => {
  for (const status of ['no', 'yes', 2, -1, [], {}])
    expect(read(decode.decodeEbarimt, { ...RECEIPT, status })).toBeNull()
})

test('a lifetime of nothing or less counts as the typical one', () => {
  const pair = { access_token: 'a', refresh_token: 'r', expires_in: 0, refresh_expires_in: -5 }
  expect(read(decode.tokenPairDecoder(0), pair)).toMatchObject({
    lifetimeMs: 600_000,
    refreshLifetimeMs: 3_600_000,
  })
})

test('the taxes of an e-receipt that the service does not tell are unknown, finer ones than a hundredth are kept as they are, and unreadable ones make it unreadable', () => {
  const { vat_amount: _vat, city_tax_amount: _city, ...without } = RECEIPT
  expect(read(decode.decodeEbarimt, without)).toMatchObject({ amount: 10_000, vat: null, cityTax: null })
  for (const vat_amount of [null, undefined, ''])
    expect(read(decode.decodeEbarimt, { ...RECEIPT, vat_amount })).toMatchObject({ vat: null, cityTax: 179 })
  for (const [vat_amount, vat] of [
    ['9.0909', '9.0909'],
    [9.090909090909, '9.090909090909'],
    ['1.0050', '1.005'],
    ['9.0900', 909],
    [1e-7, '0.0000001'],
    ['0E-8', 0],
    [5.7e-14, 0],
  ])
    expect(read(decode.decodeEbarimt, { ...RECEIPT, vat_amount })).toMatchObject({ vat, cityTax: 179 })
  for (const vat_amount of ['abc', '-1.00', '-0.001', '8,93', '1e400', '99999999999.9999', true, {}, []])
    expect(read(decode.decodeEbarimt, { ...RECEIPT, vat_amount })).toBeNull()
})
