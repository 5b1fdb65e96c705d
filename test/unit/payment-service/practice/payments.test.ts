import { describe, expect } from 'vitest'
import { check, invoiced, simpleInvoice, test } from './practice-under-test.ts'

describe('the check', () => {
  test('a bank transfer is a row whose transfer is net of the fee and whose payment_amount is gross', async ({
    wire,
    payer,
  }) => {
    const id = await invoiced(wire, simpleInvoice(wire, { amount: 100 }))
    const { payment_id } = await payer.pay({ invoice_id: id, bank_code: '150000' })
    expect(payment_id).toMatch(/^\d{19,}$/)
    const [row] = (await check(wire, id)).body.rows
    expect(row).toMatchObject({ payment_amount: '100.00', trx_fee: '1.00' })
    expect(row.p2p_transactions).toMatchObject([{ transaction_bank_code: '150000', amount: '99.00' }])
  })

  test('a card payment has a card row and no transfer', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    const { payment_id } = await payer.pay({ invoice_id: id, type: 'CARD' })
    const [row] = (await check(wire, id)).body.rows
    expect(payment_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(row).toMatchObject({ payment_id, payment_type: 'CARD', p2p_transactions: [] })
    expect(row.card_transactions).toHaveLength(1)
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
    const pending = { paid_amount: 0, rows: [{ payment_status: 'PENDING' }] }
    expect((await check(wire, id)).body).toMatchObject(pending)
    await payer.settle({ payment_id, status: 'PAID' })
    const paid = { paid_amount: 4350, rows: [{ payment_status: 'PAID' }] }
    expect((await check(wire, id)).body).toMatchObject(paid)
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
})
