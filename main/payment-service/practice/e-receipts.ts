/** The e-receipt endpoints (docs/payment-service.md#e-receipts). */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Money, money, NO_MONEY } from '../../../shared/money/money.ts'
import { amountText, declaredCityTax, lineAmount } from './amounts.ts'
import { filledText, type InvoiceLine } from './invoice-request.ts'
import { requirePayment } from './payments.ts'
import { timestamp } from './practice-clock.ts'
import { randomDigits, randomLetters } from './random.ts'
import type { EReceiptRecord, InvoiceRecord, PaymentRecord } from './records.ts'
import { Refusal } from './refusal.ts'
import { validated } from './request.ts'
import type { ServiceParts } from './service-parts.ts'

const ISSUER = 'PRACTICE'

const createRequest = z
  .object({
    payment_id: filledText,
    ebarimt_receiver_type: z.enum(['83', '84']),
    ebarimt_receiver: z.string().default(''),
    district_code: filledText.optional(),
    classification_code: filledText.optional(),
  })
  .refine((r) => r.ebarimt_receiver_type === '83' || r.ebarimt_receiver.trim() !== '', {
    path: ['ebarimt_receiver'],
    message: 'required for an organization',
  })
  .refine((r) => r.ebarimt_receiver_type === '84' || r.ebarimt_receiver === '', {
    path: ['ebarimt_receiver'],
    message: 'must be empty for an individual',
  })
type CreateRequest = z.infer<typeof createRequest>

/** POST /v2/ebarimt_v3/create. Returns an active e-receipt again (docs/decisions/one-active-e-receipt.md). */
export function createEReceipt(parts: ServiceParts, body: unknown) {
  const request = validated(createRequest, body)
  const payment = requirePayment(parts, request.payment_id)
  if (payment.status !== 'PAID') throw new Refusal('PAYMENT_NOT_PAID')
  if (!parts.ledger.merchant().registered_for_ebarimt) throw new Refusal('EBARIMT_NOT_REGISTERED')
  const active = activeReceipt(parts, payment.payment_id)
  if (active) return wholeReceipt(active)
  const receipt = newReceipt(parts, request, payment)
  parts.ledger.record(receipt)
  return wholeReceipt(receipt)
}

const activeReceipt = ({ ledger }: ServiceParts, paymentId: string): EReceiptRecord | undefined =>
  ledger.eReceipts.sharing(paymentId).find((receipt) => receipt.status === 'CREATED')

function newReceipt(parts: ServiceParts, request: CreateRequest, payment: PaymentRecord): EReceiptRecord {
  const invoice = parts.ledger.invoices.get(payment.invoice_id)
  return {
    kind: 'e-receipt',
    id: randomUUID(),
    payment_id: payment.payment_id,
    receipt_id: randomDigits(33),
    receiver_type: request.ebarimt_receiver_type,
    receiver: request.ebarimt_receiver,
    ...receiptFigures(payment, invoice),
    qr_data: randomDigits(200),
    // An organisation does not take part in the lottery (docs/receipts.md#the-printed-e-receipt).
    lottery: request.ebarimt_receiver_type === '83' ? `${randomLetters(2)} ${randomDigits(8)}` : '',
    status: 'CREATED',
    items: receiptItems(payment, invoice),
    histories: [{ status: 'CREATED', at: parts.clock.now() }],
  }
}

const statusDate = (receipt: EReceiptRecord): string => timestamp(receipt.histories.at(-1)?.at ?? 0)

/** The fields of an e-receipt (docs/payment-service.md#e-receipt-fields). */
const wholeReceipt = (receipt: EReceiptRecord) => ({
  id: receipt.id,
  ebarimt_receipt_id: receipt.receipt_id,
  ebarimt_by: ISSUER,
  ebarimt_receiver_type: receipt.receiver_type,
  ebarimt_receiver: receipt.receiver,
  amount: amountText(receipt.amount),
  vat_amount: amountText(receipt.vat),
  city_tax_amount: amountText(receipt.city_tax),
  ebarimt_qr_data: receipt.qr_data,
  ebarimt_lottery: receipt.lottery,
  barimt_status: receipt.status,
  barimt_status_date: statusDate(receipt),
  status: true,
  barimt_items: receipt.items,
  barimt_transactions: [],
  barimt_histories: receipt.histories.map(({ status, at }) => ({ status, status_date: timestamp(at) })),
})

/** DELETE /v2/ebarimt_v3/{id}: the id is the payment's. */
export function voidEReceipt(parts: ServiceParts, paymentId: string) {
  requirePayment(parts, paymentId)
  const active = activeReceipt(parts, paymentId)
  if (!active) throw new Refusal('EBARIMT_NOT_REGISTERED', 'The payment has no active ebarimt')
  if (!parts.ledger.merchant().ebarimt_cancel_supported) throw new Refusal('EBARIMT_CANCEL_NOTSUPPERDED')
  const voided: EReceiptRecord = {
    ...active,
    status: 'CANCELLED',
    histories: [...active.histories, { status: 'CANCELLED', at: parts.clock.now() }],
  }
  parts.ledger.record(voided)
  return {
    id: voided.id,
    ebarimt_by: ISSUER,
    barimt_status: voided.status,
    barimt_status_date: statusDate(voided),
    status: true,
  }
}

/** Tax types without VAT: exempt goods, goods at 0 %, and sales abroad (docs/decisions/tax-kinds.md). */
const WITHOUT_VAT: readonly (string | undefined)[] = ['2', '3', '5']

/**
 * Prices contain the taxes: with a city tax of c %, VAT is gross / (110 + c) × 10 and city tax gross / (110 + c) × c.
 * The service takes the city tax that the lines declare. VAT is an eleventh of the rest.
 */
const vatIn = (gross: Money, cityTax: Money, invoice: InvoiceRecord | undefined): Money =>
  WITHOUT_VAT.includes(invoice?.request.tax_type)
    ? NO_MONEY
    : money(Number((BigInt(Math.max(0, gross - cityTax)) * 2n + 11n) / 22n))

/** The share of this payment, which may be a part payment, in the city tax that the invoice's lines declare. */
function cityTaxIn(payment: PaymentRecord, invoice: InvoiceRecord | undefined): Money {
  if (!invoice) return NO_MONEY
  const whole = BigInt(declaredCityTax(invoice.request.lines ?? []))
  const due = BigInt(invoice.amount)
  const share = (whole * BigInt(payment.amount) * 2n + due) / (due * 2n)
  return money(Number(share))
}

function receiptFigures(payment: PaymentRecord, invoice: InvoiceRecord | undefined) {
  const cityTax = cityTaxIn(payment, invoice)
  return { amount: payment.amount, vat: vatIn(payment.amount, cityTax, invoice), city_tax: cityTax }
}

/** `barimt_items`: the invoice's lines if the payment paid for all of them, otherwise one item for the whole. */
function receiptItems(payment: PaymentRecord, invoice: InvoiceRecord | undefined) {
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
