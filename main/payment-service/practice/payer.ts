/** Plays the payer: records payments of an invoice. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Money, money, moneyAsNumber, NO_MONEY, sumMoney } from '../../../shared/money/money.ts'
import { exactMoney } from './amounts.ts'
import { paidInTugriks } from './payments.ts'
import { randomDigits } from './random.ts'
import { type InvoiceRecord, type PaymentRecord, paymentStatus, paymentType } from './records.ts'
import { Refusal } from './refusal.ts'
import { validated } from './request.ts'
import type { ServiceParts } from './service-parts.ts'
import { FIRST_BANK_CODE } from './ways-to-pay.ts'

/** POST /pay of the control. Amounts are numbers of tugriks. */
const payRequest = z.strictObject({
  invoice_id: z.string(),
  /** In tugriks. Default: what is still due. Any positive amount may be paid, whatever the invoice allows. */
  amount: z.number().positive().optional(),
  type: paymentType.default('P2P'),
  /** The payer's bank (docs/payment-service.md#bank-codes). */
  bank_code: z.string().min(1).optional(),
  status: paymentStatus.default('PAID'),
  /** The currency of `amount`. Default: MNT. Another currency pays nothing of the invoice. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})
export type PayRequest = z.input<typeof payRequest>

/** The fee is a hundredth, as in the one real transfer known (99.00 of 100.00). */
const FEE_SHARE = 100
export const feeOf = (amount: Money): Money => money((amount - (amount % FEE_SHARE)) / FEE_SHARE)

export function pay(parts: ServiceParts, body: unknown) {
  const request = validated(payRequest, body)
  const invoice = parts.ledger.invoices.get(request.invoice_id)
  if (!invoice) throw new Refusal('INVOICE_NOTFOUND')
  const amount = request.amount === undefined ? stillDue(parts, invoice) : exactMoney(request.amount)
  const payment: PaymentRecord = {
    kind: 'payment',
    // Long digits for a transfer, a UUID for a card (docs/payment-service.md#identifiers): neither fits a JS
    // number.
    payment_id: request.type === 'P2P' ? randomDigits(20) : randomUUID(),
    invoice_id: invoice.invoice_id,
    status: request.status,
    type: request.type,
    amount,
    fee: feeOf(amount),
    bank_code: request.bank_code ?? FIRST_BANK_CODE,
    made_at: parts.clock.now(),
    ...(request.currency === undefined ? {} : { currency: request.currency }),
  }
  enter(parts, invoice, payment)
  return { payment_id: payment.payment_id, amount: moneyAsNumber(amount) }
}

const paidFor = ({ ledger }: ServiceParts, invoice: InvoiceRecord): Money => {
  const completed = ledger.payments.sharing(invoice.invoice_id).filter(paidInTugriks)
  return sumMoney(completed.map((payment) => payment.amount))
}

/** The amount still due, or the whole amount where nothing is due. */
function stillDue(parts: ServiceParts, invoice: InvoiceRecord): Money {
  const missing = money(invoice.amount - paidFor(parts, invoice))
  return missing > NO_MONEY ? missing : invoice.amount
}

/**
 * Records a payment. A completed one sends the callback (docs/payment-service.md#callback), and closes the invoice once
 * all is paid. A cancelled invoice stays cancelled.
 */
export function enter(parts: ServiceParts, invoice: InvoiceRecord, payment: PaymentRecord): void {
  const before = parts.ledger.payments.get(payment.payment_id)?.status
  parts.ledger.record(payment)
  if (payment.status !== 'PAID' || before === 'PAID') return
  if (invoice.status === 'OPEN' && paidFor(parts, invoice) >= invoice.amount) {
    parts.ledger.record({ ...invoice, status: 'CLOSED' })
  }
  parts.notify(invoice.request.callback_url, { invoice_id: invoice.invoice_id })
}
