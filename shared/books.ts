/**
 * The payment service's own books, and what comes of holding them against the journal of a day or of a shift
 * (*reconciliation*).
 *
 * A day's books are the invoices that were made on that day, a shift's are those whose money is counted in it, with all
 * their payments until now, whenever they came (docs/decisions/reconciliation.md).
 */
import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { PAYMENT_STATUSES, PAYMENT_TYPES } from './sale.ts'
import { SALE_STATUS_NAMES } from './sale-status.ts'
import { tallySchema } from './shift.ts'
import { cashierSchema } from './staff.ts'
import { countSchema, moneySchema, timeSchema, type Wire } from './wire.ts'

/** What is reconciled: a day (yyyy-MM-dd), or a shift by its id. */
export const bookSpanSchema = z.union([z.iso.date(), z.string().regex(/^shift:[\w-]{1,64}$/)])
export type BookSpan = z.output<typeof bookSpanSchema>

const OF_SHIFT = 'shift:'
export const spanOfShift = (shiftId: string): BookSpan => `${OF_SHIFT}${shiftId}`
/** Null where it is a day. */
export const shiftOfSpan = (span: BookSpan): string | null =>
  span.startsWith(OF_SHIFT) ? span.slice(OF_SHIFT.length) : null

/** The shift that was reconciled, as it was then. */
const shift = {
  id: z.string(),
  /** Null where it was not closed yet. */
  zNumber: z.nullable(z.int()),
  openedAt: timeSchema,
}
const bookedShiftSchema = z.strictObject(shift).extend({ closedAt: z.nullable(timeSchema) })
export type BookedShift = Wire<typeof bookedShiftSchema>

/**
 * A sale that had to do with the shift and is in the books of another: money that came in this shift, or a QR that was
 * shown in it and whose sale is counted elsewhere. No difference: it is told so that nothing seems to be missing.
 */
const bookedElsewhereSchema = z.strictObject({
  saleId: z.string(),
  sequence: z.int(),
  what: z.enum(['taken-here', 'charged-here']),
  amount: moneySchema,
  /** Whose books it is in; null where it was sold without a shift. */
  shift: z.nullable(z.strictObject(shift)),
})
export type BookedElsewhere = Wire<typeof bookedElsewhereSchema>

const INVOICE_STATUSES = ['OPEN', 'PAID', 'CANCELLED', 'unknown'] as const
export type BookedInvoiceStatus = (typeof INVOICE_STATUSES)[number]

const bookedInvoice = {
  invoiceId: z.string(),
  status: z.enum(INVOICE_STATUSES),
  /** Null where the service did not tell it. */
  amount: z.nullable(moneySchema),
}
/** A row of the service's list of invoices (docs/payment-service.md#list-invoices). */
export const bookedInvoiceSchema = z.strictObject(bookedInvoice).extend({
  senderInvoiceNo: z.string(),
  description: z.nullable(z.string()),
  /** As it came: no zone by the interface. */
  createdDate: z.nullable(z.string()),
})
export type BookedInvoice = Wire<typeof bookedInvoiceSchema>

/** One invoice as the service answers for it, without its payments. */
export const oneBookedInvoiceSchema = z.strictObject(bookedInvoice).extend({
  senderInvoiceNo: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
})

const paymentStatus = z.enum(PAYMENT_STATUSES)

const bookedPayment = {
  paymentId: z.string(),
  status: paymentStatus,
  amount: moneySchema,
  /** Of `amount` and `fee`; left out for MNT (`SeenPayment` in shared/sale.ts). */
  currency: z.exactOptional(z.string()),
  fee: z.nullable(moneySchema),
  date: z.nullable(z.string()),
  wallet: z.nullable(z.string()),
}
/** A row of the service's list of payments (docs/payment-service.md#list-payments). */
export const bookedPaymentSchema = z.strictObject(bookedPayment).extend({
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
})
export type BookedPayment = Wire<typeof bookedPaymentSchema>

/** One payment as the service answers for it. */
export const oneBookedPaymentSchema = z.strictObject(bookedPayment).extend({
  type: z.enum(PAYMENT_TYPES),
  bankCode: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
})

