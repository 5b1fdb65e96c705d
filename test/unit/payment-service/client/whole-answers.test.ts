/**
 * Whether a check or a list is whole: the rows that came are facts, but only a whole answer proves that there are no
 * others.
 */
import { expect, test } from 'vitest'
import type { SeenPayment } from '../../../../shared/sale/sale.ts'
import { CHECKED, PAYMENT_SUMMARY, ROW, SUMMARY, UNPAID } from './samples.ts'
import {
  clientOf,
  failureOf,
  keptLog,
  type Script,
  scriptedClient,
  scriptedService,
  skippingClient,
} from './scripted-service.ts'

type PageRequest = { readonly offset: { readonly page_number: number; readonly page_limit: number } }

/** A client of a service that gives these pages; after the last page it gives that page again. */
async function clientOfPages(...pages: object[]) {
  const log = keptLog()
  const service = await scriptedService(({ body }): Script => {
    const { page_number } = (body as PageRequest).offset
    return { json: pages[Math.min(page_number, pages.length) - 1] }
  })
  return { client: clientOf(service.url, { log }), service, log }
}
const check = async (...pages: object[]) => (await clientOfPages(...pages)).client.checkPayment('inv-1')
const ids = (payments: readonly SeenPayment[]) => payments.map(({ paymentId }) => paymentId)
const paid = (payment_id: string) => ({ ...ROW, payment_id })
const paidRows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => paid(`p-${from + index}`))
const page = (count: unknown, from: number, to: number) => ({ ...CHECKED, count, rows: paidRows(from, to) })

for (const paid_amount of [null, undefined, 0.30000000000000004, 12345.670000000002, 'much', 7])
  test(`a check is read with any paid_amount: ${JSON.stringify(paid_amount)}`, async () => {
    expect(await check({ ...CHECKED, paid_amount })).toMatchObject({
      payments: [{ status: 'PAID', amount: 10_000 }],
      complete: true,
    })
  })

for (const count of [null, undefined, 'many', 1.5, -1, [], 0])
  test(`a count of ${JSON.stringify(count)} hides no payment, and the check is not whole`, async () => {
    const answer = await check(page(count, 0, 3), page(count, 3, 4), page(count, 0, 0))
    expect([ids(answer.payments), answer.complete]).toEqual([['p-0', 'p-1', 'p-2', 'p-3'], false])
  })

test('a count as text is accepted', async () => {
  expect(await check({ ...CHECKED, count: '1' })).toMatchObject({ complete: true })
})

test('with no payments and a count of zero the check is whole', async () => {
  expect(await check(UNPAID)).toEqual({ payments: [], complete: true, missing: false })
})

for (const [what, pages, found] of [
  ['as many rows as the count', [page(2, 0, 2)], [2, true]],
  ['all rows over two pages', [page(3, 0, 2), page(3, 2, 3)], [3, true]],
  ['no rows, and a count of two', [{ ...UNPAID, count: 2 }], [0, false]],
  ['fewer rows than the count', [page(3, 0, 2), page(3, 0, 0)], [2, false]],
  ['a repeated page', [page(4, 0, 2)], [2, false]],
  ['a row that is repeated on another page', [page(3, 0, 2), page(3, 1, 3)], [3, false]],
  ['a row that is repeated on one page', [{ ...CHECKED, count: 2, rows: [ROW, ROW] }], [1, false]],
  ['a count that grows between pages', [page(3, 0, 2), page(4, 2, 4)], [4, false]],
  ['a count that shrinks between pages', [page(4, 0, 2), page(3, 2, 3)], [3, false]],
  ['more rows than the count', [page(1, 0, 2), page(1, 0, 0)], [2, false]],
  ['a full page whose count is only its own', [page(100, 0, 100), page(20, 100, 120)], [120, false]],
] as const)
  test(`a check with ${what} gives ${found[0]} payments and is ${found[1] ? 'whole' : 'not whole'}`, async () => {
    const { payments, complete } = await check(...pages)
    expect([payments.length, complete]).toEqual(found)
  })

for (const [what, row] of [
  ['without an id', { ...ROW, payment_id: null }],
  ['without a status', { ...ROW, payment_id: 'p-1', payment_status: null }],
  ['without an amount', { ...ROW, payment_id: 'p-1', payment_amount: null }],
  ['whose id is a number too large for JSON', { ...ROW, payment_id: 2 ** 53 }],
  ['that is null', null],
  ['that is text', 'PAID'],
] as const)
  test(`a row ${what} leaves the other payments, and the check is not whole`, async () => {
    const { client, log } = await clientOfPages({ ...CHECKED, count: 2, rows: [row, paid('p-0')] })
    const { payments, complete } = await client.checkPayment('inv-1')
    expect([ids(payments), complete]).toEqual([['p-0'], false])
    expect(log.lines).toContainEqual(expect.stringMatching(/check payment: .*cannot be read/))
  })

test('pages of unreadable rows do not hide later payments', async () => {
  const unread = Array.from({ length: 100 }, () => null)
  const answer = await check(
    { ...CHECKED, count: 101, rows: unread },
    { ...CHECKED, count: 101, rows: [ROW] },
  )
  expect([ids(answer.payments), answer.complete]).toEqual([[ROW.payment_id], false])
})

