/** Schemas of replies about the service's own books. */
import { z } from 'zod'
import {
  BOOK_REMEDIES,
  type BookedInvoice,
  type BookedPayment,
  type BookPage,
  type BookRun,
  DIFFERENCE_KINDS,
  INVOICE_STATUSES,
  type MatchedPayment,
  type ReconciledSpan,
  type ReconciliationSeen,
} from '../books.ts'
import { FAILURE_NAMES } from '../failure.ts'
import type { PaymentType } from '../sale.ts'

const day = z.iso.date()
/** A day, or a shift (shared/books.ts). */
const span = z.union([day, z.string().regex(/^shift:[\w-]{1,64}$/)])
const at = z.number().int().nonnegative()
const hundredths = z.number().int()
const count = z.int().nonnegative()
const tally = z.strictObject({ count, amount: hundredths })
const failure = z.strictObject({ name: z.enum(FAILURE_NAMES), detail: z.string().nullable() })
const paymentStatus = z.enum(['PAID', 'PENDING', 'CANCELLED', 'REFUNDED', 'unknown'])
const paymentType = z.enum(['P2P', 'CARD', 'unknown'])
const text = z.string().nullable()

const invoice = z.strictObject({
  invoiceId: z.string(),
  senderInvoiceNo: z.string(),
  description: text,
  status: z.enum(INVOICE_STATUSES),
  amount: hundredths.nullable(),
  createdDate: text,
})
const payment = z.strictObject({
  paymentId: z.string(),
  status: paymentStatus,
  amount: hundredths,
  currency: z.string().optional(),
  fee: hundredths.nullable(),
  date: text,
  wallet: text,
  name: text,
  description: text,
})
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ count, rows: z.array(row), unread: count })

/** The sale of ours that an invoice is for. */
const itsSale = z.strictObject({ id: z.string(), sequence: z.int(), state: z.string() }).nullable()

const difference = z.strictObject({
  key: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  saleId: text,
  sequence: z.int().nullable(),
  senderInvoiceNo: z.string(),
  invoiceId: text,
  paymentId: text,
  ours: hundredths.nullable(),
  theirs: hundredths.nullable(),
  status: paymentStatus.nullable(),
  mendedAt: at.nullable(),
  state: text,
  remedies: z.array(z.enum(BOOK_REMEDIES)),
  explained: z
    .strictObject({
      why: z.string(),
      by: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
      at,
    })
    .nullable(),
})

const shift = z
  .strictObject({ id: z.string(), zNumber: z.int().nullable(), openedAt: at, closedAt: at.nullable() })
  .nullable()

export const reconciliationSchema = z.strictObject({
  span,
  shift,
  terminal: z.string(),
  begunAt: at,
  doneAt: at,
  sums: z.strictObject({
    theirs: tally,
    ours: tally,
    matched: tally,
    fees: hundredths,
    net: hundredths,
    elsewhere: tally,
    invoices: count,
    unread: count,
  }),
  fees: z.array(
    z.strictObject({
      wallet: z.string(),
      type: paymentType,
      payments: tally,
      fee: hundredths,
      untold: count,
    }),
  ),
  count,
  differences: z.array(difference),
  apart: z.array(
    z.strictObject({
      saleId: z.string(),
      sequence: z.int(),
      what: z.enum(['taken-here', 'charged-here']),
      amount: hundredths,
      shift: z.strictObject({ id: z.string(), zNumber: z.int().nullable(), openedAt: at }).nullable(),
    }),
  ),
}) as unknown as z.ZodType<ReconciliationSeen>

export const bookRunSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('idle') }),
  z.strictObject({
    state: z.literal('running'),
    span,
    step: z.enum(['invoices', 'payments', 'comparing']),
    done: count,
    all: count.nullable(),
    held: failure.nullable(),
  }),
  z.strictObject({ state: z.literal('stopped'), span }),
  z.strictObject({ state: z.literal('failed'), span, failure }),
]) as unknown as z.ZodType<BookRun>

const matched = payment
  .omit({ description: true })
  .extend({ saleId: z.string(), sequence: z.int(), senderInvoiceNo: z.string() })

export const bookedInvoicesSchema = pageOf(invoice).extend({ pages: count }) as unknown as z.ZodType<
  BookPage<BookedInvoice> & { readonly pages: number }
>

export const invoiceSeenSchema = z.strictObject({
  invoice: invoice.omit({ description: true, createdDate: true, senderInvoiceNo: true }).extend({
    senderInvoiceNo: text,
    shortUrl: text,
  }),
  payments: pageOf(payment),
  sale: itsSale,
}) as unknown as z.ZodType<{
  readonly invoice: Pick<BookedInvoice, 'invoiceId' | 'status' | 'amount'> & {
    readonly senderInvoiceNo: string | null
    readonly shortUrl: string | null
  }
  readonly payments: BookPage<BookedPayment>
  readonly sale: { readonly id: string; readonly sequence: number; readonly state: string } | null
}>

export const bookedPaymentSchema = payment
  .omit({ name: true, description: true })
  .extend({ type: paymentType, bankCode: text, currency: text, invoiceId: text }) as unknown as z.ZodType<
  Omit<BookedPayment, 'name' | 'description'> & {
    readonly type: PaymentType
    readonly bankCode: string | null
    readonly currency: string | null
    readonly invoiceId: string | null
  }
>

export const matchedSchema = z.strictObject({ rows: z.array(matched), all: count }) as unknown as z.ZodType<{
  readonly rows: readonly MatchedPayment[]
  readonly all: number
}>

export const reconciledSchema = z.array(
  z.strictObject({ span, shift, doneAt: at, differences: count }),
) as unknown as z.ZodType<readonly ReconciledSpan[]>
