import { describe, expect } from 'vitest'
import { check, invoiced, refusal, simpleInvoice, test } from './practice-under-test.ts'

describe('the check', () => {
  test('before any payment, and for an unknown invoice, the check finds nothing', async ({ wire }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const nothing = { count: 0, paid_amount: 0, rows: [] }
    expect((await check(wire, id)).body).toEqual(nothing)
    expect((await check(wire, 'none')).body).toEqual(nothing)
  })

  test('a bank transfer is a row whose transfer is net of the fee and whose payment_amount is gross', async ({
    wire,
    payer,
  }) => {
    const id = await invoiced(wire, simpleInvoice(wire, { amount: 100 }))
    const { payment_id } = await payer.pay({ invoice_id: id, bank_code: '150000' })
    expect(payment_id).toMatch(/^\d{19,}$/)
    expect((await check(wire, id)).body).toEqual({
      count: 1,
      paid_amount: 100,
      rows: [
        {
          payment_id,
          payment_status: 'PAID',
          payment_amount: '100.00',
          trx_fee: '1.00',
          payment_currency: 'MNT',
          payment_wallet: expect.any(String),
          payment_type: 'P2P',
          card_transactions: [],
          p2p_transactions: [
            {
              transaction_bank_code: '150000',
              account_bank_name: expect.any(String),
              account_number: expect.any(String),
              status: 'SUCCESS',
              amount: '99.00',
              currency: 'MNT',
            },
          ],
        },
      ],
    })
  })

  test('a card payment has a card row and no transfer', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { payment_id } = await payer.pay({ invoice_id: id, type: 'CARD' })
    const [row] = (await check(wire, id)).body.rows
    expect(payment_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(row).toMatchObject({ payment_id, payment_type: 'CARD', p2p_transactions: [] })
    expect(row.card_transactions).toHaveLength(1)
  })

  test('the invoice check lists the same payments in shorter rows', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    await payer.pay({ invoice_id: id })
    const { body } = await wire.call('POST', '/v2/invoice/check', { object_type: 'INVOICE', object_id: id })
    expect(body).toMatchObject({ count: 1, paid_amount: 4350 })
    expect(Object.keys(body.rows[0]).sort()).toEqual([
      'payment_amount',
      'payment_currency',
      'payment_id',
      'payment_status',
      'payment_type',
      'payment_wallet',
    ])
  })

  test('part payments add up, the last one closes the invoice, and a surplus is counted', async ({
    wire,
    payer,
  }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const status = async () => (await wire.call('GET', `/v2/invoice/${id}`)).body.invoice_status
    await payer.pay({ invoice_id: id, amount: 4000 })
    expect([(await check(wire, id)).body.paid_amount, await status()]).toEqual([4000, 'OPEN'])
    await payer.pay({ invoice_id: id })
    expect([(await check(wire, id)).body.paid_amount, await status()]).toEqual([4350, 'CLOSED'])
    await payer.pay({ invoice_id: id, amount: 0.5 })
    expect((await check(wire, id)).body).toMatchObject({ count: 3, paid_amount: 4350.5 })
  })

  test('a pending payment is listed and counts only when it completes', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { payment_id } = await payer.pay({ invoice_id: id, status: 'PENDING' })
    expect((await check(wire, id)).body).toMatchObject({
      paid_amount: 0,
      rows: [{ payment_status: 'PENDING' }],
    })
    await payer.settle({ payment_id, status: 'PAID' })
    expect((await check(wire, id)).body).toMatchObject({
      paid_amount: 4350,
      rows: [{ payment_status: 'PAID' }],
    })
  })

  test('a payment of a cancelled invoice is listed, and the invoice stays cancelled', async ({
    wire,
    payer,
  }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    await wire.call('DELETE', `/v2/invoice/${id}`)
    await payer.pay({ invoice_id: id })
    expect((await check(wire, id)).body.paid_amount).toBe(4350)
    expect((await wire.call('GET', `/v2/invoice/${id}`)).body.invoice_status).toBe('CANCELLED')
  })

  test('pages have 10 rows by default, and count is the number of all rows', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    for (let part = 1; part <= 12; part++) await payer.pay({ invoice_id: id, amount: part })
    expect((await check(wire, id)).body).toMatchObject({ count: 12, paid_amount: 78 })
    expect((await check(wire, id)).body.rows).toHaveLength(10)
    const second = (await check(wire, id, { page_number: 2 })).body.rows
    expect(second.map((row: { payment_amount: string }) => row.payment_amount)).toEqual(['11.00', '12.00'])
  })

  test.for([
    [{ object_type: 'PAYMENT' }, 'INVALID_OBJECT_TYPE'],
    [{ object_type: undefined }, 'VALIDATION_FAILED'],
    [{ object_id: undefined }, 'VALIDATION_FAILED'],
    [{ offset: { page_number: 0 } }, 'VALIDATION_FAILED'],
  ] as const)('a check with %j is refused with %s', async ([change, code], { wire }) => {
    const request = { object_type: 'INVOICE', object_id: 'x', ...change }
    expect(refusal(await wire.call('POST', '/v2/payment/check', request))).toEqual([400, code])
    expect(refusal(await wire.call('POST', '/v2/invoice/check', request))).toEqual([400, code])
  })
})

