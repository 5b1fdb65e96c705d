import { expect, test } from 'vitest'
import { findInvoices } from '../../../../main/payment-service/client/index.ts'
import { SUMMARY } from './samples.ts'
import { clientOf, failureOf, type Script, scriptedClient, scriptedService } from './scripted-service.ts'

const NUMBER = SUMMARY.sender_invoice_no
const listing = (...rows: object[]): Script => ({ json: { count: rows.length, rows } })
const refused = (status: number, error_code: string): Script => ({
  status,
  json: { error_code, message: 'm' },
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
    const { client } = await scriptedClient(({ body }) => {
      const { page_number } = (body as { offset: { page_number: number } }).offset
      return { json: pages[Math.min(page_number, pages.length) - 1] }
    })
    expect(await findInvoices(client, NUMBER)).toMatchObject({ complete: false })
  })

test('a complete list with only other numbers proves that there is none', async () => {
  const service = await scriptedService(({ body }) => {
    const { page_number } = (body as { offset: { page_number: number } }).offset
    return { json: { count: 100, rows: page_number === 1 ? OTHERS : [] } }
  })
  expect(await findInvoices(clientOf(service.url), NUMBER)).toEqual({ invoices: [], complete: true })
})

test('a lookup that fails leaves the outcome unknown and does not mean absent', async () => {
  for (const script of [refused(500, 'X'), { text: '<html>' }, { json: {} }]) {
    const service = await scriptedService(() => script)
    expect(await failureOf(findInvoices(clientOf(service.url), NUMBER))).toMatchObject({
      operation: 'list invoices',
    })
  }
})
