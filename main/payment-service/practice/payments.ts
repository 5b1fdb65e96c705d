/** The payment endpoints (docs/payment-service.md#payments), and the check that invoices and payments share. */
import { z } from 'zod'
import { type Money, money, moneyAsNumber, sumMoney } from '../../../shared/money/money.ts'
import { amountText } from './amounts.ts'
import { filledText } from './invoice-request.ts'
import { timestamp } from './practice-clock.ts'
import type { InvoiceRecord, PaymentRecord } from './records.ts'
import { Refusal } from './refusal.ts'
import { checkOffset, day, listOffset, pageOf, validated, withinDays } from './request.ts'
import type { ServiceParts } from './service-parts.ts'
import { bankName } from './ways-to-pay.ts'

const checkRequest = z.object({ object_type: z.unknown(), object_id: filledText, offset: checkOffset })

/** A page of the invoice's payments of any status. `paid_amount` counts only the completed ones. */
function check<Row>({ ledger }: ServiceParts, body: unknown, row: (payment: PaymentRecord) => Row) {
  const request = validated(checkRequest, body)
  if (request.object_type === undefined) throw new Refusal('VALIDATION_FAILED', 'object_type: required')
  if (request.object_type !== 'INVOICE') throw new Refusal('INVALID_OBJECT_TYPE')
  const payments = ledger.payments.sharing(request.object_id)
  const paid = payments.filter(paidInTugriks)
  return {
    count: payments.length,
    paid_amount: moneyAsNumber(sumMoney(paid.map((payment) => payment.amount))),
    rows: pageOf(payments, request.offset).map(row),
  }
}

/** POST /v2/payment/check */
export const checkPayment = (parts: ServiceParts, body: unknown) => check(parts, body, paymentCheckRow)

/** POST /v2/invoice/check: the same with shorter rows. */
export const checkInvoice = (parts: ServiceParts, body: unknown) => check(parts, body, invoiceCheckRow)

export function requirePayment({ ledger }: ServiceParts, id: string): PaymentRecord {
  const payment = ledger.payments.get(id)
  if (!payment) throw new Refusal('PAYMENT_NOTFOUND')
  return payment
}

/** GET /v2/payment/{id} */
export const getPayment = (parts: ServiceParts, id: string) => paymentDetail(requirePayment(parts, id))

const listRequest = z.object({
  object_type: filledText,
  object_id: filledText,
  start_date: day,
  end_date: day,
  offset: listOffset,
})

/** POST /v2/payment/list. The contract says that `object_type` is "typically `INVOICE`". For any other type the list is empty. */
export function listPayments({ ledger }: ServiceParts, body: unknown) {
  const request = validated(listRequest, body)
  const payments = request.object_type === 'INVOICE' ? ledger.payments.sharing(request.object_id) : []
  const found = payments.filter((payment) =>
    withinDays(payment.made_at, request.start_date, request.end_date),
  )
  const invoice = ledger.invoices.get(request.object_id)
  return {
    count: found.length,
    rows: pageOf(found, request.offset).map((payment) => paymentSummary(payment, invoice)),
  }
}

const reversalRequest = z.object({ callback_url: z.string().optional(), note: z.string().optional() })

/** POST /v2/payment/cancel/{id} and POST /v2/payment/refund/{id}: the same conditions, another status. */
function reverse(parts: ServiceParts, id: string, body: unknown, status: 'CANCELLED' | 'REFUNDED'): null {
  const { callback_url } = validated(reversalRequest, body ?? {})
  const payment = requirePayment(parts, id)
  if (payment.status === 'CANCELLED' || payment.status === 'REFUNDED')
    throw new Refusal('PAYMENT_ALREADY_CANCELED')
  if (payment.status !== 'PAID') throw new Refusal('PAYMENT_NOT_PAID')
  if (payment.type !== 'CARD') throw new Refusal('PAYMENT_NOT_CARD')
  parts.ledger.record({ ...payment, status })
  parts.notify(callback_url, { payment_id: id, payment_status: status })
  return null
}

