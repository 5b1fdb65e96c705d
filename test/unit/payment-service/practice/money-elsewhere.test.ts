/**
 * What the control port does behind the terminal's back: refunds money elsewhere, pays in dollars, refuses a used
 * number.
 */
import { describe, expect } from 'vitest'
import { check, invoiced, paidInvoice, refusal, simpleInvoice, test } from './practice-under-test.ts'

describe('money that moves elsewhere', () => {
  test('a payment’s amount shrinks, and it stays paid', async ({ wire, payer }) => {
    const { invoice_id, payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire), 'CARD')
    await payer.settle({ payment_id, amount: 1000 })
    expect((await check(wire, invoice_id)).body).toMatchObject({
      paid_amount: 1000,
      rows: [{ payment_status: 'PAID', payment_amount: '1000.00' }],
    })
    const { payments, refunds, invoices } = await payer.state()
    expect(payments).toMatchObject([{ status: 'PAID', amount: 1000, first_amount: 4350 }])
    expect(refunds).toEqual([])
    expect(invoices).toMatchObject([{ status: 'CLOSED' }])
    await payer.settle({ payment_id, status: 'REFUNDED' })
    expect((await payer.state()).payments).toMatchObject([
      { status: 'REFUNDED', amount: 1000, first_amount: 4350 },
    ])
  })

  test('a settle request that changes nothing, or has a negative amount, is refused', async ({
    wire,
    payer,
  }) => {
    const { payment_id } = await paidInvoice(wire, payer, simpleInvoice(wire))
    await expect(payer.settle({ payment_id })).rejects.toThrow(/400/)
    await expect(payer.settle({ payment_id, amount: -1 })).rejects.toThrow(/400/)
  })

  test('a payment in dollars is listed as such and pays nothing of the invoice', async ({ wire, payer }) => {
    const invoice_id = await invoiced(wire, simpleInvoice(wire))
    const { payment_id } = await payer.pay({ invoice_id, amount: 10.5, currency: 'USD' })
    expect((await check(wire, invoice_id)).body).toMatchObject({
      count: 1,
      paid_amount: 0,
      rows: [
        {
          payment_status: 'PAID',
          payment_amount: '10.50',
          payment_currency: 'USD',
          p2p_transactions: [{ currency: 'USD' }],
        },
      ],
    })
    expect((await wire.call('GET', `/v2/payment/${payment_id}`)).body.payment_currency).toBe('USD')
    expect((await wire.call('GET', `/v2/invoice/${invoice_id}`)).body.invoice_status).toBe('OPEN')
    await payer.pay({ invoice_id })
    expect((await check(wire, invoice_id)).body).toMatchObject({ count: 2, paid_amount: 4350 })
    expect((await payer.state()).payments).toMatchObject([{ currency: 'USD' }, { currency: 'MNT' }])
  })
})

describe('a number that was already used', () => {
  test('makes another invoice, unless the service is set to refuse it with an unlisted code', async ({
    wire,
    payer,
  }) => {
    const create = () => wire.call('POST', '/v2/invoice', simpleInvoice(wire))
    expect([(await create()).status, (await create()).status]).toEqual([200, 200])
    await payer.merchant({ used_number: 'refused' })
    expect(refusal(await create())).toEqual([400, 'SENDER_INVOICE_NO_INVALID'])
    expect((await payer.state()).invoices).toHaveLength(2)
    const other = simpleInvoice(wire, { sender_invoice_no: 'K01-2' })
    expect((await wire.call('POST', '/v2/invoice', other)).status).toBe(200)
    await payer.merchant({ used_number: 'made-again' })
    expect((await create()).status).toBe(200)
  })
})