/** One page of a list of the service: `count` is all that it counts, over all pages. `unread` rows could not be understood. */
export const bookPage = <Row extends z.ZodType>(row: Row) => ({
  count: countSchema,
  rows: z.array(row),
  unread: countSchema,
})
export type BookPage<Row> = {
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
const BOOK_REMEDIES = ['look-again', 'attention', 'issue-again'] as const
export type BookRemedy = (typeof BOOK_REMEDIES)[number]

const discrepancy = {
  /** The same difference of the same sums has the same key, however often the day is reconciled. */
  key: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** Null where no sale of the journal has to do with it. */
  saleId: z.nullable(z.string()),
  sequence: z.nullable(z.int()),
  senderInvoiceNo: z.string(),
  invoiceId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  /** What our journal says, and what the service says; null where it says nothing. */
  ours: z.nullable(moneySchema),
  theirs: z.nullable(moneySchema),
  /** The service's word for the payment, where that is what differs. */
  status: z.nullable(paymentStatus),
}
const discrepancySchema = z.strictObject(discrepancy)
export type Discrepancy = Wire<typeof discrepancySchema>

/** Why a difference is none, in a person's words. */
const explanationSchema = z.strictObject({
  why: z.string(),
  by: z.nullable(cashierSchema),
  at: timeSchema,
})
export type Explanation = Wire<typeof explanationSchema>

/** A difference as it is shown: with what can be done about it now. */
const differenceSeenSchema = z.strictObject(discrepancy).extend({
  /** Not null: its number was read again at that time, and it was none any more. */
  mendedAt: z.nullable(timeSchema),
  state: z.nullable(z.enum(SALE_STATUS_NAMES)),
  remedies: z.array(z.enum(BOOK_REMEDIES)),
  explained: z.nullable(explanationSchema),
})
export type DifferenceSeen = Wire<typeof differenceSeenSchema>

/** As it is kept. */
export type KeptDifference = Omit<DifferenceSeen, 'state' | 'remedies' | 'explained'>

/** A payment on which both books agree. */
export const matchedPaymentSchema = z.strictObject(bookedPayment).extend({
  name: z.nullable(z.string()),
  saleId: z.string(),
  sequence: z.int(),
  senderInvoiceNo: z.string(),
})
export type MatchedPayment = Wire<typeof matchedPaymentSchema>

/** What a wallet's payments of one type cost. `unknown` types are those that our journal never saw. */
const feeRowSchema = z.strictObject({
  wallet: z.string(),
  type: z.enum(PAYMENT_TYPES),
  payments: tallySchema,
  /** Of those payments that the service told one for. */
  fee: moneySchema,
  untold: countSchema,
})
export type FeeRow = Wire<typeof feeRowSchema>

const bookSumsSchema = z.strictObject({
  /** Paid at the service, on invoices of ours. */
  theirs: tallySchema,
  /** Counted as paid by our sales, and not given back. */
  ours: tallySchema,
  matched: tallySchema,
  fees: moneySchema,
  /** What the service pays out: theirs less the fees. */
  net: moneySchema,
  /** Invoices of other terminals of the merchant, by their own amounts. */
  elsewhere: tallySchema,
  invoices: countSchema,
  /** Rows of the service that could not be understood. */
  unread: countSchema,
})
export type BookSums = Wire<typeof bookSumsSchema>

/** A reconciliation as the page shows it: matched payments are asked for by the page. */
export const reconciliationSeenSchema = z.strictObject({
  span: bookSpanSchema,
  /** Null of a day. */
  shift: z.nullable(bookedShiftSchema),
  terminal: z.string(),
  /** When it was begun and done. What happened since is not in it. */
  begunAt: timeSchema,
  doneAt: timeSchema,
  sums: bookSumsSchema,
  fees: z.array(feeRowSchema),
  /** How many differences there are; not more than some hundred of them are shown. */
  count: countSchema,
  differences: z.array(differenceSeenSchema),
  /** Of a shift alone. */
  apart: z.array(bookedElsewhereSchema),
})
export type ReconciliationSeen = Wire<typeof reconciliationSeenSchema>

export type Reconciliation = Omit<ReconciliationSeen, 'count' | 'differences'> & {
  readonly differences: readonly KeptDifference[]
  readonly matched: readonly MatchedPayment[]
}

/** The reading of a day or a shift, as far as it is. */
export const bookRunSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('idle') }),
  z.strictObject({
    state: z.literal('running'),
    span: bookSpanSchema,
    step: z.enum(['invoices', 'payments', 'comparing']),
    done: countSchema,
    /** Null until the service has told it. */
    all: z.nullable(countSchema),
    /** Why it stands still just now; it goes on by itself. */
    held: z.nullable(failureSchema),
  }),
  /** Nothing of it is kept: what was reconciled before stays. */
  z.strictObject({ state: z.literal('stopped'), span: bookSpanSchema }),
  z.strictObject({ state: z.literal('failed'), span: bookSpanSchema, failure: failureSchema }),
])
export type BookRun = Wire<typeof bookRunSchema>

/** A day or a shift that was reconciled. */
export const reconciledSpanSchema = z.strictObject({
  span: bookSpanSchema,
  /** Null of a day. */
  shift: z.nullable(bookedShiftSchema),
  doneAt: timeSchema,
  /** Without those that were explained or mended. */
  differences: countSchema,
})
export type ReconciledSpan = Wire<typeof reconciledSpanSchema>
