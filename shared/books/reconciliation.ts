/**
 * Reconciliation: the service's records ("books") of a day or a shift are compared with the journal.
 *
 * A day has the invoices that were created on it. A shift has the invoices whose money is counted in it. Both include
 * all payments of these invoices up to now (docs/decisions/reconciliation.md).
 */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { moneySchema } from '../money/schemas.ts'
import { PAYMENT_STATUSES, PAYMENT_TYPES } from '../sale/sale.ts'
import { SALE_STATUS_NAMES } from '../sale/status.ts'
import { cashierSchema } from '../shop/staff.ts'
import { countSchema, timeSchema, type Wire } from '../wire.ts'
import { tillFiguresSchema } from './all-tills.ts'
import { tallySchema } from './shift.ts'

/** What is reconciled: a day (yyyy-MM-dd), a shift ("shift:" and its id), or a day of all tills ("shop:" and the day). */
export const bookSpanSchema = z.union([
  z.iso.date(),
  z.string().regex(/^shift:[\w-]{1,64}$/),
  z.templateLiteral(['shop:', z.iso.date()]),
])
export type BookSpan = z.output<typeof bookSpanSchema>

const OF_SHIFT = 'shift:'
export const spanOfShift = (shiftId: string): BookSpan => `${OF_SHIFT}${shiftId}`
/** The shift's id, or null for a day. */
export const shiftOfSpan = (span: BookSpan): string | null =>
  span.startsWith(OF_SHIFT) ? span.slice(OF_SHIFT.length) : null

const OF_SHOP = 'shop:'
export const spanOfShop = (day: string): BookSpan => `${OF_SHOP}${day}`
/** The day of all tills, or null for a day or a shift of this till. */
export const dayOfShopSpan = (span: BookSpan): string | null =>
  span.startsWith(OF_SHOP) ? span.slice(OF_SHOP.length) : null

/** The shift as it was at the time of the reconciliation. */
const shift = {
  id: z.string(),
  /** Null if the shift was not closed yet. */
  zNumber: z.nullable(z.int()),
  openedAt: timeSchema,
}
const bookedShiftSchema = z.strictObject(shift).extend({ closedAt: z.nullable(timeSchema) })
export type BookedShift = Wire<typeof bookedShiftSchema>

/**
 * A sale that touches this shift and is counted in another: its money came in this shift, or its QR was shown in it. It
 * is no discrepancy; it is listed so that no sale seems to be missing.
 */
const bookedElsewhereSchema = z.strictObject({
  saleId: z.string(),
  sequence: z.int(),
  what: z.enum(['taken-here', 'charged-here']),
  amount: moneySchema,
  /** The shift that counts the sale; null if it was sold without a shift. */
  shift: z.nullable(z.strictObject(shift)),
})
export type BookedElsewhere = Wire<typeof bookedElsewhereSchema>

const INVOICE_STATUSES = ['OPEN', 'PAID', 'CANCELLED', 'unknown'] as const
export type BookedInvoiceStatus = (typeof INVOICE_STATUSES)[number]

const bookedInvoice = {
  invoiceId: z.string(),
  status: z.enum(INVOICE_STATUSES),
  /** Null if the service did not send it. */
  amount: z.nullable(moneySchema),
}
/** A row of the service's list of invoices (docs/payment-service.md#list-invoices). */
export const bookedInvoiceSchema = z.strictObject(bookedInvoice).extend({
  senderInvoiceNo: z.string(),
  description: z.nullable(z.string()),
  /** As the service sent it. The contract names no time zone. */
  createdDate: z.nullable(z.string()),
})
export type BookedInvoice = Wire<typeof bookedInvoiceSchema>

/** The service's answer for one invoice, without its payments. */
export const oneBookedInvoiceSchema = z.strictObject(bookedInvoice).extend({
  senderInvoiceNo: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
})

const paymentStatus = z.enum(PAYMENT_STATUSES)

