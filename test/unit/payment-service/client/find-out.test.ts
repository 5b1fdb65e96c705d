import { expect, test } from 'vitest'
import {
  findInvoices,
  findOutCancellation,
  findOutCreation,
  findOutEbarimt,
  findOutReversal,
  findOutVoiding,
} from '../../../../main/payment-service/client/index.ts'
import { CHECKED, DETAIL, EBARIMT, RECEIPT, SUMMARY, UNPAID, VOIDED } from './samples.ts'
import { clientOf, failureOf, type Script, scriptedService } from './scripted-service.ts'

const NUMBER = SUMMARY.sender_invoice_no
const listing = (...rows: object[]): Script => ({ json: { count: rows.length, rows } })
const refused = (status: number, error_code: string): Script => ({
  status,
  json: { error_code, message: 'm' },
})

test('a creation is looked up by number: made, absent, or several; invoices of others and cancelled ones do not count', async () => {
  const service = await scriptedService(() => listing(SUMMARY))
  const client = clientOf(service.url)
  expect(await findOutCreation(client, NUMBER)).toMatchObject({
    found: 'made',
    invoice: { invoiceId: 'inv-1' },
  })
  expect(service.asked.at(-1)).toMatchObject({
    path: '/v2/invoice/list',
    body: { sender_invoice_no: NUMBER, offset: { page_number: 1 } },
  })
  service.script = () => listing(SUMMARY, { ...SUMMARY, invoice_id: 'inv-2' })
  expect(await findOutCreation(client, NUMBER)).toMatchObject({
    found: 'several',
    invoices: [{ invoiceId: 'inv-1' }, { invoiceId: 'inv-2' }],
  })
  service.script = () =>
    listing(
      { ...SUMMARY, sender_invoice_no: 'other' },
      { ...SUMMARY, invoice_id: 'inv-3', invoice_status: 'CANCELLED' },
    )
  expect(await findOutCreation(client, NUMBER)).toEqual({ found: 'absent' })
})

test('every invoice under a number is found, cancelled ones marked, and those of others are not', async () => {
  const service = await scriptedService(() =>
    listing(
      SUMMARY,
      { ...SUMMARY, invoice_id: 'inv-0', sender_invoice_no: 'other' },
      { ...SUMMARY, invoice_id: 'inv-2', invoice_status: 'CANCELLED', amount: 100 },
    ),
  )
  expect(await findInvoices(clientOf(service.url), NUMBER)).toEqual({
    invoices: [
      {
        invoiceId: 'inv-1',
        senderInvoiceNo: NUMBER,
        status: 'OPEN',
        amount: 435_000,
        createdDate: '2026-06-01T10:11:12',
      },
      {
        invoiceId: 'inv-2',
        senderInvoiceNo: NUMBER,
        status: 'CANCELLED',
        amount: 10_000,
        createdDate: '2026-06-01T10:11:12',
      },
    ],
    complete: true,
  })
})

const OTHERS = Array.from({ length: 100 }, (_, index) => ({
  ...SUMMARY,
  invoice_id: `other-${index}`,
  sender_invoice_no: `other-${index}`,
}))
for (const [what, ...pages] of [
  ['fewer rows than its count', { count: 2, rows: [] }],
  ['no count', { rows: [] }],
  ['a repeated page', { count: 200, rows: OTHERS }],
  ['a count that changes', { count: 101, rows: OTHERS }, { count: 102, rows: [] }],
  ['a row that cannot be read', { count: 1, rows: [{ ...SUMMARY, sender_invoice_no: null }] }],
  ['rows of other invoices, and an early end', { count: 3000, rows: OTHERS }, { count: 3000, rows: [] }],
  [
    'rows of other invoices, and a count of one page only',
    { count: 100, rows: OTHERS },
    { count: 7, rows: [SUMMARY] },
  ],
] as const)
  test(`a list with ${what} proves no absence`, async () => {
    const service = await scriptedService(({ body }) => {
      const { page_number } = (body as { offset: { page_number: number } }).offset
      return { json: pages[Math.min(page_number, pages.length) - 1] }
    })
    const client = clientOf(service.url)
    expect(await findInvoices(client, NUMBER)).toMatchObject({ complete: false })
    const creation = findOutCreation(client, NUMBER)
    if (what.startsWith('rows of other invoices, and a count'))
      expect(await creation).toMatchObject({ found: 'made', invoice: { invoiceId: 'inv-1' } })
    else expect(await failureOf(creation)).toMatchObject({ name: 'BAD_ANSWER', operation: 'list invoices' })
  })

