/** The endpoints of docs/payment-service.md#invoices, and both checks. */
import type { SeenPayment } from '../../shared/sale.ts'
import type { Ask } from './ask.ts'
import * as decode from './decode.ts'
import { invoiceBody } from './invoice-body.ts'
import { checkedId, invoiceFilter, pathSegment } from './requests.ts'
import type { CallOptions, CheckResult, ServiceClient } from './types.ts'

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

  listInvoices: (filter) => {
    const make = () => ({
      path: '/v2/invoice/list',
      body: invoiceFilter(filter),
      decode: decode.decodeInvoicePage,
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

/** The two checks are functionally equivalent (docs/payment-service.md#check-for-payments); a poll, unless a person waits for it. */
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

/** Two rows of one payment that say different things are two facts. */
const rowIdentity = ({ paymentId, status, amount }: SeenPayment): string => `${paymentId} ${status} ${amount}`