describe('one payment, and the list of them', () => {
  test('a payment has every field of its table', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire, { amount: 100 }))
    const { payment_id } = await payer.pay({ invoice_id: id })
    expect((await wire.call('GET', `/v2/payment/${payment_id}`)).body).toEqual({
      payment_id,
      payment_status: 'PAID',
      payment_fee: '1.00',
      payment_amount: '100.00',
      payment_currency: 'MNT',
      payment_date: '2026-03-01T09:30:00',
      payment_wallet: expect.any(String),
      transaction_type: 'P2P',
      object_type: 'INVOICE',
      object_id: id,
      card_transactions: [],
      p2p_transactions: [
        {
          transaction_bank_code: '050000',
          account_bank_code: expect.any(String),
          account_bank_name: expect.any(String),
          account_number: expect.any(String),
          status: 'SUCCESS',
          amount: '99.00',
          currency: 'MNT',
          settlement_status: 'SETTLED',
        },
      ],
    })
  })

  test('the list has summaries of the requested days', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { payment_id } = await payer.pay({ invoice_id: id })
    const request = {
      object_type: 'INVOICE',
      object_id: id,
      start_date: '2026-03-01',
      end_date: '2026-03-01',
      offset: { page_number: 1, page_limit: 10 },
    }
    const { body } = await wire.call('POST', '/v2/payment/list', request)
    expect(body).toEqual({
      count: 1,
      rows: [
        {
          payment_id,
          payment_date: '2026-03-01T09:30:00',
          payment_status: 'PAID',
          payment_fee: '43.50',
          payment_amount: '4350.00',
          payment_currency: 'MNT',
          payment_wallet: expect.any(String),
          payment_name: 'Хаан банк',
          payment_description: 'Өглөө дэлгүүр',
          object_type: 'INVOICE',
          object_id: id,
        },
      ],
    })
    const later = { ...request, start_date: '2026-03-02', end_date: '2026-03-02' }
    expect((await wire.call('POST', '/v2/payment/list', later)).body).toEqual({ count: 0, rows: [] })
    const undated = { ...request, start_date: undefined }
    expect(refusal(await wire.call('POST', '/v2/payment/list', undated))).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('cancelling and refunding a payment', () => {
  test.for([
    ['cancel', 'CANCELLED'],
    ['refund', 'REFUNDED'],
  ] as const)('%s of a card payment makes it %s, once', async ([operation, status], { wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { payment_id } = await payer.pay({ invoice_id: id, type: 'CARD' })
    const path = `/v2/payment/${operation}/${payment_id}`
    const answer = await wire.call('POST', path, { note: 'буцаалт' })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await wire.call('GET', `/v2/payment/${payment_id}`)).body.payment_status).toBe(status)
    expect(refusal(await wire.call('POST', path))).toEqual([400, 'PAYMENT_ALREADY_CANCELED'])
    expect((await check(wire, id)).body.paid_amount).toBe(0)
  })

  test('refunding a pending, unknown or bank payment is refused', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const pending = await payer.pay({ invoice_id: id, type: 'CARD', status: 'PENDING' })
    const transfer = await payer.pay({ invoice_id: id })
    const refund = async (paymentId: string) =>
      refusal(await wire.call('POST', `/v2/payment/refund/${paymentId}`))
    expect(await refund(pending.payment_id)).toEqual([400, 'PAYMENT_NOT_PAID'])
    expect(await refund(transfer.payment_id)).toEqual([400, 'PAYMENT_NOT_CARD'])
    expect(await refund('1')).toEqual([404, 'PAYMENT_NOTFOUND'])
  })
})
