/**
 * Asks the payment service whether the QR of another till's sale was paid, because that till may be dead
 * (docs/many-tills.md#a-till-that-died-with-a-qr-up). It only reads. Nothing is recorded, and the sale stays with its till.
 */
import type { PaymentOfTill } from '../../../shared/books/all-tills.ts'
import { type Failure, failure } from '../../../shared/failure.ts'
import { withPayments } from '../../../shared/sale/apply-to-money.ts'
import { receivedFor } from '../../../shared/sale/money-of-sale.ts'
import type { Asked, PaymentProvider } from '../../../shared/sale/providers.ts'
import type { Sale, SaleInvoice, SeenPayment } from '../../../shared/sale/sale.ts'
import { chargeOf, totalOf } from '../../../shared/sale/status.ts'

type Provider = Pick<PaymentProvider, 'checkPayments' | 'findInvoices' | 'getInvoice' | 'getPayment'>

/** A person waits, as for a check of an own sale. */
const URGENT: Asked = { urgent: true }
/** The row comes from a server. A sale has one or two invoices, seldom more. */
const MOST_INVOICES = 10
/** The service is asked for the time of at most this many payments. */
const MOST_TIMES = 5

/** `seen`: what is known although something failed. */
type Looked = {
  readonly seen: readonly SeenPayment[]
  readonly payable: boolean
  readonly failure: Failure | null
}

export async function checkForTill(provider: Provider, sale: Sale, at: number): Promise<PaymentOfTill> {
  let after = sale
  let payable = false
  let why: Failure | null = null
  const charge = chargeOf(sale)
  let isQrKnown = sale.invoices.length > 0 && (sale.soldAt !== null || sale.endedAt !== null)
  for (const part of newestFirst(sale)) {
    const looked = await lookAt(provider, part)
    after = withPayments(after, at, { payments: looked.seen, no: part.no })
    payable ||= looked.payable
    isQrKnown ||= looked.isThere && part.no === charge?.no
    why ??= looked.failure
    // The service cannot be asked now.
    if (looked.failure !== null && looked.failure.name !== 'INVOICE_NOTFOUND') break
  }
  // The till may have charged the sale, or charged it again, after it sent this row.
  if (!isQrKnown) why ??= failure('SALE_WITHOUT_QR')
  const isPending = after.payments.some(({ status }) => status === 'PENDING' || status === 'unknown')
  if (isPending || sale.invoices.length > MOST_INVOICES) why ??= failure('CHECK_INCOMPLETE')
  const received = receivedFor(after)
  const came = after.payments.some((payment) => payment.came > payment.wentBack)
  const paid = came && received >= totalOf(after.lines)
  return {
    at,
    finding: paid ? 'paid' : why !== null ? 'unknown' : came ? 'partly' : 'unpaid',
    payments: after.payments,
    paidAt: await timesOf(provider, after),
    received,
    payable,
    failure: paid ? null : why,
  }
}

const newestFirst = ({ invoices }: Sale): readonly SaleInvoice[] =>
  invoices.toReversed().slice(0, MOST_INVOICES)

/** `isThere`: whether the payment service has such an invoice, as far as it answered. */
async function lookAt(
  provider: Provider,
  { number, invoice }: SaleInvoice,
): Promise<Looked & { readonly isThere: boolean }> {
  if (invoice !== null) return { ...(await lookAtInvoice(provider, invoice.invoiceId)), isThere: true }
  // The till had sent its last row before the service answered.
  const list = await provider.findInvoices(number, URGENT)
  if (!list.ok) return { isThere: false, seen: [], payable: true, failure: list.why.failure }
  const looked: Looked[] = []
  for (const { invoiceId } of list.value.invoices.slice(0, MOST_INVOICES))
    looked.push(await lookAtInvoice(provider, invoiceId))
  return {
    isThere: looked.length > 0,
    seen: looked.flatMap(({ seen }) => seen),
    payable: looked.some((one) => one.payable),
    failure:
      looked.find((one) => one.failure !== null)?.failure ??
      (list.value.whole ? null : failure('CHECK_INCOMPLETE')),
  }
}

/** A check of an invoice that the service does not know finds no payments either, so the invoice itself is read then. */
async function lookAtInvoice(provider: Provider, invoiceId: string): Promise<Looked> {
  const check = await provider.checkPayments(invoiceId, URGENT)
  if (!check.ok && check.why.failure.name !== 'INVOICE_NOTFOUND')
    return { seen: [], payable: true, failure: check.why.failure }
  const { payments: seen, whole } = check.ok ? check.value : { payments: [], whole: true }
  if (!whole) return { seen, payable: true, failure: failure('CHECK_INCOMPLETE') }
  if (seen.length > 0) return { seen, payable: false, failure: null }
  const read = await provider.getInvoice(invoiceId, URGENT)
  if (!read.ok) return { seen, payable: true, failure: read.why.failure }
  if (read.value === 'gone') return { seen, payable: true, failure: failure('INVOICE_NOTFOUND') }
  const { standing } = read.value
  return {
    seen,
    payable: standing !== 'cancelled',
    failure: standing === 'paid' ? failure('CHECK_INCOMPLETE') : null,
  }
}

/** A check does not tell when a payment was made. */
async function timesOf({ getPayment }: Provider, { payments }: Sale): Promise<Record<string, string>> {
  const times: [string, string][] = []
  for (const { paymentId } of payments.filter(({ came }) => came > 0).slice(0, MOST_TIMES)) {
    const read = await getPayment(paymentId, URGENT)
    if (!read.ok) break
    if (read.value?.date) times.push([paymentId, read.value.date])
  }
  return Object.fromEntries(times)
}
