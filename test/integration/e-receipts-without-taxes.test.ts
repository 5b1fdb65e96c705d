/** The service issues an e-receipt and does not tell its taxes: they are unknown, not zero (law 8). */
import { expect, test } from 'vitest'
import { reportNow, totalsNow } from '../support/looks.ts'
import { openTill } from '../support/open-shift.ts'
import { completed, paidSale, saleOf, startReturn, untilReturn } from '../support/returns.ts'
import { tillAtPrinter } from '../support/till-at-printer.ts'
import { rowOf } from '../support/whole-report.ts'

const WITHOUT = {
  method: 'POST',
  path: '/v2/ebarimt_v3/create',
  effect: 'changed',
  set: { vat_amount: null, city_tax_amount: '' },
} as const

test('it is printed, and its taxes are called unknown on the receipt', async () => {
  const { till, payer, papers } = await tillAtPrinter()
  await payer.faults([WITHOUT])
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  await till.untilView(({ printing }) => printing.waiting === 0)
  const [receipt] = papers()
  expect(receipt).toMatch(/НӨАТ\s+тодорхойгүй/)
  expect(receipt).toMatch(/НХАТ\s+тодорхойгүй/)
  expect((await saleOf(till, saleId)).ereceipts).toMatchObject([
    { step: 'issued', vat: null, cityTax: null, last: { vat: null, cityTax: null } },
  ])
})

test('it is counted as issued with unknown taxes in X and report, until it is void', async () => {
  const { till, payer } = await openTill()
  const known = await paidSale(till, payer, { type: 'CARD' })
  const { vat } = (await totalsNow(till)).taxes
  await till.ask('nextSale', { saleId: known.saleId })
  await payer.faults([WITHOUT])
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  const totals = await totalsNow(till)
  expect(totals.ereceipts).toMatchObject({ issued: { count: 2 }, taxesUnknown: { count: 1, amount: total } })
  expect(totals.taxes).toMatchObject({ vat })
  const row = async () => rowOf(await reportNow(till), 'taxes', 'taxes-unknown')
  expect(await row()).toMatchObject({ times: 1, amount: total })
  await startReturn(till, saleId)
  await untilReturn(till, saleId, completed)
  expect((await totalsNow(till)).ereceipts.taxesUnknown).toEqual({ count: 0, amount: 0 })
  expect(await row()).toMatchObject({ times: 0, amount: 0 })
})
