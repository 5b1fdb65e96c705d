/**
 * The payment service as a few lines in memory, for thousands of histories. The test asks for its faults one by one.
 */

import {
  paymentProvider,
  receiptProvider,
  type ServiceClient,
  ServiceFailed,
} from '../../main/payment-service/client/index.ts'
import type { EffectParts } from '../../main/sale/run/effects.ts'
import type { FailureName } from '../../shared/failure.ts'
import { type Money, NO_MONEY } from '../../shared/money/money.ts'
import type { Policy } from '../../shared/sale/answers.ts'
import type { PaymentType, SeenPayment } from '../../shared/sale/sale.ts'
import { FIRST_SETTINGS, type Settings } from '../../shared/shop/settings.ts'

/**
 * The answer is lost before or after the work was done; the request is refused for a while or for good; or there is no
 * connection and nothing is sent.
 */
export type Fault = 'lost before' | 'lost after' | 'refused' | 'denied' | 'no line'

type ModelInvoice = { readonly id: string; readonly number: string; cancelled: boolean }

const FOR_A_WHILE: readonly FailureName[] = ['NO_CONNECTION', 'RATE_LIMITED', 'TIMEOUT', 'CONNECTION_LOST']

export function modelService() {
  const invoices: ModelInvoice[] = []
  const payments: SeenPayment[] = []
  /** The invoice of each payment. */
  const paidFor = new Map<string, string>()
  const ereceipts: { readonly paymentId: string; voided: boolean }[] = []
  /** What our own requests gave back. */
  const reversals: { readonly paymentId: string; readonly amount: Money }[] = []
  let faults: Fault[] = []

  const failed = (name: FailureName, outcomeUnknown: boolean): ServiceFailed =>
    new ServiceFailed({
      operation: 'create invoice',
      name,
      status: null,
      code: null,
      serviceMessage: null,
      outcomeUnknown,
      numberMayExist: false,
      repeatable: FOR_A_WHILE.includes(name),
      retryAfterMs: null,
    })

  /** Does the work, unless the next fault prevents it. With `writes` a lost answer leaves the outcome unknown. */
  const call = async <Answer>(writes: boolean, work: () => Answer): Promise<Answer> => {
    const fault = faults.shift()
    if (fault === 'no line') throw failed('NO_CONNECTION', false)
    if (fault === 'refused') throw failed('RATE_LIMITED', false)
    if (fault === 'denied') throw failed('REQUEST_REFUSED', false)
    if (fault === 'lost before') throw failed('TIMEOUT', writes)
    const answer = work()
    if (fault === 'lost after') throw failed('CONNECTION_LOST', writes)
    return answer
  }

  const invoiceOf = (id: string): ModelInvoice => {
    const invoice = invoices.find((one) => one.id === id)
    if (!invoice) throw failed('INVOICE_NOTFOUND', false)
    return invoice
  }
  const paymentsOf = (invoiceId: string): readonly SeenPayment[] =>
    payments.filter(({ paymentId }) => paidFor.get(paymentId) === invoiceId)
  const hasMoney = ({ id }: ModelInvoice): boolean => paymentsOf(id).some(({ status }) => status === 'PAID')
  const statusOf = (invoice: ModelInvoice) =>
    invoice.cancelled ? 'CANCELLED' : hasMoney(invoice) ? 'PAID' : 'OPEN'

  const activeReceipt = (paymentId: string) =>
    ereceipts.find((one) => one.paymentId === paymentId && !one.voided)
  const paymentNamed = (paymentId: string): SeenPayment => {
    const payment = payments.find((one) => one.paymentId === paymentId)
    if (!payment) throw failed('PAYMENT_NOTFOUND', false)
    return payment
  }
  const reverse = (paymentId: string, status: 'CANCELLED' | 'REFUNDED'): void => {
    const payment = paymentNamed(paymentId)
    if (payment.status !== 'PAID') throw failed('PAYMENT_ALREADY_CANCELED', false)
    payments[payments.indexOf(payment)] = { ...payment, status }
    reversals.push({ paymentId, amount: payment.amount })
  }

  const client: Partial<ServiceClient> = {
    createInvoice: (request) =>
      call(true, () => {
        const id = `invoice-${invoices.length + 1}`
        invoices.push({ id, number: request.sender_invoice_no, cancelled: false })
        return { invoiceId: id, qrText: id, shortUrl: null, banks: [] }
      }),
    listInvoices: ({ sender_invoice_no }) =>
      call(false, () => ({
        rows: invoices
          .filter((invoice) => invoice.number === sender_invoice_no)
          .map((invoice) => ({
            invoiceId: invoice.id,
            senderInvoiceNo: invoice.number,
            status: statusOf(invoice),
            amount: null,
            createdDate: null,
          })),
        complete: true,
        missing: false,
      })),
    getInvoice: (id) =>
      call(false, () => {
        const invoice = invoiceOf(id)
        return {
          invoiceId: id,
          status: statusOf(invoice),
          amount: null,
          senderInvoiceNo: invoice.number,
          qrText: id,
          shortUrl: null,
          banks: [],
        }
      }),
    cancelInvoice: (id) =>
      call(true, () => {
        const invoice = invoiceOf(id)
        if (invoice.cancelled) throw failed('INVOICE_ALREADY_CANCELED', false)
        if (hasMoney(invoice)) throw failed('INVOICE_PAID', false)
        invoice.cancelled = true
      }),
    checkPayment: (id) => call(false, () => ({ payments: paymentsOf(id), complete: true, missing: false })),
    createEbarimt: ({ payment_id }) =>
      call(true, () => {
        if (activeReceipt(payment_id) === undefined) ereceipts.push({ paymentId: payment_id, voided: false })
        const { amount } = payments.find((one) => one.paymentId === payment_id) ?? { amount: NO_MONEY }
        return {
          id: `e-${payment_id}`,
          receiptId: null,
          receiverType: '83',
          receiver: '',
          amount,
          vat: NO_MONEY,
          cityTax: NO_MONEY,
          qrData: 'qr',
          lottery: 'lottery',
          status: 'CREATED',
          statusWord: null,
          statusDate: null,
          active: true,
        }
      }),
    cancelEbarimt: (paymentId) =>
      call(true, () => {
        const active = activeReceipt(paymentId)
        if (!active) throw failed('EBARIMT_NOT_REGISTERED', false)
        active.voided = true
        return { id: paymentId, statusDate: null }
      }),
    cancelPayment: (paymentId) => call(true, () => reverse(paymentId, 'CANCELLED')),
    refundPayment: (paymentId) => call(true, () => reverse(paymentId, 'REFUNDED')),
    getPayment: (paymentId) =>
      call(false, () => ({
        ...paymentNamed(paymentId),
        fee: null,
        date: null,
        invoiceId: null,
        transactionType: 'CARD',
      })),
  }

  return {
    client: client as ServiceClient,
    invoices,
    payments,
    ereceipts,
    reversals,
    fail: (fault: Fault) => void faults.push(fault),
    heal: () => {
      faults = []
    },
    /** Refunds a payment elsewhere. */
    refundElsewhere: () => {
      const index = payments.findIndex((payment) => payment.status === 'PAID')
      const payment = payments[index]
      if (payment) payments[index] = { ...payment, status: 'REFUNDED' }
    },
    /** A payer can only pay an invoice that was shown: the first one unless another is given, cancelled or not. */
    pay: (amount: Money, type: PaymentType = 'P2P', invoiceId = invoices[0]?.id) => {
      if (invoiceId === undefined) return
      const paymentId = `payment-${payments.length + 1}`
      paidFor.set(paymentId, invoiceId)
      payments.push({ paymentId, status: 'PAID', amount, type, wallet: null, bankCode: null })
    },
  }
}

/** The parts that effects need, with a model service. Reads the client's answers as the product does. */
export function modelParts(
  client: ServiceClient,
  monitorMs: number,
  settings: Settings = FIRST_SETTINGS,
): EffectParts {
  const provider = { client, settings: () => settings, invoiceCode: 'CODE' }
  return {
    payments: paymentProvider(provider),
    receipts: receiptProvider({ client }),
    policy: () => modelPolicy(settings, monitorMs),
    sealReceipt: () => new Uint8Array(1),
  }
}

/** The policy of these settings, at time 1. */
export const modelPolicy = (
  { shop, cityTaxPercent, tax, invoicing }: Settings,
  monitorMs: number,
): Policy => ({
  terms: {
    seller: shop,
    cityTaxPercent,
    vatPayer: tax.vatPayer,
    ereceipts: invoicing.ereceipts,
    taxCodes: tax.codes,
  },
  monitorUntil: 1 + monitorMs,
})
