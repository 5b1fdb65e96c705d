/**
 * An amount is in MNT unless a currency field says otherwise (docs/payment-service.md#money). Money in another currency
 * is marked.
 */
import { expect, test } from 'vitest'
import { CHECKED, DETAIL, PAYMENT_SUMMARY, ROW } from './samples.ts'
import { clientOf, scriptedClient, scriptedService } from './scripted-service.ts'

async function checkedRows(...rows: object[]) {
  const service = await scriptedService(() => ({ json: { ...CHECKED, count: rows.length, rows } }))
  return (await clientOf(service.url).checkPayment('inv-1')).payments
}

for (const payment_currency of ['MNT', 'mnt', ' MNT ', '496', 496, '', null, undefined])
  test(`a payment_currency of ${JSON.stringify(payment_currency)} is tugriks, and is left out`, async () => {
    const [row] = await checkedRows({ ...ROW, payment_currency })
    expect(row).not.toHaveProperty('currency')
    expect(row).toMatchObject({ amount: 10_000 })
  })

for (const [payment_currency, currency] of [
  ['USD', 'USD'],
  ['usd ', 'USD'],
  ['840', '840'],
  [840, '840'],
  ['US dollars, please', 'UNKNOWN'],
  [{ code: 'MNT' }, 'UNKNOWN'],
  [['MNT'], 'UNKNOWN'],
  [true, 'UNKNOWN'],
] as const)
  test(`a payment_currency of ${JSON.stringify(payment_currency)} is kept as ${currency}`, async () => {
    expect(await checkedRows({ ...ROW, payment_currency })).toMatchObject([{ currency, amount: 10_000 }])
  })

for (const [payment_amount, amount] of [
  ['10.50', 1_050],
  [10.5, 1_050],
  ['10.505', 0],
  ['$10', 0],
  ['10,50', 0],
  [null, 0],
  [undefined, 0],
  [{ value: 10 }, 0],
] as const)
  test(`${JSON.stringify(payment_amount)} US dollars read as ${amount} cents, and hide no payment in tugriks`, async () => {
    const dollars = { ...ROW, payment_id: 'p-usd', payment_currency: 'USD', payment_amount }
    expect(await checkedRows(dollars, ROW)).toMatchObject([
      { paymentId: 'p-usd', currency: 'USD', amount },
      { paymentId: ROW.payment_id, amount: 10_000 },
    ])
  })

test('when the payment names no currency, its bank row does', async () => {
  const p2p_transactions = [{ transaction_bank_code: '050000', currency: 'USD' }]
  const { payment_currency: _, ...unnamed } = { ...ROW, p2p_transactions }
  expect(await checkedRows(unnamed)).toMatchObject([{ currency: 'USD' }])
  const [named] = await checkedRows({ ...ROW, p2p_transactions })
  expect(named).not.toHaveProperty('currency')
})

test('a payment, a list of payments and a page of records have the currency, too', async () => {
  const { client } = await scriptedClient(({ path }) =>
    path.startsWith('/v2/payment/list')
      ? { json: { count: 1, rows: [{ ...PAYMENT_SUMMARY, payment_currency: 'eur', payment_amount: 'x' }] } }
      : { json: { ...DETAIL, payment_currency: 'eur', payment_amount: 'x' } },
  )
  const told = { currency: 'EUR', amount: 0 }
  const filter = { object_id: 'inv-1', start_date: '2026-06-01', end_date: '2026-06-01' }
  expect(await client.getPayment(DETAIL.payment_id)).toMatchObject(told)
  expect(await client.listPayments(filter)).toMatchObject({ rows: [told] })
  expect(await client.paymentPage(filter, { number: 1, size: 10 })).toMatchObject({ rows: [told] })
})
