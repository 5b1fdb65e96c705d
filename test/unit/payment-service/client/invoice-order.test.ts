import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceRequest } from '../../../../main/payment-service/client/invoice-order.ts'
import { money, tugriks } from '../../../../shared/money/money.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import { TAX_KINDS } from '../../../../shared/money/tax.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import type { InvoiceOrder } from '../../../../shared/sale/providers.ts'
import type { SaleEvent, SaleLine } from '../../../../shared/sale/sale.ts'
import { totalOf } from '../../../../shared/sale/status.ts'
import { issuesEReceipts, ratesOf } from '../../../../shared/sale/taxes.ts'
import { totalsOf } from '../../../../shared/sale/totals.ts'
import { FIRST_SETTINGS, type Settings } from '../../../../shared/shop/settings.ts'
import { beer, bread, lineOf, opened } from '../../../support/sample-sale.ts'

const SETTINGS: Settings = { ...FIRST_SETTINGS, cityTaxPercent: 2 }

/** The order of a cart with these lines, priced as a sale prices them. */
function orderOf(
  lines: readonly SaleLine[],
  changes: Partial<InvoiceOrder> & { readonly ereceipts?: boolean } = {},
) {
  const { ereceipts = true, ...more } = changes
  const sale = applyAll(null, 'sale-1', 0, [
    opened,
    ...lines.map((line): SaleEvent => ({ kind: 'line-added', line })),
  ])
  const total = totalOf(sale.lines)
  const order: InvoiceOrder = {
    number: 'K01-261120-0147-TEST',
    saleNumber: '0147',
    amount: total,
    total,
    lines: sale.lines,
    terms: {
      seller: SETTINGS.shop,
      cityTaxPercent: 2,
      vatPayer: true,
      ereceipts,
      taxCodes: SETTINGS.tax.codes,
    },
    ...more,
  }
  return order
}

const request = (order: InvoiceOrder, settings = SETTINGS) => invoiceRequest(order, settings, 'CODE')

test('the rounding of weighed goods is sent, so that the lines add up to the total', () => {
  const apples = { ...bread, code: '2001', name: 'Алим', unit: 'кг', price: tugriks(8900) }
  expect(request(orderOf([lineOf(apples, quantity(842))]))).toMatchObject({
    shape: 'ebarimt',
    lines: [{ line_quantity: '0.842', line_unit_price: '8900', surcharges: [{ amount: 0.2 }] }],
  })
})

test('an order without e-receipts has the plain shape of the settings, with its amount', () => {
  const order = orderOf([lineOf(bread)], { ereceipts: false })
  const plain = (plainShape: 'simple' | 'full') =>
    request(order, { ...SETTINGS, invoicing: { ...SETTINGS.invoicing, plainShape } })
  expect(plain('simple')).toMatchObject({ shape: 'simple', amount: 2500 })
  expect(plain('full')).toMatchObject({
    shape: 'full',
    amount: 2500,
    allow_partial: false,
    allow_exceed: false,
  })
  expect(request(orderOf([lineOf(bread)]))).not.toHaveProperty('amount')
})

test('after a refused tax code the invoice has no code in any field', () => {
  const order = orderOf([lineOf(bread)])
  const sent = request({ ...order, terms: { ...order.terms, codesRefused: true } })
  expect(sent).toMatchObject({ shape: 'simple', amount: 2500 })
  expect(JSON.stringify(sent)).not.toContain('_code":"2')
  expect(sent).not.toHaveProperty('lines')
})

test('a free product without its tax product code does not prevent the e-receipt', () => {
  const gift = lineOf({ ...bread, taxKind: 'exempt', taxProductCode: '' })
  const isIssued = (amount: number) =>
    issuesEReceipts(
      { lines: [lineOf(bread), { ...gift, amount: tugriks(amount) }], terms: null },
      { ereceipts: true },
    )
  expect([0, 100].map(isIssued)).toEqual([true, false])
})

test.each(TAX_KINDS)('goods of the kind "%s" get that kind’s code', (taxKind) => {
  const taxCodes = { vat: '1', 'zero-rated': '33', exempt: '22' }
  const order = orderOf([lineOf({ ...bread, taxKind })])
  expect(request({ ...order, terms: { ...order.terms, taxCodes } })).toMatchObject({
    tax_type: taxCodes[taxKind],
  })
})

test('the rest beside a tender is one line with its share of the city tax', () => {
  const rest = { amount: tugriks(3490) }
  const lines = [
    { line_quantity: '1', line_unit_price: '3490', taxes: [{ description: 'CITY_TAX', amount: 40 }] },
  ]
  const goods = [lineOf(bread), lineOf(beer)]
  const plain = orderOf(goods, { ...rest, ereceipts: false })
  expect(request(plain)).toMatchObject({ shape: 'full', amount: 3490, lines })
  // For an e-receipt the request names the kind of the goods, and its lines add up without an amount.
  const sent = request(orderOf(goods, rest))
  expect(sent).toMatchObject({ shape: 'ebarimt', tax_type: '1', lines })
  expect(sent).not.toHaveProperty('amount')
})

test('the code of a kind is that of the charge, although the settings have another one now', () => {
  const order = orderOf([lineOf(bread)])
  const taxCodes = { vat: '7', 'zero-rated': '8', exempt: '9' }
  expect(request({ ...order, terms: { ...order.terms, taxCodes } })).toMatchObject({ tax_type: '7' })
})

test('district and seller are those of the charge', () => {
  const order = orderOf([lineOf(bread)])
  const seller = { ...SETTINGS.shop, name: 'Хуучин дэлгүүр', districtCode: '2501' }
  expect(request({ ...order, terms: { ...order.terms, seller } })).toMatchObject({
    district_code: '2501',
    invoice_description: 'Хуучин дэлгүүр, № 0147',
  })
})

test('for any cart the lines of the request add up to the order, and their city tax to the receipt’s', () => {
  const goods = fc.record({
    price: fc.integer({ min: 1, max: 5_000_000 }),
    thousandths: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 20_000 })),
    cityTax: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(goods, { minLength: 1, maxLength: 20 }), (rung) => {
      const lines = rung.map(({ price, thousandths, cityTax }, index) =>
        lineOf({ ...bread, code: String(index), price: money(price), cityTax }, quantity(thousandths)),
      )
      const order = orderOf(lines)
      const sent = request(order)
      if (sent.shape !== 'ebarimt') throw new Error('not the shape for e-receipts')
      // In hundred-thousandths of a tugrik, so the comparison is exact.
      const exact = sent.lines.map((line) => {
        const parts = (of: typeof line.discounts) =>
          (of ?? []).reduce((sum, { amount }) => sum + Math.round(amount * 100_000), 0)
        const goods =
          Math.round(Number(line.line_unit_price) * 100) * Math.round(Number(line.line_quantity) * 1000)
        return goods + parts(line.surcharges) - parts(line.discounts)
      })
      expect(exact.reduce((sum, one) => sum + one, 0)).toBe(order.total * 1000)
      const cityTax = sent.lines
        .flatMap(({ taxes }) => taxes ?? [])
        .map(({ amount }) => Math.round(amount * 100))
      const { cityTax: printed } = totalsOf(order.lines, ratesOf(order.terms, SETTINGS))
      expect(cityTax.reduce((sum, one) => sum + one, 0)).toBe(printed)
    }),
  )
})
