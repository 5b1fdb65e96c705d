/** The messages of the whole control, for both ends. Amounts are numbers of tugriks. */
import { z } from 'zod'
import { paymentStatus, paymentType, usedNumber } from '../../../main/payment-service/practice/records.ts'
import { chaosSchema } from './chaos.ts'
import { faultSchema } from './faults.ts'

/**
 * POST /settle: gives a payment another status, as when a pending one completes, or another amount, as when a part
 * was refunded elsewhere.
 */
export const settleRequest = z
  .strictObject({
    payment_id: z.string(),
    status: paymentStatus.optional(),
    amount: z.number().positive().optional(),
  })
  .refine(({ status, amount }) => status !== undefined || amount !== undefined, 'names no change')
export type SettleRequest = z.input<typeof settleRequest>

/** POST /faults: null removes the waiting ones. */
export const faultsRequest = z.array(faultSchema).nullable()
export const clockRequest = z.strictObject({ advance_s: z.number().min(0).max(1e9) })
/** POST /chaos: random faults; null ends them. */
export const chaosRequest = chaosSchema.nullable()
/** POST /expire-tokens: invalidates all access tokens, and the refresh tokens too if it says so. */
export const expireTokensRequest = z.strictObject({ refresh: z.boolean().default(false) })
export type ExpireTokensRequest = z.input<typeof expireTokensRequest>
/** POST /line: whether anyone can reach the service. The control port stays open. */
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
  /** Counts by endpoint, such as "POST /v2/invoice". */
  requests: z.record(z.string(), z.number()),
  faults_waiting: z.number(),
  /** Requests that got a fault of POST /faults, by its name or effect. */
  faults: z.record(z.string(), z.number()),
  /** Pieces of work that were answered and are not done yet. */
  delayed: z.number(),
  /** Requests that got a random fault, by effect; and how many came while chaos was on. */
  chaos: z.record(z.string(), z.number()),
  chaos_requests: z.number(),
}

/** Ms since 1970, by the moved clock: the contract's own timestamps are too coarse for an order. */
const moment = z.number()

/** GET /state: all data, also lottery and QR data, for an auditor and for tests that nothing else contains them. */
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
      /** Null where it was not cancelled. */
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
      /** The amount before a part was refunded elsewhere. */
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
  /** Payments that are cancelled or refunded, or whose refund was requested. */
  refunds: z.array(
    z.object({
      payment_id: z.string(),
      status: paymentStatus,
      /** Calls of POST /v2/payment/cancel and /v2/payment/refund, whatever the answer. */
      asked: z.number(),
      /** How many of these calls moved money: 0 for a refund elsewhere. */
      done: z.number(),
    }),
  ),
})
export type PracticeState = z.infer<typeof practiceState>

const byStatus = z.record(z.string(), z.number())

/** GET /summary: only the counts of GET /state, for frequent calls. */
export const practiceSummary = z.object({
  ...happenings,
  invoices: byStatus,
  payments: byStatus,
  ereceipts: byStatus,
})
export type PracticeSummary = z.infer<typeof practiceSummary>
