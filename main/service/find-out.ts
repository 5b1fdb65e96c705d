/**
 * What became of a request whose answer was lost (`outcomeUnknown`): for each of the six that change something, the way
 * to find out without doing it twice. Each asks the service and gives one word; a lookup that fails throws its own
 * ServiceFailed, and the outcome stays unknown: ask again later. None of them knows the journal.
 *
 *     create invoice    list by number          → all under it, and whether that is all there is
 *     cancel invoice    check, then get         → paid / cancelled / open / unknown
 *     cancel payment  ┐ get payment             → cancelled / refunded / still paid / unknown
 *     refund payment  ┘
 *     create e-receipt  the same create again   → the receipt
 *     cancel e-receipt  the same cancel again   → voided
 */
import { failed } from './classify.ts'
import { ServiceFailed } from './failed.ts'
import type { CheckResult, Ebarimt, EbarimtRequest, InvoiceSummary, ServiceClient } from './types.ts'

export type FoundInvoices = {
  /** All under the number, cancelled ones too: `status` says which. Each of them is a fact. */
  readonly invoices: readonly InvoiceSummary[]
  /** Whether there are no others (`ListResult`). Only then is a number without invoices absent at the service. */
  readonly complete: boolean
}

/**
 * POST /v2/invoice: looks for `sender_invoice_no`. A number that is absent is no leave to create at once, for the
 * lost request may still be on its way: let it be absent twice, a while apart (docs/decisions/unknown-outcome.md).
 */
export async function findInvoices(
  client: Pick<ServiceClient, 'listInvoices'>,
  senderInvoiceNo: string,
): Promise<FoundInvoices> {
  const { rows, complete } = await client.listInvoices({ sender_invoice_no: senderInvoiceNo })
  // A service that does not know the filter gives others' rows too.
  return { invoices: rows.filter((row) => row.senderInvoiceNo === senderInvoiceNo), complete }
}

/**
 * The same in one word, for a caller that wants a single invoice. Cancelled ones do not count: nobody can pay them. A list
 * that is not whole never reads as absent: it throws BAD_ANSWER.
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
 * DELETE /v2/invoice/{id}: first whether money came, for only a check makes money (law 3), then what the invoice says
 * of itself. `open`: the cancellation did not arrive, and may be asked for again.
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
 * POST /v2/payment/cancel/{id} and /v2/payment/refund/{id}: the payment says it. `still paid`: it did not arrive, or
 * has not been done yet; asked again, one that was done answers PAYMENT_ALREADY_CANCELED. `cancelled` and `refunded`
 * are both the buyer's money on its way back.
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
 * POST /v2/ebarimt_v3/create: no endpoint reads an e-receipt, and a payment has at most one active, so that
 * the same request again gives the one there is or issues it (law 5). The receiver must be the same.
 */
export const findOutEbarimt = (
  client: Pick<ServiceClient, 'createEbarimt'>,
  request: EbarimtRequest,
): Promise<Ebarimt> => client.createEbarimt(request)

/**
 * DELETE /v2/ebarimt_v3/{id}: nothing reads it here either, so that the cancellation is asked for again.
 * EBARIMT_NOT_REGISTERED ("no ebarimt exists for the payment") then says that the first one was done, given that the
 * caller had seen the receipt issued. To be called before any new create for this payment, whose receipt it would void.
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
