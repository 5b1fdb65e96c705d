import { createServer } from 'node:http'
import { describe, expect } from 'vitest'
import type { PracticeControl } from '../../../../scripts/run/practice/index.ts'
import { listening } from '../../../support/listening.ts'
import {
  AMOUNT_TEXT,
  check,
  invoiced,
  PAGE,
  refusal,
  simpleInvoice,
  TIMESTAMP,
  TODAY,
  test,
  type Wire,
} from './contract.ts'

type Parts = { wire: Wire; payer: PracticeControl }

/** An invoice with one payment. */
async function paid({ wire, payer }: Parts, payment: object = {}) {
  const invoice_id = await invoiced(wire, simpleInvoice(wire))
  const { payment_id } = await payer.pay({ invoice_id, ...payment })
  return { invoice_id, payment_id }
}

describe('GET /v2/payment/{id}', () => {
  test('returns a bank transfer with every field of its table', async ({ wire, payer }) => {
    const { invoice_id, payment_id } = await paid({ wire, payer })
    const { status, body } = await wire.call('GET', `/v2/payment/${payment_id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      payment_id,
      payment_status: 'PAID',
      payment_fee: expect.stringMatching(AMOUNT_TEXT),
      payment_amount: '4350.00',
      payment_currency: 'MNT',
      payment_date: expect.stringMatching(TIMESTAMP),
      payment_wallet: expect.any(String),
      transaction_type: 'P2P',
      object_type: 'INVOICE',
      object_id: invoice_id,
      card_transactions: [],
      p2p_transactions: [
        {
          transaction_bank_code: expect.stringMatching(/^\d{6}$/),
          account_bank_code: expect.stringMatching(/^\d{6}$/),
          account_bank_name: expect.any(String),
          account_number: expect.any(String),
          status: 'SUCCESS',
          amount: expect.stringMatching(AMOUNT_TEXT),
          currency: 'MNT',
          settlement_status: 'SETTLED',
        },
      ],
    })
  })

  test('returns a card payment with card rows and no bank rows', async ({ wire, payer }) => {
    const { payment_id } = await paid({ wire, payer }, { type: 'CARD' })
    const { body } = await wire.call('GET', `/v2/payment/${payment_id}`)
    expect(body).toMatchObject({ transaction_type: 'CARD', p2p_transactions: [] })
    expect(body.card_transactions).toHaveLength(1)
  })

  test('returns the current status of the payment', async ({ wire, payer }) => {
    for (const status of ['PENDING', 'CANCELLED', 'REFUNDED'] as const) {
      const { payment_id } = await paid({ wire, payer }, { status })
      expect((await wire.call('GET', `/v2/payment/${payment_id}`)).body.payment_status).toBe(status)
    }
  })

  test('returns PAYMENT_NOTFOUND with 404', async ({ wire }) => {
    expect(refusal(await wire.call('GET', '/v2/payment/none'))).toEqual([404, 'PAYMENT_NOTFOUND'])
  })
})

describe('POST /v2/payment/check', () => {
  test('returns count 0, no rows and paid_amount 0 before a payment', async ({ wire }) => {
    const { status, body } = await check(wire, await invoiced(wire, simpleInvoice(wire)))
    expect([status, body]).toEqual([200, { count: 0, paid_amount: 0, rows: [] }])
  })

  test('returns rows with fee, card and bank rows', async ({ wire, payer }) => {
    const { invoice_id, payment_id } = await paid({ wire, payer })
    expect((await check(wire, invoice_id)).body).toEqual({
      count: 1,
      paid_amount: 4350,
      rows: [
        {
          payment_id,
          payment_status: 'PAID',
          payment_amount: '4350.00',
          trx_fee: expect.stringMatching(AMOUNT_TEXT),
          payment_currency: 'MNT',
          payment_wallet: expect.any(String),
          payment_type: 'P2P',
          card_transactions: [],
          p2p_transactions: [
            {
              transaction_bank_code: expect.any(String),
              account_bank_name: expect.any(String),
              account_number: expect.any(String),
              status: 'SUCCESS',
              amount: expect.stringMatching(AMOUNT_TEXT),
              currency: 'MNT',
            },
          ],
        },
      ],
    })
  })

  test('adds up all payments, also when they are more than the amount of the invoice', async ({
    wire,
    payer,
  }) => {
    const { invoice_id } = await paid({ wire, payer }, { amount: 1000.5 })
    await payer.pay({ invoice_id, amount: 5000, type: 'CARD' })
    expect((await check(wire, invoice_id)).body).toMatchObject({ count: 2, paid_amount: 6000.5 })
  })

  test('returns the same values as the invoice check', async ({ wire, payer }) => {
    const { invoice_id } = await paid({ wire, payer }, { type: 'CARD' })
    const one = (await check(wire, invoice_id)).body
    const other = (
      await wire.call('POST', '/v2/invoice/check', { object_type: 'INVOICE', object_id: invoice_id })
    ).body
    expect(one).toMatchObject(other)
  })

  test('returns INVALID_OBJECT_TYPE for any type but INVOICE', async ({ wire }) => {
    const answer = await wire.call('POST', '/v2/payment/check', { object_type: 'ORDER', object_id: 'x' })
    expect(refusal(answer)).toEqual([400, 'INVALID_OBJECT_TYPE'])
  })

  test('requires the type and the id', async ({ wire }) => {
    for (const body of [
      {},
      { object_type: 'INVOICE' },
      { object_id: 'x' },
      { object_type: 'INVOICE', object_id: 5 },
    ])
      expect((await wire.call('POST', '/v2/payment/check', body)).status).toBe(400)
  })
})

describe('POST /v2/payment/list', () => {
  const ask = (object_id: string, change: object = {}) => ({
    object_type: 'INVOICE',
    object_id,
    start_date: TODAY,
    end_date: TODAY,
    offset: PAGE,
    ...change,
  })

  test('returns the count and rows with every field of the summary', async ({ wire, payer }) => {
    const { invoice_id, payment_id } = await paid({ wire, payer })
    const { status, body } = await wire.call('POST', '/v2/payment/list', ask(invoice_id))
    expect(status).toBe(200)
    expect(body).toEqual({
      count: 1,
      rows: [
        {
          payment_id,
          payment_date: expect.stringMatching(TIMESTAMP),
          payment_status: 'PAID',
          payment_fee: expect.stringMatching(AMOUNT_TEXT),
          payment_amount: '4350.00',
          payment_currency: 'MNT',
          payment_wallet: expect.any(String),
          payment_name: expect.any(String),
          payment_description: expect.any(String),
          object_type: 'INVOICE',
          object_id: invoice_id,
        },
      ],
    })
  })

  test('returns only the payments of the requested days and page', async ({ wire, payer }) => {
    const { invoice_id } = await paid({ wire, payer }, { amount: 100 })
    for (const amount of [200, 300]) await payer.pay({ invoice_id, amount })
    const amounts = async (change: object) =>
      (await wire.call('POST', '/v2/payment/list', ask(invoice_id, change))).body.rows.map(
        (row: { payment_amount: string }) => row.payment_amount,
      )
    expect(await amounts({})).toEqual(['100.00', '200.00', '300.00'])
    expect(await amounts({ offset: { page_number: 2, page_limit: 2 } })).toEqual(['300.00'])
    expect(await amounts({ start_date: '2026-02-01', end_date: '2026-02-28' })).toEqual([])
  })

  for (const field of ['object_type', 'object_id', 'start_date', 'end_date', 'offset']) {
    test(`requires ${field}`, async ({ wire }) => {
      const answer = await wire.call('POST', '/v2/payment/list', ask('x', { [field]: undefined }))
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ error_code: expect.any(String), message: expect.any(String) })
    })
  }
})

/** An HTTP server on this machine that keeps what is posted to it. */
async function mailbox() {
  const posted: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      posted.push(JSON.parse(text))
      response.end()
    })
  })
  return { posted, url: `http://127.0.0.1:${await listening(server)}/told` }
}

type Reversal = readonly [kind: 'cancel' | 'refund', after: string]
const reverse = (kind: Reversal[0], wire: Wire, id: string, body?: object) =>
  wire.call('POST', `/v2/payment/${kind}/${id}`, body)

async function reversesCard(parts: Parts, [kind, after]: Reversal) {
  const { payment_id } = await paid(parts, { type: 'CARD' })
  const answer = await reverse(kind, parts.wire, payment_id)
  expect([answer.status, answer.text]).toEqual([200, ''])
  expect((await parts.wire.call('GET', `/v2/payment/${payment_id}`)).body.payment_status).toBe(after)
}

async function takesNoteAndTells(parts: Parts, [kind]: Reversal) {
  const { posted, url } = await mailbox()
  const { payment_id } = await paid(parts, { type: 'CARD' })
  expect((await reverse(kind, parts.wire, payment_id, { callback_url: url, note: 'Буцаалт' })).status).toBe(
    200,
  )
  await expect.poll(() => posted).toHaveLength(1)
  expect((await reverse(kind, parts.wire, payment_id, { note: 5 })).status).toBe(400)
}

async function refusesTransfer(parts: Parts, [kind]: Reversal) {
  const { payment_id } = await paid(parts)
  expect((await reverse(kind, parts.wire, payment_id)).status).toBe(400)
  expect((await parts.wire.call('GET', `/v2/payment/${payment_id}`)).body.payment_status).toBe('PAID')
}

async function refusesByState(parts: Parts, [kind]: Reversal) {
  expect(refusal(await reverse(kind, parts.wire, 'none'))).toEqual([404, 'PAYMENT_NOTFOUND'])
  const pending = await paid(parts, { type: 'CARD', status: 'PENDING' })
  expect(refusal(await reverse(kind, parts.wire, pending.payment_id))).toEqual([400, 'PAYMENT_NOT_PAID'])
  const { payment_id } = await paid(parts, { type: 'CARD' })
  await reverse(kind, parts.wire, payment_id)
  expect(refusal(await reverse(kind, parts.wire, payment_id))).toEqual([400, 'PAYMENT_ALREADY_CANCELED'])
}

describe('POST /v2/payment/cancel/{id}', () => {
  const kind: Reversal = ['cancel', 'CANCELLED']
  test('cancels a card payment: 200 with an empty body', ({ wire, payer }) =>
    reversesCard({ wire, payer }, kind))
  test('accepts an optional note, and calls an optional callback address', ({ wire, payer }) =>
    takesNoteAndTells({ wire, payer }, kind))
  test('refuses a bank transfer, which stays PAID', ({ wire, payer }) =>
    refusesTransfer({ wire, payer }, kind))
  test('returns PAYMENT_NOTFOUND, PAYMENT_NOT_PAID and PAYMENT_ALREADY_CANCELED', ({ wire, payer }) =>
    refusesByState({ wire, payer }, kind))
})

describe('POST /v2/payment/refund/{id}', () => {
  const kind: Reversal = ['refund', 'REFUNDED']
  test('refunds a card payment: 200 with an empty body', ({ wire, payer }) =>
    reversesCard({ wire, payer }, kind))
  test('accepts an optional note, and calls an optional callback address', ({ wire, payer }) =>
    takesNoteAndTells({ wire, payer }, kind))
  test('refuses a bank transfer, which stays PAID', ({ wire, payer }) =>
    refusesTransfer({ wire, payer }, kind))
  test('returns PAYMENT_NOTFOUND, PAYMENT_NOT_PAID and PAYMENT_ALREADY_CANCELED', ({ wire, payer }) =>
    refusesByState({ wire, payer }, kind))
})

describe('the payment callback', () => {
  test('posts {invoice_id} to the address of the invoice when a payment completes', async ({
    wire,
    payer,
  }) => {
    const { posted, url } = await mailbox()
    const id = await invoiced(wire, simpleInvoice(wire, { callback_url: url }))
    const { payment_id } = await payer.pay({ invoice_id: id, status: 'PENDING' })
    await payer.settle({ payment_id, status: 'PAID' })
    await expect.poll(() => posted).toEqual([{ invoice_id: id }])
  })
})
