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
} from './practice-under-test.ts'

const create = (wire: Wire, request: unknown) => wire.call('POST', '/v2/invoice', request)

describe('creating an invoice', () => {
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

  test.for([
    [{ amount: 10.001 }, 'INVALID_AMOUNT'],
    [{ amount: 9.99 }, 'MIN_AMOUNT_ERR'],
    [{ amount: 100_000_000.01 }, 'MAX_AMOUNT_ERR'],
    [{ amount: 1e30 }, 'MAX_AMOUNT_ERR'],
    [{ sender_invoice_no: '' }, 'VALIDATION_FAILED'],
    [{ callback_url: 'nowhere' }, 'VALIDATION_FAILED'],
  ] as const)('an invoice with %j is refused with %s', async ([change, code], { wire }) => {
    expect(refusal(await create(wire, simpleInvoice(wire, change)))).toEqual([400, code])
  })

  test.for([
    [{ lines: [line({ tax_product_code: undefined })] }, 'VALIDATION_FAILED'],
    [{ lines: [line({ line_unit_price: '0' })] }, 'INVALID_AMOUNT'],
    [{ lines: [line({ line_quantity: '-1' })] }, 'VALIDATION_FAILED'],
    [{ lines: [line({ line_quantity: '1', line_unit_price: '9' })] }, 'MIN_AMOUNT_ERR'],
    [{ lines: [line({ line_quantity: '999999999999', line_unit_price: '999999999999' })] }, 'MAX_AMOUNT_ERR'],
  ] as const)('an ebarimt invoice with %j is refused with %s', async ([change, code], { wire }) => {
    expect(refusal(await create(wire, ebarimtInvoice(wire, change)))).toEqual([400, code])
  })
})

describe('getting and cancelling an invoice', () => {
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

describe('limits of the amount', () => {
  test('an amount equal to a limit is within it, for every hundredth', async ({ wire, payer }) => {
    for (const hundredths of [115, 229, 435, 1_001, 1_110, 5_705, 100_829, 99_999_999_99]) {
      const amount = hundredths / 100
      await payer.merchant({ min_amount: amount, max_amount: amount })
      expect((await create(wire, simpleInvoice(wire, { amount }))).status, String(amount)).toBe(200)
      const lines = [line({ line_quantity: '1', line_unit_price: amount.toFixed(2) })]
      expect((await create(wire, ebarimtInvoice(wire, { lines }))).status, String(amount)).toBe(200)
      const [below, above] = [(hundredths - 1) / 100, (hundredths + 1) / 100]
      for (const [beyond, code] of [
        [below, 'MIN_AMOUNT_ERR'],
        [above, 'MAX_AMOUNT_ERR'],
      ] as const)
        expect(refusal(await create(wire, simpleInvoice(wire, { amount: beyond })))).toEqual([400, code])
    }
  })
})
