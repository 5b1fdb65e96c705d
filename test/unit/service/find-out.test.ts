import { expect, test } from 'vitest'
import {
  findOutCancellation,
  findOutCreation,
  findOutEbarimt,
  findOutReversal,
  findOutVoiding,
} from '../../../main/service/index.ts'
import { CHECKED, DETAIL, EBARIMT, RECEIPT, SUMMARY, UNPAID, VOIDED } from './samples.ts'
import { clientOf, failureOf, type Script, scriptedService } from './scripted-service.ts'

const NUMBER = SUMMARY.sender_invoice_no
const listing = (...rows: object[]): Script => ({ json: { count: rows.length, rows } })
const refused = (status: number, error_code: string): Script => ({
  status,
  json: { error_code, message: 'm' },
})

test('a creation is looked for by number: made, absent, or more than one; others’ and cancelled ones do not count', async () => {
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

test('a look-up that fails leaves the outcome unknown: it never reads as absent', async () => {
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

test('a cancelled invoice is asked for its money first, then for its state', async () => {
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
  expect([paid.found, paid.check.paidAmount]).toEqual(['paid', 10_000])
})

test('a reversal is read off the payment', async () => {
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

test('an e-receipt is asked for again, with the very same request', async () => {
  const service = await scriptedService(() => ({ json: RECEIPT }))
  expect(await findOutEbarimt(clientOf(service.url), EBARIMT)).toMatchObject({
    id: 'eb-1',
    lottery: 'AB 12345678',
  })
  expect(service.asked.at(-1)).toMatchObject({ path: '/v2/ebarimt_v3/create', body: EBARIMT })
})

test('a voiding is asked for again, and no e-receipt left means that it was done', async () => {
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
