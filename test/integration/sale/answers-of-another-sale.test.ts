/** The service gives a sale what belongs to another one: its money must not count twice. */
import { expect, test } from 'vitest'
import { chargedSale, stateOf } from '../../support/charged-sale.ts'
import { paymentsOf, tillAtPractice, waiting } from '../../support/looks.ts'

async function soldOnce() {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice, total } = await chargedSale(till)
  const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId, type: 'P2P' })
  await till.check(saleId, 'completed')
  return { till, payer, saleId, invoiceId: invoice.invoiceId, payment_id, total }
}

test('a created invoice that belongs to another sale is not taken: the number is looked up', async () => {
  const { till, payer, invoiceId } = await soldOnce()
  await payer.faults([
    { method: 'POST', path: '/v2/invoice', effect: 'changed', set: { invoice_id: invoiceId } },
  ])
  const second = await chargedSale(till)
  expect(second.invoice.invoiceId).not.toBe(invoiceId)
  await payer.pay({ invoice_id: second.invoice.invoiceId, type: 'P2P' })
  await till.check(second.saleId, 'completed')
  expect((await payer.state()).payments).toHaveLength(2)
})

test('a checked payment that belongs to another sale is not counted, and a person is told', async () => {
  const { till, payer, payment_id, total } = await soldOnce()
  const second = await chargedSale(till)
  const row = {
    payment_id,
    payment_status: 'PAID',
    payment_amount: String(total / 100),
    payment_currency: 'MNT',
    payment_type: 'P2P',
  }
  const json = { count: 1, paid_amount: total / 100, rows: [row] }
  await payer.faults([
    { method: 'POST', path: '/v2/payment/check', effect: 'answer', status: 200, json, times: 10_000 },
  ])
  await till.ask('checkNow', { saleId: second.saleId })
  await waiting(till, 'payment-unclear')
  expect(await paymentsOf(till, second.saleId)).toEqual([])
  expect(await stateOf(till, second.saleId)).toMatchObject({ name: 'awaiting-payment' })
})

test('an e-receipt that belongs to another sale is not taken: a person decides', async () => {
  const { till, payer, saleId } = await soldOnce()
  const [issued] = (await till.ask('getSale', { saleId })).view.sale.ereceipts
  await payer.faults([
    {
      method: 'POST',
      path: '/v2/ebarimt_v3/create',
      effect: 'changed',
      set: { id: issued?.step === 'issued' ? issued.ereceiptId : '' },
    },
  ])
  const second = await chargedSale(till)
  await payer.pay({ invoice_id: second.invoice.invoiceId, type: 'P2P' })
  await till.ask('checkNow', { saleId: second.saleId })
  await waiting(till, 'ereceipt-refused')
})
