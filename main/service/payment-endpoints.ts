/** The endpoints of docs/payment-service.md#payments, but for the check (invoice-endpoints.ts). */
import type { Ask } from './ask.ts'
import * as decode from './decode.ts'
import { pathSegment, paymentFilter, reversalBody } from './requests.ts'
import type { ReversalRequest, ServiceClient } from './types.ts'

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