test('a complete list with only other numbers proves that there is none', async () => {
  const service = await scriptedService(({ body }) => {
    const { page_number } = (body as { offset: { page_number: number } }).offset
    return { json: { count: 100, rows: page_number === 1 ? OTHERS : [] } }
  })
  expect(await findInvoices(clientOf(service.url), NUMBER)).toEqual({ invoices: [], complete: true })
})

test('a lookup that fails leaves the outcome unknown and does not mean absent', async () => {
  for (const script of [
    refused(500, 'X'),
    { text: '<html>' },
    { json: { count: 1, rows: [] } },
    { json: {} },
  ]) {
    const service = await scriptedService(() => script)
    expect(await failureOf(findOutCreation(clientOf(service.url), NUMBER))).toMatchObject({
      operation: 'list invoices',
    })
  }
})

test('a cancelled invoice is checked for money first, then for its state', async () => {
  let status = 'CANCELLED'
  const service = await scriptedService(({ method }) =>
    method === 'GET' ? { json: { invoice_status: status } } : { json: UNPAID },
  )
  const client = clientOf(service.url)
  for (const [told, found] of [
    ['CANCELLED', 'cancelled'],
    ['CLOSED', 'paid'],
    ['OPEN', 'open'],
    ['ODD', 'unknown'],
  ] as const) {
    status = told
    expect((await findOutCancellation(client, 'inv-1')).found).toBe(found)
  }
  service.script = ({ method }) => (method === 'GET' ? refused(500, 'X') : { json: CHECKED })
  const paid = await findOutCancellation(client, 'inv-1')
  expect([paid.found, paid.check.payments]).toMatchObject(['paid', [{ amount: 10_000 }]])
})

test('the outcome of a refund is read from the payment', async () => {
  let payment_status = ''
  const service = await scriptedService(() => ({ json: { ...DETAIL, payment_status } }))
  const client = clientOf(service.url)
  for (const [told, found] of [
    ['PAID', 'still paid'],
    ['CANCELLED', 'cancelled'],
    ['REFUNDED', 'refunded'],
    ['REFUND', 'refunded'],
    ['PENDING', 'unknown'],
    ['PARTIAL', 'unknown'],
  ]) {
    payment_status = told ?? ''
    expect(await findOutReversal(client, DETAIL.payment_id)).toBe(found)
  }
})

test('an e-receipt is found out by repeating the same request', async () => {
  const service = await scriptedService(() => ({ json: RECEIPT }))
  expect(await findOutEbarimt(clientOf(service.url), EBARIMT)).toMatchObject({
    id: 'eb-1',
    lottery: 'AB 12345678',
  })
  expect(service.asked.at(-1)).toMatchObject({ path: '/v2/ebarimt_v3/create', body: EBARIMT })
})

test('a void is found out by repeating it, and a missing e-receipt means that it was done', async () => {
  const service = await scriptedService(() => ({ json: VOIDED }))
  const client = clientOf(service.url)
  expect(await findOutVoiding(client, 'p-1')).toBe('voided')
  service.script = () => refused(400, 'EBARIMT_NOT_REGISTERED')
  expect(await findOutVoiding(client, 'p-1')).toBe('voided')
  for (const code of ['EBARIMT_CANCEL_NOTSUPPERDED', 'PAYMENT_NOTFOUND', 'ODD']) {
    service.script = () => refused(400, code)
    expect(await failureOf(findOutVoiding(client, 'p-1'))).toMatchObject({ code, outcomeUnknown: false })
  }
})
