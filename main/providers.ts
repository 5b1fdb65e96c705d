/**
 * What a sale needs of a payment service and of whoever issues its e-receipts. The words of one provider stay behind these
 * ports (main/service/provider.ts). Nothing here throws: what became of a request is its answer.
 */
import type { Failure } from '../shared/failure.ts'
import type { Money } from '../shared/money.ts'
import type { Reversal } from '../shared/return.ts'
import type { EReceipt, Invoice, Receiver, SaleLine, SeenPayment, Terms } from '../shared/sale.ts'

export type Refusal = {
  readonly failure: Failure
  /** The work may have been done all the same: it is found out before anything is asked for again. */
  readonly outcomeUnknown: boolean
  /** The same request may succeed later with nothing changed by a person. */
  readonly repeatable: boolean
  /** It was refused in words that may mean that it was done before. Where it is found not to be, the refusal stands. */
  readonly refused?: boolean
}
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: Refusal }

/** An invoice to be made. Its lines add up to the total; `amount` is less where tenders were taken before. */
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

/** `whole`: all that the check counts is listed, and could be read. */
export type PaymentCheck = { readonly payments: readonly SeenPayment[]; readonly whole: boolean }

export type PaymentProvider = {
  readonly createInvoice: (order: InvoiceOrder) => Promise<Answer<Invoice>>
  /** By its number. A list that is not `whole` proves no absence. */
  readonly findInvoices: (
    number: string,
  ) => Promise<Answer<{ readonly invoices: readonly FoundInvoice[]; readonly whole: boolean }>>
  /** `gone`: the service knows no such invoice. */
  readonly getInvoice: (
    invoiceId: string,
  ) => Promise<
    Answer<
      | 'gone'
      | { readonly standing: InvoiceStanding; readonly amount: Money | null; readonly invoice: Invoice }
    >
  >
  /** Done as well where it was cancelled before. */
  readonly cancelInvoice: (invoiceId: string) => Promise<Answer<null>>
  /** The only thing that makes money (law 3). `urgent`: a person waits. */
  readonly checkPayments: (
    invoiceId: string,
    options: { readonly urgent: boolean },
  ) => Promise<Answer<PaymentCheck>>
  /** What a payment says of itself; null where the service does not know it. */
  readonly getPayment: (paymentId: string) => Promise<Answer<SeenPayment | null>>
  /** Gives a whole card payment back. Done as well where it was given back before. */
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
  /** Why it is not to be printed: void, of another receiver or amount, or in words that nobody knows; null where it is ours and active. */
  readonly doubt: string | null
}

export type FiscalReceiptProvider = {
  /**
   * Safe to repeat: a payment has at most one active e-receipt (law 5), and a second call returns that one. `early`: the service
   * does not know the payment as paid yet. `amounts`: the amounts the e-receipt may have, before and after partial refunds.
   */
  readonly issue: (wanted: {
    readonly paymentId: string
    readonly receiver: Receiver
    readonly amounts: readonly Money[]
    readonly terms: Terms
  }) => Promise<Answer<IssuedReceipt | 'early'>>
  /** `absent`: there is none to void, for us or somebody voided it before. */
  readonly void: (paymentId: string) => Promise<Answer<'voided' | 'absent'>>
}
