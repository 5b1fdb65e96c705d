/**
 * The payment service's own books, and what comes of holding them against the journal of a day or of a shift
 * (*reconciliation*).
 *
 * A day's books are the invoices that were made on that day, a shift's are those whose money is counted in it, with all
 * their payments until now, whenever they came (docs/decisions/reconciliation.md).
 */
import type { Failure } from './failure.ts'
import type { Money } from './money.ts'
import type { PaymentStatus, PaymentType } from './sale.ts'
import type { SaleStatusName } from './sale-status.ts'
import type { Tally } from './shift.ts'
import type { Cashier } from './staff.ts'

/** What is reconciled: a day (yyyy-MM-dd), or a shift by its id. */
export type BookSpan = string

const OF_SHIFT = 'shift:'
export const spanOfShift = (shiftId: string): BookSpan => `${OF_SHIFT}${shiftId}`
/** Null where it is a day. */
export const shiftOfSpan = (span: BookSpan): string | null =>
  span.startsWith(OF_SHIFT) ? span.slice(OF_SHIFT.length) : null

/** The shift that was reconciled, as it was then. */
export type BookedShift = {
  readonly id: string
  /** Null where it was not closed yet. */
  readonly zNumber: number | null
  readonly openedAt: number
  readonly closedAt: number | null
}

/**
 * A sale that had to do with the shift and is in the books of another: money that came in this shift, or a QR that was
 * shown in it and whose sale is counted elsewhere. No difference: it is told so that nothing seems to be missing.
 */
export type BookedElsewhere = {
  readonly saleId: string
  readonly sequence: number
  readonly what: 'taken-here' | 'charged-here'
  readonly amount: Money
  /** Whose books it is in; null where it was sold without a shift. */
  readonly shift: Pick<BookedShift, 'id' | 'zNumber' | 'openedAt'> | null
}

export const INVOICE_STATUSES = ['OPEN', 'PAID', 'CANCELLED', 'unknown'] as const
export type BookedInvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** A row of the service's list of invoices (docs/payment-service.md#list-invoices). */
export type BookedInvoice = {
  readonly invoiceId: string
  readonly senderInvoiceNo: string
  readonly description: string | null
  readonly status: BookedInvoiceStatus
  /** Null where the service did not tell it. */
  readonly amount: Money | null
  /** As it came: no zone by the interface. */
  readonly createdDate: string | null
}

/** A row of the service's list of payments (docs/payment-service.md#list-payments). */
export type BookedPayment = {
  readonly paymentId: string
  readonly status: PaymentStatus
  readonly amount: Money
  /** Of `amount` and `fee`; left out for MNT (`SeenPayment` in shared/sale.ts). */
  readonly currency?: string
  readonly fee: Money | null
  readonly date: string | null
  readonly wallet: string | null
  readonly name: string | null
  readonly description: string | null
}

/** One page of a list of the service. `unread` rows came and could not be understood. */
export type BookPage<Row> = {
  /** All that the service counts, over all pages. */
  readonly count: number
  readonly rows: readonly Row[]
  readonly unread: number
}

export const DIFFERENCE_KINDS = [
  /** Paid at the service; no sale of ours counts it. */
  'money-without-sale',
  /** Counted by us; the service has no such payment. */
  'sale-without-money',
  /** The two books name another sum. */
  'amount-differs',
  /** Cancelled, refunded or of unknown state at the service, and not by us. */
  'status-differs',
  'payment-pending',
  /** A second invoice under the number of one sale. */
  'doubled-invoice',
  /** An invoice of ours that no sale knows, without money: a payer could still pay it. */
  'invoice-without-sale',
  /** An invoice that was shown and that the service does not know. */
  'invoice-missing',
  /** Open at the service, and cancelled or never made by our books: a payer could still pay it. */
  'invoice-open',
  /** Cancelled at the service, though our QR is up or our sale counts on its money. */
  'invoice-cancelled',
  /** A payment that is not in tugriks: no book adds it up. */
  'other-currency',
  'ereceipt-owed',
  /** Paid, and an e-receipt was never asked for. */
  'ereceipt-missing',
  /** Void, though the money stayed. */
  'ereceipt-void',
  /** It stands, though the money went back. */
  'ereceipt-standing',
  /** Its payments came and could not be read. */
  'not-read',
] as const
export type DiscrepancyKind = (typeof DIFFERENCE_KINDS)[number]

