/**
 * Money on paper: receipts and copies show how the sale was paid when it was sold; return slips show what went back and
 * its taxes.
 */
import { expect, test } from 'vitest'
import { decide } from '../../support/attention.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { refundedElsewhere, totalsNow, waiting } from '../../support/looks.ts'
import { cashSale, returned, saleOf } from '../../support/returns.ts'
import { cartOf } from '../../support/round-goods.ts'
import { tillAtPrinter } from '../../support/till-at-printer.ts'

/** What the paper says was paid, less change and surplus, in tugriks. */
function paidOn(paper: string | undefined): number {
  const rows = (paper ?? '').matchAll(/^\s*(Бэлнээр|QR|Карт|Хариулт|Илүү төлсөн).*?([\d,]+)\s*$/gm)
  return [...rows].reduce((sum, [, word = '', digits = '']) => {
    const amount = Number(digits.replaceAll(',', ''))
    return /Хариулт|Илүү/.test(word) ? sum - amount : sum + amount
  }, 0)
}

const printed = (till: Awaited<ReturnType<typeof tillAtPrinter>>['till']) =>
  till.untilView(({ printing }) => printing.waiting === 0)

test('a part that went back before the rest was paid in cash is not a payment on the receipt', async () => {
  const { till, payer, papers } = await tillAtPrinter()
  const { saleId, total, invoice } = await chargedSale(till)
  const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
  await till.until(saleId, 'partly-paid')
  await refundedElsewhere({ till, payer }, saleId, payment_id)
  await till.ask('takeTender', { saleId, received: String(total / 100 + 500) })
  await till.until(saleId, 'completed')
  await printed(till)
  expect(papers()[0]).not.toContain('QR')
  expect(paidOn(papers()[0])).toBe(total / 100)
})

test('cash that was collected again for money refunded elsewhere is on no copy', async () => {
  const { till, payer, papers } = await tillAtPrinter()
  const { saleId, total, invoice } = await chargedSale(till)
  const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
  await refundedElsewhere({ till, payer }, saleId, payment_id)
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'collected-again')
  await till.ask('printCopy', { saleId })
  await printed(till)
  expect(papers().map(paidOn)).toEqual([total / 100, total / 100])
})

test('a copy shows a surplus that was repaid later as it was at the sale, and its payments add up', async () => {
  const { till, payer, papers } = await tillAtPrinter()
  const { saleId, total, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId, amount: total / 100 - 100 })
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
  await till.check(saleId, 'completed')
  await decide(till, await waiting(till, 'surplus'), 'repaid-cash')
  await till.ask('printCopy', { saleId })
  await printed(till)
  const [receipt, copy] = papers()
  expect([receipt, copy].map(paidOn)).toEqual([total / 100, total / 100])
  expect(copy).toMatch(/Илүү төлсөн\s+900/)
})

/** In hundredths of a tugrik. */
const vatOn = (paper: string): number =>
  Math.round(Number(/НӨАТ\s+([\d,.]+)/.exec(paper)?.[1]?.replaceAll(',', '')) * 100)

test('the taxes on the slips of goods returned one by one add up to those of the receipt', async () => {
  const { till, papers } = await tillAtPrinter()
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  await till.ask('addProduct', { code: products[0]?.code ?? '', quantity: '2' })
  const { saleId } = await cashSale(till, 1)
  const [line] = (await saleOf(till, saleId)).lines
  for (let piece = 0; piece < 3; piece += 1) {
    await returned(till, saleId, { lines: [{ lineId: line?.id ?? '', quantity: '1' }], way: 'cash' })
  }
  await printed(till)
  const [receipt, ...slips] = papers().map(vatOn)
  expect(slips).toHaveLength(3)
  expect(slips.reduce((sum, vat) => sum + vat, 0)).toBe(receipt)
})

test('the VAT on a slip is what X takes back for the goods, also where two lines share a möngö', async () => {
  const { till, papers } = await tillAtPrinter()
  await till.ask('openShift', { float: '' })
  const goods = { name: 'Элсэн чихэр', category: 'Хүнс', price: '1237', unit: 'ш' }
  const taxes = { taxProductCode: '305', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' }
  for (const code of ['31', '32'])
    await till.ask('saveGoods', { was: null, goods: { code, ...goods, ...taxes } })
  const { saleId, lines } = await cartOf(till, { 31: 1, 32: 1 })
  await till.takeCash(saleId)
  await returned(till, saleId, { lines: [{ lineId: lines[31] ?? '', quantity: '1' }], way: 'cash' })
  await printed(till)
  const [kind] = (await totalsNow(till)).kinds
  expect(papers().map(vatOn)).toEqual([22_491, 11_246])
  expect(kind).toMatchObject({ vat: 22_491, backVat: 11_246 })
})

test('a line of a slip shows what went back for it, also for halves of an odd price', async () => {
  const { till, papers } = await tillAtPrinter()
  const goods = { code: '2008', name: 'Бяслаг', category: 'Хүнс', price: '1001', unit: 'кг' }
  const taxes = { taxProductCode: '305', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' }
  await till.ask('saveGoods', { was: null, goods: { ...goods, ...taxes } })
  const { saleId, lineId } = await till.ask('addProduct', { code: '2008', quantity: '0.5' })
  await till.takeCash(saleId)
  for (let half = 0; half < 2; half += 1) {
    await returned(till, saleId, { lines: [{ lineId, quantity: '0.25' }], way: 'cash' })
  }
  await printed(till)
  const [, first, second] = papers()
  expect(first).toMatch(/0\.25 кг x 1,001\s+250/)
  expect(second).toMatch(/0\.25 кг x 1,001\s+251/)
})
