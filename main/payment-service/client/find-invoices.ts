import type { CallOptions, InvoiceSummary, ServiceClient } from './types.ts'

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
