/**
 * Finds out the outcome of a request whose answer was lost (`outcomeUnknown`), without doing it twice. There is one way
 * for each of the six requests that change something. A lookup that fails throws its own ServiceFailed: the outcome
 * stays unknown, so ask again later. None of them uses the journal.
 *
 *     create invoice    list by number          → all under it, and whether the list is complete
 *     cancel invoice    check, then get         → paid / cancelled / open / unknown
 *     cancel payment  ┐ get payment             → cancelled / refunded / still paid / unknown
 *     refund payment  ┘
 *     create e-receipt  the same create again   → the e-receipt
 *     cancel e-receipt  the same cancel again   → voided
 */
import { failed } from './classify.ts'
import { ServiceFailed } from './failed.ts'
import type {
  CallOptions,
  CheckResult,
  Ebarimt,
  EbarimtRequest,
  InvoiceSummary,
  ServiceClient,
} from './types.ts'

export type FoundInvoices = {
  /** All invoices under the number, cancelled ones too; `status` tells them apart. */
  readonly invoices: readonly InvoiceSummary[]
  /** Whether the list is complete (`ListResult`). Only then do no rows prove that the service has no such invoice. */
  readonly complete: boolean
}

/**
 * POST /v2/invoice: looks for `sender_invoice_no`. An absent number alone does not allow another create, because the
 * lost request may still arrive: it must be absent twice, a while apart (docs/decisions/unknown-outcome.md).
 */
export async function findInvoices(
  client: Pick<ServiceClient, 'listInvoices'>,
  senderInvoiceNo: string,
  options?: CallOptions,
): Promise<FoundInvoices> {
  const { rows, complete } = await client.listInvoices({ sender_invoice_no: senderInvoiceNo }, options)
  // A service that ignores the filter returns other rows too.
  return { invoices: rows.filter((row) => row.senderInvoiceNo === senderInvoiceNo), complete }
}

/**
 * The same for a caller that needs a single invoice. Cancelled invoices do not count, because nobody can pay them. An
 * incomplete list throws BAD_ANSWER, because it proves no absence.
 */
export async function findOutCreation(
  client: Pick<ServiceClient, 'listInvoices'>,
  senderInvoiceNo: string,
): Promise<
  | { readonly found: 'made'; readonly invoice: InvoiceSummary }
  | { readonly found: 'several'; readonly invoices: readonly InvoiceSummary[] }
  | { readonly found: 'absent' }
> {
  const { invoices, complete } = await findInvoices(client, senderInvoiceNo)
  const standing = invoices.filter(({ status }) => status !== 'CANCELLED')
  const [invoice] = standing
  if (invoice === undefined && !complete) throw failed('list invoices', 'BAD_ANSWER', { status: 200 })
  if (invoice === undefined) return { found: 'absent' }
  return standing.length === 1 ? { found: 'made', invoice } : { found: 'several', invoices: standing }
}

/**
 * DELETE /v2/invoice/{id}: checks first whether money came, because only a check makes money (law 3), then reads the
 * invoice's own status. `open`: the cancellation did not arrive and may be requested again.
 */
export async function findOutCancellation(
  client: Pick<ServiceClient, 'checkPayment' | 'getInvoice'>,
  invoiceId: string,
): Promise<{ readonly found: 'paid' | 'cancelled' | 'open' | 'unknown'; readonly check: CheckResult }> {
  const check = await client.checkPayment(invoiceId, { urgent: true })
  if (check.payments.some(({ status }) => status === 'PAID')) return { found: 'paid', check }
  const { status } = await client.getInvoice(invoiceId)
  const found = ({ PAID: 'paid', CANCELLED: 'cancelled', OPEN: 'open', unknown: 'unknown' } as const)[status]
  return { found, check }
}

/**
 * POST /v2/payment/cancel/{id} and /v2/payment/refund/{id}: the payment's status tells. `still paid`: the request did
 * not arrive or is not done yet; if it was done, a repeated one answers PAYMENT_ALREADY_CANCELED. `cancelled` and
 * `refunded` both mean that the buyer's money is on its way back.
 */
export async function findOutReversal(
  client: Pick<ServiceClient, 'getPayment'>,
  paymentId: string,
): Promise<'cancelled' | 'refunded' | 'still paid' | 'unknown'> {
  const { status } = await client.getPayment(paymentId)
  if (status === 'CANCELLED') return 'cancelled'
  if (status === 'REFUNDED') return 'refunded'
  return status === 'PAID' ? 'still paid' : 'unknown'
}

/**
 * POST /v2/ebarimt_v3/create: no endpoint reads an e-receipt, and a payment has at most one active, so the same
 * request again returns or issues it (law 5). The receiver must be the same.
 */
export const findOutEbarimt = (
  client: Pick<ServiceClient, 'createEbarimt'>,
  request: EbarimtRequest,
): Promise<Ebarimt> => client.createEbarimt(request)

/**
 * DELETE /v2/ebarimt_v3/{id}: no endpoint reads it, so the void is requested again. EBARIMT_NOT_REGISTERED ("no
 * ebarimt exists for the payment") then says that the first one was done, if the caller knew that the e-receipt had
 * been issued. Call it before any new create for this payment, whose e-receipt it would void.
 */
export async function findOutVoiding(
  client: Pick<ServiceClient, 'cancelEbarimt'>,
  paymentId: string,
): Promise<'voided'> {
  try {
    await client.cancelEbarimt(paymentId)
  } catch (error) {
    const gone = error instanceof ServiceFailed && error.failure.name === 'EBARIMT_NOT_REGISTERED'
    if (!gone) throw error
  }
  return 'voided'
}
