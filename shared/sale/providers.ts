/**
 * The interfaces to a payment service and to a service that issues e-receipts. Field names and codes of a provider stay
 * behind them (main/payment-service/client/provider.ts). Nothing here throws: every outcome is an answer.
 */
import type { Failure } from '../failure.ts'
import type { Money } from '../money/money.ts'
import type { Reversal } from './return.ts'
import type { EReceipt, Invoice, Receiver, SaleLine, SeenPayment, Terms } from './sale.ts'

export type Refusal = {
  readonly failure: Failure
  /** The work may have been done. The outcome is found out before the request is repeated. */
  readonly outcomeUnknown: boolean
  /** The same request may succeed later without a change by a person. */
  readonly repeatable: boolean
  /** The refusal may mean that the work was done before. If it was not, the refusal is final. */
  readonly refused?: boolean
}
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: Refusal }

/** An invoice to create. Its lines add up to `total`; `amount` is less where tenders were taken before. */
export type InvoiceOrder = {
  readonly number: string
  readonly saleNumber: string
  readonly amount: Money
  readonly total: Money
  readonly lines: readonly SaleLine[]
  readonly terms: Terms
}

export type InvoiceStanding = 'open' | 'paid' | 'cancelled' | 'unknown'

export type FoundInvoice = {
  readonly invoiceId: string
  readonly amount: Money | null
  readonly standing: InvoiceStanding
}

/** `whole`: the check lists all payments that it counts, and all could be read. */
export type PaymentCheck = { readonly payments: readonly SeenPayment[]; readonly whole: boolean }

/** `urgent`: a person waits. */
export type Asked = { readonly urgent: boolean }

export type PaymentProvider = {
  readonly createInvoice: (order: InvoiceOrder) => Promise<Answer<Invoice>>
  /** Finds invoices by their number. A list that is not `whole` proves no absence. */
  readonly findInvoices: (
    number: string,
    options?: Asked,
  ) => Promise<Answer<{ readonly invoices: readonly FoundInvoice[]; readonly whole: boolean }>>
  /** `gone`: the service knows no such invoice. */
  readonly getInvoice: (
    invoiceId: string,
    options?: Asked,
  ) => Promise<
    Answer<
      | 'gone'
      | { readonly standing: InvoiceStanding; readonly amount: Money | null; readonly invoice: Invoice }
    >
  >
  /** Succeeds also where the invoice was cancelled before. */
  readonly cancelInvoice: (invoiceId: string) => Promise<Answer<null>>
  /** The only proof of money (law 3). */
  readonly checkPayments: (invoiceId: string, options: Asked) => Promise<Answer<PaymentCheck>>
  /** The payment's own status, and its time as the service wrote it; null where the service does not know it. */
  readonly getPayment: (
    paymentId: string,
    options?: Asked,
  ) => Promise<Answer<(SeenPayment & { readonly date: string | null }) | null>>
  /** Refunds a whole card payment. Succeeds also where it was refunded before. */
  readonly refund: (
    paymentId: string,
    how: { readonly operation: Reversal; readonly reason: string },
  ) => Promise<Answer<null>>
}

/** An issued e-receipt. Only the printed receipt may show lottery number and QR data. */
export type IssuedReceipt = Omit<
  Extract<EReceipt, { step: 'issued' }>,
  'step' | 'paymentId' | 'hasLottery'
> & {
  readonly lottery: string
  readonly qrData: string
  /** Why it must not be printed: void, wrong receiver or amount, unknown status. Null where it is ours and active. */
  readonly invalidReason: string | null
}

export type FiscalReceiptProvider = {
  /**
   * Safe to repeat: a payment has at most one active e-receipt (law 5), and a second call returns it. `early`: the
   * service does not know yet that the payment is paid. `amounts`: the allowed amounts, before and after partial
   * refunds.
   */
  readonly issue: (wanted: {
    readonly paymentId: string
    readonly receiver: Receiver
    readonly amounts: readonly Money[]
    readonly terms: Terms
  }) => Promise<Answer<IssuedReceipt | 'early'>>
  /** `absent`: the service has none to void, for example because it was voided before. */
  readonly void: (paymentId: string) => Promise<Answer<'voided' | 'absent'>>
}