const bookedPayment = {
  paymentId: z.string(),
  status: paymentStatus,
  amount: moneySchema,
  /** Currency of `amount` and `fee`; left out for MNT (`SeenPayment` in shared/sale/payment.ts). */
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

/** The service's answer for one payment. */
export const oneBookedPaymentSchema = z.strictObject(bookedPayment).extend({
  type: z.enum(PAYMENT_TYPES),
  bankCode: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
})

/**
 * One page of a list of the service. `count` is the service's total over all pages; `unread` is the number of
 * unreadable rows.
 */
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

export const DISCREPANCY_KINDS = [
  /** The service has a payment that no sale counts. */
  'money-without-sale',
  /** A sale counts a payment that the service does not have. */
  'sale-without-money',
  /** The amounts differ. */
  'amount-differs',
  /** At the service the payment is cancelled, refunded or of unknown status; in the journal it is not. */
  'status-differs',
  'payment-pending',
  /** A second invoice under the number of one sale. */
  'doubled-invoice',
  /** An unpaid invoice of this till that no sale knows: it can still be paid. */
  'invoice-without-sale',
  /** The service does not know an invoice that was shown. */
  'invoice-missing',
  /** Open at the service, but cancelled or never created according to the journal: it can still be paid. */
  'invoice-open',
  /** Cancelled at the service, but its QR is shown or a sale counts its money. */
  'invoice-cancelled',
  /** A payment that is not in tugriks. No sum contains it. */
  'other-currency',
  'ereceipt-owed',
  /** Paid, but no e-receipt was requested. */
  'ereceipt-missing',
  /** The e-receipt is void, but the money did not go back. */
  'ereceipt-void',
  /** The e-receipt is active, but the money went back. */
  'ereceipt-standing',
  /** The payments of the invoice could not be read. */
  'not-read',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

/** What a person can do about a discrepancy. */
const BOOK_RESOLUTIONS = ['look-again', 'attention', 'issue-again'] as const
export type BookResolution = (typeof BOOK_RESOLUTIONS)[number]

const discrepancy = {
  /** Stable: a repeated reconciliation gives the same discrepancy with the same amounts the same key. */
  key: z.string(),
  kind: z.enum(DISCREPANCY_KINDS),
  /** Null if no sale of the journal is involved. */
  saleId: z.nullable(z.string()),
  sequence: z.nullable(z.int()),
  senderInvoiceNo: z.string(),
  invoiceId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  /** Amounts of the journal and of the service; null if one of them has none. */
  ours: z.nullable(moneySchema),
  theirs: z.nullable(moneySchema),
  /** The service's status of the payment, if the statuses differ. */
  status: z.nullable(paymentStatus),
}
const discrepancySchema = z.strictObject(discrepancy)
export type Discrepancy = Wire<typeof discrepancySchema>

/** A person's reason why a discrepancy needs no action. */
const explanationSchema = z.strictObject({
  why: z.string(),
  by: z.nullable(cashierSchema),
  at: timeSchema,
})
export type Explanation = Wire<typeof explanationSchema>

/** A discrepancy as the page shows it, with the current resolutions. */
const discrepancySeenSchema = z.strictObject(discrepancy).extend({
  /** When a repeated reading of the invoice found no discrepancy any more; else null. */
  resolvedAt: z.nullable(timeSchema),
  state: z.nullable(z.enum(SALE_STATUS_NAMES)),
  resolutions: z.array(z.enum(BOOK_RESOLUTIONS)),
  explained: z.nullable(explanationSchema),
})
export type DiscrepancySeen = Wire<typeof discrepancySeenSchema>

/** A discrepancy without what the page adds. */
export type KeptDiscrepancy = Omit<DiscrepancySeen, 'state' | 'resolutions' | 'explained'>

/** A payment on which the journal and the service agree. */
export const matchedPaymentSchema = z.strictObject(bookedPayment).extend({
  name: z.nullable(z.string()),
  saleId: z.string(),
  sequence: z.int(),
  senderInvoiceNo: z.string(),
})
export type MatchedPayment = Wire<typeof matchedPaymentSchema>

/** Fees of a wallet for one payment type. The type is `unknown` for payments that are not in the journal. */
const feeRowSchema = z.strictObject({
  wallet: z.string(),
  type: z.enum(PAYMENT_TYPES),
  payments: tallySchema,
  /** Sum of the fees that the service sent; `untold` payments had none. */
  fee: moneySchema,
  untold: countSchema,
})
export type FeeRow = Wire<typeof feeRowSchema>

const bookSumsSchema = z.strictObject({
  /** Paid at the service on invoices of this till. */
  theirs: tallySchema,
  /** Counted as paid by the sales and not given back. */
  ours: tallySchema,
  matched: tallySchema,
  fees: moneySchema,
  /** What the service pays out: `theirs` less the fees. */
  net: moneySchema,
  /** Invoices of the merchant's other tills, by the amounts of the invoices. */
  elsewhere: tallySchema,
  invoices: countSchema,
  /** Rows of the service that could not be read. */
  unread: countSchema,
})
export type BookSums = Wire<typeof bookSumsSchema>

/** A reconciliation as the page shows it. The page asks for the matched payments separately. */
export const reconciliationSeenSchema = z.strictObject({
  span: bookSpanSchema,
  /** Null for a day. */
  shift: z.nullable(bookedShiftSchema),
  /** The terminal code; those of all tills, with commas, for a day of all tills. */
  terminal: z.string(),
  /** How current the sales of each till were, for a day of all tills; else empty. */
  tills: z.array(tillFiguresSchema),
  /** Start and end of the reading. Later changes are not included. */
  begunAt: timeSchema,
  doneAt: timeSchema,
  sums: bookSumsSchema,
  fees: z.array(feeRowSchema),
  /** Number of all discrepancies; `discrepancies` has only the first few hundred. */
  count: countSchema,
  discrepancies: z.array(discrepancySeenSchema),
  /** Always empty for a day. */
  apart: z.array(bookedElsewhereSchema),
})
export type ReconciliationSeen = Wire<typeof reconciliationSeenSchema>

export type Reconciliation = Omit<ReconciliationSeen, 'count' | 'discrepancies'> & {
  readonly discrepancies: readonly KeptDiscrepancy[]
  readonly matched: readonly MatchedPayment[]
}

/** Progress of a running reconciliation. */
export const bookRunSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('idle') }),
  z.strictObject({
    state: z.literal('running'),
    span: bookSpanSchema,
    step: z.enum(['invoices', 'payments', 'comparing']),
    done: countSchema,
    /** Null until the service has sent the total. */
    all: z.nullable(countSchema),
    /** Why the reading pauses; it continues by itself. */
    held: z.nullable(failureSchema),
  }),
  /** Nothing of the stopped run is stored; an earlier reconciliation stays. */
  z.strictObject({ state: z.literal('stopped'), span: bookSpanSchema }),
  z.strictObject({ state: z.literal('failed'), span: bookSpanSchema, failure: failureSchema }),
])
export type BookRun = Wire<typeof bookRunSchema>

/** A day or a shift that has been reconciled. */
export const reconciledSpanSchema = z.strictObject({
  span: bookSpanSchema,
  /** Null for a day. */
  shift: z.nullable(bookedShiftSchema),
  doneAt: timeSchema,
  /** Without explained and resolved ones. */
  discrepancies: countSchema,
})
export type ReconciledSpan = Wire<typeof reconciledSpanSchema>
