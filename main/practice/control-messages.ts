/** What goes over the control port, for both of its ends. Amounts are numbers of tugriks. */
import { z } from 'zod'
import { chaosSchema } from './chaos.ts'
import { faultSchema } from './faults.ts'
import { paymentStatus, paymentType, usedNumber } from './records.ts'

/** POST /pay: the payer's part. */
export const payRequest = z.strictObject({
  invoice_id: z.string(),
  /** What is still due where left out; any positive amount may be paid, whatever the invoice allows. */
  amount: z.number().positive().optional(),
  type: paymentType.default('P2P'),
  /** Of the payer's bank (docs/payment-service.md#bank-codes). */
  bank_code: z.string().min(1).optional(),
  status: paymentStatus.default('PAID'),
  /** Of `amount`: MNT where left out. Another one pays nothing of the invoice. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})
export type PayRequest = z.input<typeof payRequest>
export const payAnswer = z.object({ payment_id: z.string(), amount: z.number() })

/**
 * POST /settle: a payment goes over to another state, as a pending one does that completes, or to another amount, as one
 * does of which a part went back elsewhere.
 */
export const settleRequest = z
  .strictObject({
    payment_id: z.string(),
    status: paymentStatus.optional(),
    amount: z.number().positive().optional(),
  })
  .refine(({ status, amount }) => status !== undefined || amount !== undefined, 'names no change')
export type SettleRequest = z.input<typeof settleRequest>

/** POST /faults: null ends those that wait. */
export const faultsRequest = z.array(faultSchema).nullable()
export const clockRequest = z.strictObject({ advance_s: z.number().min(0).max(1e9) })
/** POST /chaos: faults by chance; null ends it. */
export const chaosRequest = chaosSchema.nullable()
/** POST /expire-tokens: the access tokens given out so far; the refresh tokens too, where it says so. */
export const expireTokensRequest = z.strictObject({ refresh: z.boolean().default(false) })
export type ExpireTokensRequest = z.input<typeof expireTokensRequest>
/** POST /line: whether anyone can reach the service. The control port stays. */
export const lineRequest = z.strictObject({ up: z.boolean() })
export const rateLimitRequest = z.strictObject({ per_second: z.int().min(0).nullable() })

const tugriks = z.number().positive().max(1e9)
export const merchantRequest = z.strictObject({
  exists: z.boolean().optional(),
  active: z.boolean().optional(),
  registered_for_ebarimt: z.boolean().optional(),
  ebarimt_cancel_supported: z.boolean().optional(),
  min_amount: tugriks.optional(),
  max_amount: tugriks.optional(),
  used_number: usedNumber.optional(),
})
export type MerchantRequest = z.input<typeof merchantRequest>

const happenings = {
  now: z.string(),
  /** By endpoint: "POST /v2/invoice". */
  requests: z.record(z.string(), z.number()),
  faults_waiting: z.number(),
  /** Requests befallen by what was asked for with POST /faults, by name or effect. */
  faults: z.record(z.string(), z.number()),
  /** Pieces of work that were answered and are not done yet. */
  delayed: z.number(),
  /** Requests befallen by chance, by effect; and how many came while chance ruled. */
  chaos: z.record(z.string(), z.number()),
  chaos_requests: z.number(),
}

/** Ms since 1970, of the moved clock: the interface's own timestamps are too coarse to tell what came first. */
const moment = z.number()

/**
 * GET /state: all there is, lottery and QR data included, for tests that must find them nowhere else, and for an
 * auditor.
 */
export const practiceState = z.object({
  ...happenings,
  merchant: z.object({
    exists: z.boolean(),
    active: z.boolean(),
    registered_for_ebarimt: z.boolean(),
    ebarimt_cancel_supported: z.boolean(),
    min_amount: z.number(),
    max_amount: z.number(),
    used_number: usedNumber,
  }),
  invoices: z.array(
    z.object({
      invoice_id: z.string(),
      sender_invoice_no: z.string(),
      shape: z.string(),
      amount: z.number(),
      status: z.string(),
      qr_text: z.string(),
      created_date: z.string(),
      created_at: moment,
      /** Null where it was not, or a service without this field kept it. */
      cancelled_at: moment.nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      payment_id: z.string(),
      invoice_id: z.string(),
      status: paymentStatus,
      type: paymentType,
      amount: z.number(),
      /** Before a part of it went back elsewhere. */
      first_amount: z.number(),
      currency: z.string(),
      created_at: moment,
    }),
  ),
  ereceipts: z.array(
    z.object({
      id: z.string(),
      receipt_id: z.string(),
      payment_id: z.string(),
      receiver_type: z.string(),
      receiver: z.string(),
      status: z.string(),
      amount: z.number(),
      lottery: z.string(),
      qr_data: z.string(),
    }),
  ),
  /** Payments that are cancelled or refunded, or were asked to be. */
  refunds: z.array(
    z.object({
      payment_id: z.string(),
      status: paymentStatus,
      /** By POST /v2/payment/cancel and /v2/payment/refund, whatever the answer was. */
      asked: z.number(),
      /** How often that moved the money: 0 for a refund that was made elsewhere. */
      done: z.number(),
    }),
  ),
})
export type PracticeState = z.infer<typeof practiceState>

const byStatus = z.record(z.string(), z.number())

/** GET /summary: the counts of GET /state, for whoever looks often. */
export const practiceSummary = z.object({
  ...happenings,
  invoices: byStatus,
  payments: byStatus,
  ereceipts: byStatus,
})
export type PracticeSummary = z.infer<typeof practiceSummary>
