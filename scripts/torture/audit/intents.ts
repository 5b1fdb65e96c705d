/** Whether the service and the journal agree on what was done: each thing once, asked for before, and known. */
import type { SaleEvent } from '../../../shared/sale.ts'
import type { Books } from './books.ts'
import type { Find } from './findings.ts'
import type { SaleRows } from './journal-file.ts'

export function auditIntents(rows: SaleRows, books: Books, find: Find): void {
  auditInvoices(rows, books, find)
  auditReceipts(rows, books, find)
}

const of = <Kind extends SaleEvent['kind']>(events: readonly SaleEvent[], kind: Kind) =>
  events.filter((event): event is Extract<SaleEvent, { kind: Kind }> => event.kind === kind)

function auditInvoices({ sale, events }: SaleRows, { invoices }: Books, find: Find): void {
  const { state } = sale
  const standing = invoices.filter(({ status }) => status !== 'CANCELLED')
  if (standing.length > 1) find('doubled_invoices', `${standing.length} invoices stand`)
  if (invoices.length > of(events, 'invoice-requested').length)
    find('doubled_invoices', `${invoices.length} invoices were made, fewer were asked for`)
  if (standing.length < invoices.length && of(events, 'cancel-requested').length === 0)
    find('unexplained', 'its invoice was cancelled by nobody')
  const known = 'invoice' in state ? state.invoice?.invoiceId : undefined
  for (const { invoice_id, status } of standing) {
    if (invoice_id !== known) find('unexplained', `invoice ${invoice_id} stands, and nobody looks at it`)
    else if (state.name === 'cancelled' && status === 'OPEN')
      find('unexplained', `it is cancelled, and its invoice stands`)
  }
}

function auditReceipts({ sale, events }: SaleRows, { receipts }: Books, find: Find): void {
  const asked = new Set(of(events, 'ereceipt-requested').map(({ paymentId }) => paymentId))
  const active = receipts.filter(({ status }) => status === 'CREATED')
  const payments = new Set(active.map(({ payment_id }) => payment_id))
  if (payments.size !== active.length)
    find('doubled_receipts', `${active.length} e-receipts for ${payments.size} payments are active`)
  for (const { payment_id } of receipts)
    if (!asked.has(payment_id)) find('unexplained', `the e-receipt of ${payment_id} was asked for by nobody`)
  // Its void was asked for, no answer came, and a manager went on without one.
  const perhapsVoid = new Set(
    of(events, 'ereceipt-void-delayed').flatMap(({ lost, paymentId }) => (lost ? [paymentId] : [])),
  )
  for (const receipt of 'ereceipts' in sale.state ? sale.state.ereceipts : []) {
    if (receipt.step !== 'issued' || perhapsVoid.has(receipt.paymentId)) continue
    if (!active.some(({ id, payment_id }) => id === receipt.ereceiptId && payment_id === receipt.paymentId))
      find('unexplained', `e-receipt ${receipt.ereceiptId} is not at the service`)
  }
}