/** What a person can do about a difference. */
export const BOOK_REMEDIES = ['look-again', 'attention', 'issue-again'] as const
export type BookRemedy = (typeof BOOK_REMEDIES)[number]

export type Discrepancy = {
  /** The same difference of the same sums has the same key, however often the day is reconciled. */
  readonly key: string
  readonly kind: DiscrepancyKind
  /** Null where no sale of the journal has to do with it. */
  readonly saleId: string | null
  readonly sequence: number | null
  readonly senderInvoiceNo: string
  readonly invoiceId: string | null
  readonly paymentId: string | null
  /** What our journal says, and what the service says; null where it says nothing. */
  readonly ours: Money | null
  readonly theirs: Money | null
  /** The service's word for the payment, where that is what differs. */
  readonly status: PaymentStatus | null
}

/** Why a difference is none, in a person's words. */
export type Explanation = {
  readonly why: string
  readonly by: Cashier | null
  readonly at: number
}

/** As it is kept. Not null: its number was read again at that time, and it was none any more. */
export type KeptDifference = Discrepancy & { readonly mendedAt: number | null }

/** A difference as it is shown: with what can be done about it now. */
export type DifferenceSeen = KeptDifference & {
  readonly state: SaleStatusName | null
  readonly remedies: readonly BookRemedy[]
  readonly explained: Explanation | null
}

/** A payment on which both books agree. */
export type MatchedPayment = Omit<BookedPayment, 'description'> & {
  readonly saleId: string
  readonly sequence: number
  readonly senderInvoiceNo: string
}

/** What a wallet's payments of one type cost. `unknown` types are those that our journal never saw. */
export type FeeRow = {
  readonly wallet: string
  readonly type: PaymentType
  readonly payments: Tally
  /** Of those payments that the service told one for. */
  readonly fee: Money
  readonly untold: number
}

export type BookSums = {
  /** Paid at the service, on invoices of ours. */
  readonly theirs: Tally
  /** Counted as paid by our sales, and not given back. */
  readonly ours: Tally
  readonly matched: Tally
  readonly fees: Money
  /** What the service pays out: theirs less the fees. */
  readonly net: Money
  /** Invoices of other terminals of the merchant, by their own amounts. */
  readonly elsewhere: Tally
  readonly invoices: number
  /** Rows of the service that could not be understood. */
  readonly unread: number
}

export type Reconciliation = {
  readonly span: BookSpan
  /** Null of a day. */
  readonly shift: BookedShift | null
  readonly terminal: string
  /** When it was begun and done. What happened since is not in it. */
  readonly begunAt: number
  readonly doneAt: number
  readonly sums: BookSums
  readonly fees: readonly FeeRow[]
  readonly differences: readonly KeptDifference[]
  readonly matched: readonly MatchedPayment[]
  /** Of a shift alone. */
  readonly apart: readonly BookedElsewhere[]
}

/** As the page shows it: matched payments are asked for by the page. */
export type ReconciliationSeen = Omit<Reconciliation, 'differences' | 'matched'> & {
  /** How many differences there are; not more than some hundred of them are shown. */
  readonly count: number
  readonly differences: readonly DifferenceSeen[]
}

/** The reading of a day or a shift, as far as it is. */
export type BookRun =
  | { readonly state: 'idle' }
  | {
      readonly state: 'running'
      readonly span: BookSpan
      readonly step: 'invoices' | 'payments' | 'comparing'
      readonly done: number
      /** Null until the service has told it. */
      readonly all: number | null
      /** Why it stands still just now; it goes on by itself. */
      readonly held: Failure | null
    }
  /** Nothing of it is kept: what was reconciled before stays. */
  | { readonly state: 'stopped'; readonly span: BookSpan }
  | { readonly state: 'failed'; readonly span: BookSpan; readonly failure: Failure }

/** A day or a shift that was reconciled. */
export type ReconciledSpan = {
  readonly span: BookSpan
  /** Null of a day. */
  readonly shift: BookedShift | null
  readonly doneAt: number
  /** Without those that were explained or mended. */
  readonly differences: number
}
