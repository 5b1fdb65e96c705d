/**
 * The taxes in a payment. Prices include them: VAT is gross / (110 + c) × 10 and city tax gross / (110 + c) × c (field
 * notes). The service does not know on which goods city tax falls; it takes what the lines declare. Once the city tax
 * is known, both formulas make the VAT an eleventh of what is left. Goods that bear none are told by `tax_type`.
 */
import { type Money, money, NO_MONEY } from '../../shared/money.ts'
import { amountText } from './amount-text.ts'
import type { InvoiceLine } from './invoice-request.ts'
import { declaredCityTax, lineAmount } from './line-amounts.ts'
import type { InvoiceRecord, PaymentRecord } from './records.ts'

/** Exempt goods, those at 0 %, and what was sold abroad (docs/decisions/tax-kinds.md). */
const WITHOUT_VAT: readonly (string | undefined)[] = ['2', '3', '5']

const vatIn = (gross: Money, cityTax: Money, invoice: InvoiceRecord | undefined): Money =>
  WITHOUT_VAT.includes(invoice?.request.tax_type)
    ? NO_MONEY
    : money(Math.max(0, Math.round((gross - cityTax) / 11)))

/** What of the invoice's city tax falls on this payment, which may be of a part of it. */
function cityTaxIn(payment: PaymentRecord, invoice: InvoiceRecord | undefined): Money {
  if (!invoice) return NO_MONEY
  const whole = BigInt(declaredCityTax(invoice.request.lines ?? []))
  const due = BigInt(invoice.amount)
  const share = (whole * BigInt(payment.amount) * 2n + due) / (due * 2n)
  return money(Number(share))
}

export function receiptFigures(payment: PaymentRecord, invoice: InvoiceRecord | undefined) {
  const cityTax = cityTaxIn(payment, invoice)
  return { amount: payment.amount, vat: vatIn(payment.amount, cityTax, invoice), city_tax: cityTax }
}

/** `barimt_items`: the invoice's lines where they are what was paid for, else one item for the whole. */
export function receiptItems(payment: PaymentRecord, invoice: InvoiceRecord | undefined) {
  const lines = invoice?.request.lines ?? []
  const itemised = invoice && lines.every(isPriced) && lines.length > 0 && payment.amount === invoice.amount
  return itemised ? lines.map((line) => lineItem(line, invoice)) : [wholeItem(payment, invoice)]
}

const isPriced = (line: InvoiceLine): boolean => Boolean(line.line_quantity && line.line_unit_price)

function lineItem(line: InvoiceLine, invoice: InvoiceRecord) {
  const amount = lineAmount(line)
  const cityTax = declaredCityTax([line])
  return {
    name: line.line_description ?? '',
    amount: amountText(amount),
    barcode: line.tax_product_code ?? '',
    measure_unit: 'ш',
    quantity: line.line_quantity ?? '',
    unit_price: line.line_unit_price ?? '',
    vat: amountText(vatIn(amount, cityTax, invoice)),
    city_tax: amountText(cityTax),
  }
}

function wholeItem(payment: PaymentRecord, invoice: InvoiceRecord | undefined) {
  const { amount, vat, city_tax } = receiptFigures(payment, invoice)
  return {
    name: invoice?.request.invoice_description ?? '',
    amount: amountText(amount),
    barcode: '',
    measure_unit: 'ш',
    quantity: '1',
    unit_price: amountText(amount),
    vat: amountText(vat),
    city_tax: amountText(city_tax),
  }
}
