/** The invoice endpoints (docs/payment-service.md#invoices) and both checks. */
import type { SeenPayment } from '../../../shared/sale/sale.ts'
import type { Ask } from './ask.ts'
import { failed } from './classify.ts'
import * as decode from './decode.ts'
import {
  checkedId,
  ebarimtBody,
  invoiceBody,
  invoiceFilter,
  pathSegment,
  paymentFilter,
  reversalBody,
} from './requests.ts'
import type { CallOptions, CheckResult, ReversalRequest, ServiceClient, VoidedEbarimt } from './types.ts'

export const invoiceEndpoints = (
  ask: Ask,
): Pick<
  ServiceClient,
  | 'createInvoice'
  | 'getInvoice'
  | 'cancelInvoice'
  | 'listInvoices'
  | 'invoicePage'
  | 'checkInvoice'
  | 'checkPayment'
> => ({
  createInvoice: (request) =>
    ask.once('create invoice', () => ({
      method: 'POST',
      path: '/v2/invoice',
      body: invoiceBody(request),
      decode: decode.decodeCreatedInvoice,
    })),

  getInvoice: (invoiceId, options) =>
    ask.once('get invoice', () => ({
      urgent: options?.urgent ?? false,
      method: 'GET',
      path: `/v2/invoice/${pathSegment('get invoice', 'invoice_id', invoiceId)}`,
      decode: decode.invoiceDetailDecoder(invoiceId),
    })),

  cancelInvoice: (invoiceId) =>
    ask.once('cancel invoice', () => ({
      method: 'DELETE',
      path: `/v2/invoice/${pathSegment('cancel invoice', 'invoice_id', invoiceId)}`,
      decode: decode.decodeNothing,
    })),

  listInvoices: (filter, options) => {
    const make = () => ({
      path: '/v2/invoice/list',
      body: invoiceFilter(filter),
      decode: decode.decodeInvoicePage,
      urgent: options?.urgent ?? false,
    })
    return ask.pages('list invoices', make, (row) => row.invoiceId)
  },

  invoicePage: (filter, page, options) =>
    ask.page('list invoices', page, () => ({
      path: '/v2/invoice/list',
      body: invoiceFilter(filter),
      decode: decode.decodeInvoiceBookPage,
      urgent: options?.urgent ?? false,
    })),

  checkInvoice: check(ask, 'check invoice', '/v2/invoice/check'),
  checkPayment: check(ask, 'check payment', '/v2/payment/check'),
})

/** Both checks do the same (docs/payment-service.md#check-for-payments), as polls unless a person waits. */
const check =
  (ask: Ask, operation: 'check invoice' | 'check payment', path: string) =>
  async (invoiceId: string, options?: CallOptions): Promise<CheckResult> => {
    const make = () => ({
      path,
      body: { object_type: 'INVOICE', object_id: checkedId(operation, 'object_id', invoiceId) },
      decode: decode.decodeCheckPage,
      urgent: options?.urgent ?? false,
    })
    const { rows: payments, complete, missing } = await ask.pages(operation, make, rowIdentity)
    return { payments, complete, missing }
  }

/** Two different rows of one payment are kept as two rows. */
const rowIdentity = ({ paymentId, status, amount }: SeenPayment): string => `${paymentId} ${status} ${amount}`

/** The payment endpoints (docs/payment-service.md#payments), except the check. */

export const paymentEndpoints = (
  ask: Ask,
): Pick<
  ServiceClient,
  'getPayment' | 'listPayments' | 'paymentPage' | 'cancelPayment' | 'refundPayment'
> => ({
  getPayment: (paymentId, options) =>
    ask.once('get payment', () => ({
      urgent: options?.urgent ?? false,
      method: 'GET',
      path: `/v2/payment/${pathSegment('get payment', 'payment_id', paymentId)}`,
      decode: decode.paymentDetailDecoder(paymentId),
    })),

  listPayments: (filter) => {
    const make = () => ({
      path: '/v2/payment/list',
      body: paymentFilter(filter),
      decode: decode.decodePaymentPage,
    })
    return ask.pages('list payments', make, (row) => row.paymentId)
  },

  paymentPage: (filter, page, options) =>
    ask.page('list payments', page, () => ({
      path: '/v2/payment/list',
      body: paymentFilter(filter),
      decode: decode.decodePaymentBookPage,
      urgent: options?.urgent ?? false,
    })),

  cancelPayment: reversal(ask, 'cancel payment', '/v2/payment/cancel/'),
  refundPayment: reversal(ask, 'refund payment', '/v2/payment/refund/'),
})

const reversal =
  (ask: Ask, operation: 'cancel payment' | 'refund payment', path: string) =>
  (paymentId: string, request?: ReversalRequest): Promise<void> =>
    ask.once(operation, () => ({
      method: 'POST',
      path: `${path}${pathSegment(operation, 'payment_id', paymentId)}`,
      body: reversalBody(operation, request),
      decode: decode.decodeNothing,
    }))

export const ebarimtEndpoints = (ask: Ask): Pick<ServiceClient, 'createEbarimt' | 'cancelEbarimt'> => ({
  createEbarimt: (request) =>
    ask.once('create e-receipt', () => ({
      method: 'POST',
      path: '/v2/ebarimt_v3/create',
      body: ebarimtBody(request),
      decode: decode.decodeEbarimt,
    })),

  cancelEbarimt: async (paymentId) => {
    const answer = await ask.once('cancel e-receipt', () => ({
      method: 'DELETE',
      path: `/v2/ebarimt_v3/${pathSegment('cancel e-receipt', 'payment_id', paymentId)}`,
      decode: decode.decodeVoidedEbarimt,
    }))
    return voided(answer)
  },
})

/** A 200 that reports no success is a refusal: the e-receipt stays active. */
function voided(answer: decode.VoidAnswer): VoidedEbarimt {
  if (answer.refused) throw failed('cancel e-receipt', 'REQUEST_REFUSED', { status: 200 })
  return { id: answer.id, statusDate: answer.statusDate }
}
