/** Requests and answers of the verbs of the service's own books: part of the IPC table. */
import { z } from 'zod'
import {
  bookedInvoiceSchema,
  bookedPaymentSchema,
  bookPage,
  bookRunSchema,
  bookSpanSchema,
  matchedPaymentSchema,
  oneBookedInvoiceSchema,
  oneBookedPaymentSchema,
  reconciledSpanSchema,
  reconciliationSeenSchema,
} from '../books.ts'
import { SALE_STATUS_NAMES } from '../sale-status.ts'
import type { BOOKS_VERBS } from './books-verbs.ts'

const day = z.iso.date()
const aSpan = z.strictObject({ span: bookSpanSchema })
/** Ids of the service: ours are shorter. */
const serviceId = z.string().min(1).max(200)
const nothing = z.undefined()
const typed = z.string().max(500)
const count = z.int().nonnegative()

/** The sale of ours that an invoice is for. */
const itsSale = z
  .strictObject({ id: z.string(), sequence: z.int(), state: z.enum(SALE_STATUS_NAMES) })
  .nullable()

export const BOOKS_TABLE = {
  /** As the service lists them, from day to day, a page at a time. `number` is a whole `sender_invoice_no`, or empty. */
  listServiceInvoices: {
    request: z.strictObject({
      from: day,
      to: day,
      number: typed,
      status: z.enum(['OPEN', 'PAID', 'CANCELLED']).nullable(),
      page: z.int().min(1).max(100_000),
    }),
    answer: z.strictObject({ ...bookPage(bookedInvoiceSchema), pages: count }),
  },
  /** Get Invoice, with its payments as the service lists them. */
  getServiceInvoice: {
    request: z.strictObject({ invoiceId: serviceId }),
    answer: z.strictObject({
      invoice: oneBookedInvoiceSchema,
      payments: z.strictObject(bookPage(bookedPaymentSchema)),
      sale: itsSale,
    }),
  },
  /** Get Payment. */
  getServicePayment: {
    request: z.strictObject({ paymentId: serviceId }),
    answer: oneBookedPaymentSchema,
  },
  startReconciliation: { request: aSpan, answer: nothing },
  stopReconciliation: { request: nothing, answer: nothing },
  /** What is under way, and the last result of the day or the shift, if there is one. */
  getReconciliation: {
    request: aSpan,
    answer: z.strictObject({ run: bookRunSchema, result: z.nullable(reconciliationSeenSchema) }),
  },
  listMatched: {
    request: aSpan.extend({ offset: count, limit: z.int().min(1).max(200) }),
    answer: z.strictObject({ rows: z.array(matchedPaymentSchema), all: count }),
  },
  /** Newest first. */
  listReconciled: {
    request: nothing,
    answer: z.array(reconciledSpanSchema),
  },
  /** Reads what the service has under the number of one difference, once nothing is asked for its sale any more. */
  readDifferenceAgain: { request: aSpan.extend({ key: z.string().min(1).max(600) }), answer: nothing },
  /** An empty reason takes the explanation back. */
  explainDifference: {
    request: aSpan.extend({ key: z.string().min(1).max(600), why: typed }),
    answer: nothing,
  },
  printReconciliation: { request: aSpan, answer: nothing },
  exportReconciliation: {
    request: aSpan.extend({ format: z.enum(['csv', 'xlsx']) }),
    answer: z.strictObject({ path: z.string() }),
  },
} as const satisfies Record<(typeof BOOKS_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
