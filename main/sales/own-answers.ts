import { failure } from '../../shared/failure.ts'
import type { Sale } from '../../shared/sale.ts'
import type { FiscalReceiptProvider, PaymentProvider } from '../providers.ts'
import type { JournalReader } from '../store/index.ts'

/**
 * Leaves out of a sale's answers what another sale has: its payments would count twice. What is left out makes a list
 * incomplete, an invoice that was created by such an answer is looked up by its number, and an e-receipt is invalid.
 */
export function ownAnswers(
  { payments, receipts }: { readonly payments: PaymentProvider; readonly receipts: FiscalReceiptProvider },
  sales: Pick<JournalReader['sales'], 'byInvoice' | 'byPayment' | 'byReceipt'>,
  saleId: string,
): { readonly payments: PaymentProvider; readonly receipts: FiscalReceiptProvider } {
  const isOwn = (having: readonly Sale[]): boolean =>
    having.length === 0 || having.some(({ id }) => id === saleId)
  const isOwnInvoice = ({ invoiceId }: { readonly invoiceId: string }): boolean =>
    (sales.byInvoice(invoiceId)?.id ?? saleId) === saleId
  const isOwnPayment = ({ paymentId }: { readonly paymentId: string }): boolean =>
    isOwn(sales.byPayment(paymentId))

  return {
    payments: {
      ...payments,
      createInvoice: async (order) => {
        const answer = await payments.createInvoice(order)
        if (!answer.ok || isOwnInvoice(answer.value)) return answer
        return { ok: false, why: { failure: failure('BAD_ANSWER'), outcomeUnknown: true, repeatable: true } }
      },
      findInvoices: async (number) => {
        const answer = await payments.findInvoices(number)
        if (!answer.ok) return answer
        const invoices = answer.value.invoices.filter(isOwnInvoice)
        const whole = answer.value.whole && invoices.length === answer.value.invoices.length
        return { ok: true, value: { invoices, whole } }
      },
      checkPayments: async (invoiceId, options) => {
        const answer = await payments.checkPayments(invoiceId, options)
        if (!answer.ok) return answer
        const own = answer.value.payments.filter(isOwnPayment)
        const whole = answer.value.whole && own.length === answer.value.payments.length
        return { ok: true, value: { payments: own, whole } }
      },
    },
    receipts: {
      ...receipts,
      issue: async (wanted) => {
        const answer = await receipts.issue(wanted)
        if (!answer.ok || answer.value === 'early' || isOwn(sales.byReceipt(answer.value.ereceiptId)))
          return answer
        return { ok: true, value: { ...answer.value, invalidReason: answer.value.ereceiptId } }
      },
    },
  }
}
