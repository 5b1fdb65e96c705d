/** The service issues an e-receipt and does not tell its taxes: they are unknown, not zero (law 8). Or it tells them finer than money. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayAfter, shopDay } from '../../../shared/shop/shop-day.ts'
import { reportNow, totalsNow } from '../../support/looks.ts'
import { nextShift, openTill } from '../../support/open-shift.ts'
import { paidSale, returned, saleOf } from '../../support/returns.ts'
import { ISSUE, tillAtPrinter } from '../../support/till-at-printer.ts'
import { rowOf } from '../../support/whole-report.ts'

const WITHOUT = {
  ...ISSUE,
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

test('a VAT with four decimals is printed as it came, and counted to the hundredth', async () => {
  const { till, payer, papers } = await tillAtPrinter()
  await till.ask('openShift', { float: '0' })
  await payer.faults([{ ...ISSUE, effect: 'fine-vat' }])
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  await till.untilView(({ printing }) => printing.waiting === 0)
  const [ereceipt] = (await saleOf(till, saleId)).ereceipts
  const vat = String(ereceipt?.step === 'issued' && ereceipt.vat)
  expect(vat).toMatch(/^\d+\.\d{3,4}$/)
  expect(papers()[0]?.replaceAll(',', '')).toMatch(new RegExp(`НӨАТ\\s+${vat}\\s`))
  expect((await totalsNow(till)).taxes).toMatchObject({ vat: Math.round(Number(vat) * 100) })
})

const NONE = { count: 0, amount: 0 }

test('it is counted as issued and as void with unknown taxes, each for itself, in X and report', async () => {
  const { till, payer } = await openTill()
  const known = await paidSale(till, payer, { type: 'CARD' })
  const { vat } = (await totalsNow(till)).taxes
  await till.ask('nextSale', { saleId: known.saleId })
  await payer.faults([WITHOUT])
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  const unknown = { count: 1, amount: total }
  const totals = await totalsNow(till)
  expect(totals.ereceipts).toMatchObject({
    issued: { count: 2 },
    taxesUnknown: unknown,
    taxesUnknownVoided: NONE,
  })
  expect(totals.taxes).toMatchObject({ vat })
  await returned(till, saleId)
  expect((await totalsNow(till)).ereceipts).toMatchObject({
    voided: unknown,
    taxesUnknown: unknown,
    taxesUnknownVoided: unknown,
  })
  const report = await reportNow(till)
  const row = (key: string) => rowOf(report, 'taxes', key)
  expect(row('issued')).toMatchObject({ times: 2, vat, vatUntold: 1, cityTaxUntold: 1 })
  expect(row('taxes-unknown')).toMatchObject({ times: 1, amount: total, vat: null, cityTax: null })
  expect(row('void')).toMatchObject({ times: 1, vat: 0, vatUntold: 1, cityTaxUntold: 1 })
  expect(row('taxes-unknown-voided')).toMatchObject({ times: 1, amount: total, vat: null, cityTax: null })
})

test('it is voided in a later shift: the X of that shift has one void with unknown taxes, and no count is negative', async () => {
  const { till, payer } = await openTill()
  await payer.faults([WITHOUT])
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  await nextShift(till)
  await returned(till, saleId)
  expect((await totalsNow(till)).ereceipts).toMatchObject({
    issued: NONE,
    taxesUnknown: NONE,
    taxesUnknownVoided: { count: 1, amount: total },
  })
})

test('its void does not hide another one of the same amount', async () => {
  const { till, payer } = await openTill()
  await payer.faults([WITHOUT])
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  await nextShift(till)
  await payer.faults([WITHOUT])
  await paidSale(till, payer, { type: 'CARD' })
  await returned(till, saleId)
  const unknown = { count: 1, amount: total }
  expect((await totalsNow(till)).ereceipts).toMatchObject({
    taxesUnknown: unknown,
    taxesUnknownVoided: unknown,
  })
})

test('the printed X says how many taxes are missing in its sums', async () => {
  const { till, payer, papers } = await tillAtPrinter()
  await till.ask('openShift', { float: '0' })
  await payer.faults([WITHOUT])
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  const printed = async () => {
    const { shift } = (await till.ask('getShift', { shiftId: null })) ?? {}
    await till.ask('printX', { shiftId: shift?.id ?? '' })
    await till.untilView(({ printing }) => printing.waiting === 0)
    return papers().at(-1)
  }
  expect(await printed()).toMatch(/НӨАТ\s+0\.?0*\s\+\s1\sтодорхойгүй/)
  await returned(till, saleId)
  expect(await printed()).toMatch(/НӨАТ\s+0\.?0*\s\+\s1\s[−-]\s1\sтодорхойгүй/)
})

test('an exported report has a dash in the place of unknown taxes, and says in how many e-receipts they are missing', async () => {
  const { till, payer } = await openTill()
  await payer.faults([WITHOUT])
  const { total } = await paidSale(till, payer, { type: 'CARD' })
  const today = shopDay(Date.now())
  const days = { from: dayAfter(today, -1), to: dayAfter(today, 1) }
  const file = await till.ask('exportReport', { ...days, table: 'taxes', format: 'csv' })
  const rows = readFileSync(file.path, 'utf8').split('\r\n')
  const tugriks = (total / 100).toFixed(2)
  expect(rows).toContain(`Гарсан баримт,1,${tugriks},0.00,1,0.00,1`)
  expect(rows).toContain(`"Гарсан, татвар нь тодорхойгүй баримт",1,${tugriks},–,0,–,0`)
})