test('an amount with the error of a floating-point sum is read to the hundredth; another fraction is not read', async () => {
  const amounts = async (payment_amount: unknown) =>
    (await check({ ...CHECKED, rows: [{ ...ROW, payment_amount }] })).payments.map(({ amount }) => amount)
  for (const [wire, amount] of [
    [0.30000000000000004, 30],
    [12345.670000000002, 1_234_567],
    ['12345.670000000002', 1_234_567],
    [1234.5699999999997, 123_457],
  ] as const)
    expect(await amounts(wire)).toEqual([amount])
  for (const wire of [1.005, 0.125, '100.0001', 100.0000001, 1e-9]) expect(await amounts(wire)).toEqual([])
})

test('a list is marked as whole or not, as a check is', async () => {
  const filter = { object_id: 'inv-1', start_date: '2026-06-01', end_date: '2026-06-01' }
  const whole = await clientOfPages({ count: 1, rows: [PAYMENT_SUMMARY] })
  expect(await whole.client.listPayments(filter)).toMatchObject({
    rows: [{ amount: 10_000 }],
    complete: true,
  })
  const short = await clientOfPages({ count: 3, rows: [PAYMENT_SUMMARY] })
  expect(await short.client.listPayments(filter)).toMatchObject({
    rows: [{ amount: 10_000 }],
    complete: false,
  })
  const none = await clientOfPages({ count: 2, rows: [] })
  expect(await none.client.listInvoices({})).toEqual({ rows: [], complete: false, missing: true })
  const spoiled = await clientOfPages({ count: 2, rows: [SUMMARY, { ...SUMMARY, sender_invoice_no: null }] })
  expect(await spoiled.client.listInvoices({})).toMatchObject({
    rows: [{ invoiceId: 'inv-1' }],
    complete: false,
  })
})

test('reading ends after two hundred pages, and the check or list is not whole', async () => {
  const { client } = await scriptedClient(({ body, path }) => {
    const { page_number } = (body as PageRequest).offset
    const rows = path.endsWith('check')
      ? [paid(`p-${page_number}`)]
      : [{ ...SUMMARY, invoice_id: `i-${page_number}` }]
    return { json: { count: 1e6, rows } }
  })
  const checked = await client.checkPayment('inv-1')
  expect([checked.payments.length, checked.complete]).toEqual([200, false])
  const listed = await client.listInvoices({})
  expect([listed.rows.length, listed.complete]).toEqual([200, false])
})

for (const [what, script] of [
  ['cannot be read', { text: '<html>' }],
  ['is refused', { status: 400, json: { error_code: 'VALIDATION_FAILED', message: 'page_number' } }],
  ['breaks off', 'reset'],
  ['is rate-limited for long', { status: 429, headers: { 'retry-after': '60' } }],
] as const)
  test(`a page after the first that ${what} keeps the earlier rows, and the answer is not whole`, async () => {
    const { service, client } = await skippingClient(({ body, path }) => {
      if ((body as PageRequest).offset.page_number > 1) return script
      return { json: { count: 3, rows: path.endsWith('check') ? paidRows(0, 2) : [SUMMARY] } }
    })
    expect(await client.checkPayment('inv-1', { urgent: true })).toMatchObject({
      payments: [{ paymentId: 'p-0' }, { paymentId: 'p-1' }],
      complete: false,
    })
    service.script = ({ body }) =>
      (body as PageRequest).offset.page_number > 1 ? script : { json: { count: 3, rows: [SUMMARY] } }
    if (what !== 'is rate-limited for long')
      expect(await client.listInvoices({})).toMatchObject({ rows: [{ invoiceId: 'inv-1' }], complete: false })
  })

test('a first page that fails is a failure', async () => {
  const service = await scriptedService(() => ({ text: '<html>' }))
  expect(await failureOf(clientOf(service.url).checkPayment('inv-1'))).toMatchObject({ name: 'BAD_ANSWER' })
})

test('an incomplete answer is logged', async () => {
  const { client, log } = await clientOfPages({ ...CHECKED, count: 3 })
  await client.checkPayment('inv-1')
  expect(log.lines).toContainEqual(expect.stringContaining('check payment: the answer is not whole'))
})

test('when the service refuses large pages, pages of the contract’s size are used, and larger ones not tried again', async () => {
  const limits: number[] = []
  const { client } = await scriptedClient(({ body }): Script => {
    const { page_number, page_limit } = (body as PageRequest).offset
    limits.push(page_limit)
    if (page_limit > 50) return { status: 400, json: { error_code: 'INVALID_PAGE_LIMIT' } }
    const rows = paidRows((page_number - 1) * page_limit, Math.min(12, page_number * page_limit))
    return { json: { ...CHECKED, count: 12, rows } }
  })
  for (const _time of [1, 2]) {
    const answer = await client.checkPayment('inv-1')
    expect([answer.payments.length, answer.complete]).toEqual([12, true])
  }
  expect(limits).toEqual([100, 10, 10, 10, 10])
  const book = { start_date: '2026-11-21', end_date: '2026-11-21' }
  await client.invoicePage(book, { number: 1, size: 100 }).catch(() => null)
  expect(limits.at(-1)).toBe(10)
})

test('a request that is refused with any page size says nothing about page sizes', async () => {
  const limits: number[] = []
  const { client } = await scriptedClient(({ body }): Script => {
    limits.push((body as PageRequest).offset.page_limit)
    return { status: 400, json: { error_code: 'INVALID_OBJECT_TYPE' } }
  })
  expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({ name: 'INVALID_OBJECT_TYPE' })
  expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({ name: 'INVALID_OBJECT_TYPE' })
  expect(limits).toEqual([100, 10, 100, 10])
})