export const cancelPayment = (parts: ServiceParts, id: string, body: unknown) =>
  reverse(parts, id, body, 'CANCELLED')
export const refundPayment = (parts: ServiceParts, id: string, body: unknown) =>
  reverse(parts, id, body, 'REFUNDED')

/** The forms in which the contract shows a payment (docs/payment-service.md#payments). */

const RECEIVING = {
  account_bank_code: '050000',
  account_bank_name: 'Хаан банк',
  account_number: '5000000001',
}

const net = (payment: PaymentRecord): Money => money(payment.amount - payment.fee)
const wallet = (payment: PaymentRecord): string => `wallet-${payment.bank_code}`
const currency = (payment: PaymentRecord): string => payment.currency ?? 'MNT'
/** Only tugriks count: the service does not convert money. */
export const paidInTugriks = (payment: PaymentRecord): boolean =>
  payment.status === 'PAID' && currency(payment) === 'MNT'
const transferStatus = (payment: PaymentRecord): string =>
  payment.status === 'PENDING' ? 'PENDING' : 'SUCCESS'

/** A row of POST /v2/invoice/check. */
const invoiceCheckRow = (payment: PaymentRecord) => ({
  payment_id: payment.payment_id,
  payment_status: payment.status,
  payment_amount: amountText(payment.amount),
  payment_currency: currency(payment),
  payment_wallet: wallet(payment),
  payment_type: payment.type,
})

/** A row of POST /v2/payment/check. */
const paymentCheckRow = (payment: PaymentRecord) => ({
  ...invoiceCheckRow(payment),
  trx_fee: amountText(payment.fee),
  card_transactions: cardTransactions(payment),
  p2p_transactions: payment.type === 'P2P' ? [checkedTransfer(payment)] : [],
})

/** The bank's own row: its amount is net of the fee, unlike `payment_amount`. */
const checkedTransfer = (payment: PaymentRecord) => ({
  transaction_bank_code: payment.bank_code,
  account_bank_name: RECEIVING.account_bank_name,
  account_number: RECEIVING.account_number,
  status: transferStatus(payment),
  amount: amountText(net(payment)),
  currency: currency(payment),
})

const detailedTransfer = (payment: PaymentRecord) => ({
  ...checkedTransfer(payment),
  account_bank_code: RECEIVING.account_bank_code,
  settlement_status: payment.status === 'PENDING' ? 'PENDING' : 'SETTLED',
})

/** The contract does not show these fields. */
const cardTransactions = (payment: PaymentRecord) =>
  payment.type === 'P2P'
    ? []
    : [
        {
          card_type: 'VISA',
          card_number: '4000 **** **** 0002',
          amount: amountText(payment.amount),
          currency: currency(payment),
        },
      ]

/** What a payment shows by itself and in a list. */
const shown = (payment: PaymentRecord) => ({
  payment_id: payment.payment_id,
  payment_status: payment.status,
  payment_fee: amountText(payment.fee),
  payment_amount: amountText(payment.amount),
  payment_currency: currency(payment),
  payment_date: timestamp(payment.made_at),
  payment_wallet: wallet(payment),
  object_type: 'INVOICE',
  object_id: payment.invoice_id,
})

/** GET /v2/payment/{id}. */
const paymentDetail = (payment: PaymentRecord) => ({
  ...shown(payment),
  transaction_type: payment.type,
  card_transactions: cardTransactions(payment),
  p2p_transactions: payment.type === 'P2P' ? [detailedTransfer(payment)] : [],
})

/** A row of POST /v2/payment/list. */
const paymentSummary = (payment: PaymentRecord, invoice: InvoiceRecord | undefined) => ({
  ...shown(payment),
  payment_name: bankName(payment.bank_code),
  payment_description: invoice?.request.invoice_description ?? '',
})
