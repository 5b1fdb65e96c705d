/** The payment endpoints (docs/payment-service.md#payments), and the check that invoices and payments share. */
import { z } from 'zod'
import { moneyAsNumber, sumMoney } from '../../shared/money.ts'
import { filledText } from './invoice-request.ts'
import { checkOffset, day, listOffset, pageOf, withinDays } from './paging.ts'
import {
  invoiceCheckRow,
  paidInTugriks,
  paymentCheckRow,
  paymentDetail,
  paymentSummary,
} from './payment-rows.ts'
import type { PaymentRecord } from './records.ts'
import { Refusal } from './refusal.ts'
import type { ServiceParts } from './service-parts.ts'
import { validated } from './validated.ts'

const checkRequest = z.object({ object_type: z.unknown(), object_id: filledText, offset: checkOffset })

/** All payments of the invoice in whatever state, a page of them; `paid_amount` counts the completed ones alone. */
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

/** POST /v2/payment/list. The interface says "typically `INVOICE`": nothing is found under another type. */
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

/** POST /v2/payment/cancel/{id} and POST /v2/payment/refund/{id}: the same conditions, another end. */
function reverse(parts: ServiceParts, id: string, body: unknown, status: 'CANCELLED' | 'REFUNDED'): null {
  const { callback_url } = validated(reversalRequest, body ?? {})
  const payment = requirePayment(parts, id)
  parts.reversals.asked(id)
  if (payment.status === 'CANCELLED' || payment.status === 'REFUNDED')
    throw new Refusal('PAYMENT_ALREADY_CANCELED')
  if (payment.status !== 'PAID') throw new Refusal('PAYMENT_NOT_PAID')
  if (payment.type !== 'CARD') throw new Refusal('PAYMENT_NOT_CARD')
  parts.ledger.record({ ...payment, status })
  parts.reversals.done(id)
  parts.notify(callback_url, { payment_id: id, payment_status: status })
  return null
}

export const cancelPayment = (parts: ServiceParts, id: string, body: unknown) =>
  reverse(parts, id, body, 'CANCELLED')
export const refundPayment = (parts: ServiceParts, id: string, body: unknown) =>
  reverse(parts, id, body, 'REFUNDED')
