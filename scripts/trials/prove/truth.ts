/**
 * The payment service of the small world: what it really holds, as plain values. What a request reads may lag behind it
 * or lack rows (replies.ts).
 */
import { type Money, money } from '../../../shared/money/money.ts'
import type { PaymentStatus, PaymentType, Receiver, SeenPayment } from '../../../shared/sale/sale.ts'

type TrueInvoice = {
  readonly id: string
  readonly number: string
  readonly amount: Money
  readonly cancelled: boolean
}

export type TruePayment = {
  readonly id: string
  readonly invoiceId: string
  readonly type: PaymentType
  readonly paid: Money
  /** The part of it that the service still holds for the shop. */
  readonly held: Money
  /** The part of it that our own requests gave back. */
  readonly refundedByUs: Money
  readonly words: readonly PaymentStatus[]
}

export type TrueReceipt = {
  readonly id: string
  readonly paymentId: string
  readonly receiver: Receiver['kind']
  readonly active: boolean
}

export type Truth = {
  readonly invoices: readonly TrueInvoice[]
  readonly payments: readonly TruePayment[]
  readonly receipts: readonly TrueReceipt[]
  /** Create requests that are still on their way: they may arrive at any time or never. */
  readonly late: readonly { readonly number: string; readonly amount: Money }[]
}

export const NOTHING: Truth = { invoices: [], payments: [], receipts: [], late: [] }

export const create = (truth: Truth, number: string, amount: Money): Truth => ({
  ...truth,
  invoices: [...truth.invoices, { id: `i${truth.invoices.length + 1}`, number, amount, cancelled: false }],
})

export const isPaid = ({ payments }: Truth, invoiceId: string): boolean =>
  payments.some((payment) => payment.invoiceId === invoiceId && payment.held > 0)

export const cancel = (truth: Truth, id: string): Truth => ({
  ...truth,
  invoices: truth.invoices.map((one) => (one.id === id ? { ...one, cancelled: true } : one)),
})

export function pay(truth: Truth, invoiceId: string, amount: Money, type: PaymentType): Truth {
  const id = `p${truth.payments.length + 1}`
  const payment: TruePayment = {
    id,
    invoiceId,
    type,
    paid: amount,
    held: amount,
    refundedByUs: money(0),
    words: ['PAID'],
  }
  return { ...truth, payments: [...truth.payments, payment] }
}

/** Gives back a part of a payment or all of it, by our request or by somebody else. */
export const giveBack = (
  truth: Truth,
  id: string,
  { amount, byUs }: { readonly amount: Money; readonly byUs: boolean },
): Truth => ({
  ...truth,
  payments: truth.payments.map((one) => {
    if (one.id !== id) return one
    const held = money(one.held - amount)
    return {
      ...one,
      held,
      refundedByUs: byUs ? money(one.refundedByUs + amount) : one.refundedByUs,
      words: held === 0 ? [...one.words, 'REFUNDED'] : one.words,
    }
  }),
})

export const issue = (truth: Truth, paymentId: string, receiver: Receiver['kind']): Truth =>
  activeReceipt(truth, paymentId)
    ? truth
    : {
        ...truth,
        receipts: [
          ...truth.receipts,
          { id: `e${truth.receipts.length + 1}`, paymentId, receiver, active: true },
        ],
      }

export const voidReceipt = (truth: Truth, paymentId: string): Truth => ({
  ...truth,
  receipts: truth.receipts.map((one) => (one.paymentId === paymentId ? { ...one, active: false } : one)),
})

export const activeReceipt = ({ receipts }: Truth, paymentId: string): TrueReceipt | undefined =>
  receipts.find((one) => one.paymentId === paymentId && one.active)

/** The row that a check lists now. */
export const rowOf = (payment: TruePayment): SeenPayment => ({
  paymentId: payment.id,
  status: payment.words.at(-1) ?? 'PAID',
  amount: payment.held === 0 ? payment.paid : payment.held,
  type: payment.type,
  wallet: null,
  bankCode: null,
})

/** The row that a check listed when the payment was new; a check that lags may still list it. */
export const firstRowOf = (payment: TruePayment): SeenPayment => ({
  ...rowOf(payment),
  status: 'PAID',
  amount: payment.paid,
})
