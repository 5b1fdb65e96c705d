import type { FiscalReceiptProvider, PaymentProvider } from './providers.ts'
import type { Sale, SaleEvent } from './sale.ts'

/** What all sales of the journal have. */
type Known = {
  readonly byInvoice: (invoiceId: string) => Pick<Sale, 'id'> | null
  /** Whether another sale has money of this payment. */
  readonly hasOtherWithMoney: (saleId: string, paymentId: string) => boolean
  readonly hasOtherWithReceipt: (saleId: string, ereceiptId: string) => boolean
}

const isOwnInvoice = (sales: Known, sale: Sale, invoiceId: string): boolean =>
  (sales.byInvoice(invoiceId)?.id ?? sale.id) === sale.id

const hasInvoice = ({ invoices }: Sale, invoiceId: string): boolean =>
  invoices.some(({ invoice }) => invoice?.invoiceId === invoiceId)

/** Money is of the sale that had it first. A payment without money, as a pending one, is nobody's. */
const isOwnPayment = (sales: Known, sale: Sale, paymentId: string): boolean =>
  sale.payments.some((one) => one.paymentId === paymentId && one.came > 0) ||
  !sales.hasOtherWithMoney(sale.id, paymentId)

/** Each payment has its own e-receipt, also where one sale has several payments. */
const isOwnReceipt = (
  sales: Known,
  sale: Sale,
  { ereceiptId, paymentId }: { readonly ereceiptId: string; readonly paymentId: string },
): boolean =>
  !sales.hasOtherWithReceipt(sale.id, ereceiptId) &&
  !sale.ereceipts.some(
    (one) => one.step === 'issued' && one.ereceiptId === ereceiptId && one.paymentId !== paymentId,
  )

/**
 * Leaves out of a sale's answers what another sale has: its payments would count twice. What is left out makes a list
 * incomplete, and an e-receipt invalid. `current` is the sale as it is when an answer comes.
 */
export const ownAnswers = (
  { payments, receipts }: { readonly payments: PaymentProvider; readonly receipts: FiscalReceiptProvider },
  sales: Known,
  current: () => Sale,
): { readonly payments: PaymentProvider; readonly receipts: FiscalReceiptProvider } => ({
  payments: ownPayments(payments, sales, current),
  receipts: {
    ...receipts,
    issue: async (wanted) => {
      const answer = await receipts.issue(wanted)
      if (!answer.ok || answer.value === 'early') return answer
      const { ereceiptId } = answer.value
      if (isOwnReceipt(sales, current(), { ereceiptId, paymentId: wanted.paymentId })) return answer
      return { ok: true, value: { ...answer.value, invalidReason: ereceiptId } }
    },
  },
})

/** As `ownAnswers`, of the payments alone. */
export const ownPayments = (
  payments: PaymentProvider,
  sales: Known,
  current: () => Sale,
): PaymentProvider => ({
  ...payments,
  findInvoices: async (number, options) => {
    const answer = await payments.findInvoices(number, options)
    if (!answer.ok) return answer
    const { invoices, whole } = answer.value
    const own = invoices.filter(({ invoiceId }) => isOwnInvoice(sales, current(), invoiceId))
    return { ok: true, value: { invoices: own, whole: whole && own.length === invoices.length } }
  },
  checkPayments: async (invoiceId, options) => {
    const answer = await payments.checkPayments(invoiceId, options)
    if (!answer.ok) return answer
    const { payments: listed, whole } = answer.value
    const sale = current()
    const own = listed.filter(({ paymentId }) => isOwnPayment(sales, sale, paymentId))
    return { ok: true, value: { payments: own, whole: whole && own.length === listed.length } }
  },
})

/**
 * Whether these events would give the sale what another one has, perhaps only since the answer came, or a charge an
 * invoice that the sale has already.
 */
export const takesOfOthers = (sales: Known, sale: Sale, events: readonly SaleEvent[]): boolean =>
  events.some((event) => {
    switch (event.kind) {
      case 'invoice-created':
        return (
          hasInvoice(sale, event.invoice.invoiceId) || !isOwnInvoice(sales, sale, event.invoice.invoiceId)
        )
      case 'invoice-found':
        return !isOwnInvoice(sales, sale, event.invoice.invoiceId)
      case 'payments-seen':
      case 'paid':
        return !event.payments.every(({ paymentId }) => isOwnPayment(sales, sale, paymentId))
      case 'ereceipt-issued':
        return !isOwnReceipt(sales, sale, event.ereceipt)
      default:
        return false
    }
  })
