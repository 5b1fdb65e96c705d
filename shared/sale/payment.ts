/** The money for a sale: payments through the service, and tenders at the counter. */
import { z } from 'zod'
import { moneySchema } from '../money/schemas.ts'
import { idSchema, timeSchema, type Wire } from '../wire.ts'

export const PAYMENT_STATUSES = ['PAID', 'PENDING', 'CANCELLED', 'REFUNDED', 'unknown'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export const PAYMENT_TYPES = ['P2P', 'CARD', 'unknown'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

const seenPayment = {
  paymentId: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  /** `payment_amount` of the service. The amount in the P2P row inside it may be net of a fee and is not stored. */
  amount: moneySchema,
  /**
   * Currency of `amount` in upper case, or UNKNOWN if the service sent no valid code. Left out for MNT; a missing
   * currency is MNT too (docs/payment-service.md#money). If it is present, `amount` is in hundredths of that currency,
   * or 0 if unreadable, and must never be added to tugriks.
   */
  currency: z.exactOptional(z.string()),
  type: z.enum(PAYMENT_TYPES),
  wallet: z.nullable(z.string()),
  /** The paying bank's six-digit code, if the check returned it. */
  bankCode: z.nullable(z.string()),
}

/** The account of a payment. Checks only add to it and never remove anything. */
export const paymentSchema = z.strictObject(seenPayment).extend({
  /** `no` of the invoice that was paid. */
  invoiceNo: z.int(),
  /** The amount that came, in MNT. */
  came: moneySchema,
  cameAt: z.nullable(timeSchema),
  /** The amount that went back according to the service, whoever sent it back. */
  wentBack: moneySchema,
  wentBackAt: z.nullable(timeSchema),
  /** The part that settles the sale. */
  counted: moneySchema,
  /**
   * The service's latest status, if it contradicts the account of a sold sale: since when, and in how many checks in a
   * row.
   */
  contradicted: z.exactOptional(
    z.strictObject({ status: z.enum(PAYMENT_STATUSES), at: timeSchema, checks: z.int() }),
  ),
})
export type Payment = Wire<typeof paymentSchema>

/** A payment as a check returns it (docs/payment-service.md#check-for-payments). */
export type SeenPayment = Pick<Payment, keyof typeof seenPayment>

/** A part of a payment. */
export const paymentShareSchema = z.strictObject({ paymentId: z.string(), amount: moneySchema })
export type PaymentShare = Wire<typeof paymentShareSchema>

/** The ways of taking money at the counter, without the service (law 7). */
export const TENDER_KINDS = ['cash', 'card', 'transfer'] as const
/** `card` is a card at the bank's terminal; `transfer` is a bank transfer that the cashier saw arrive. */
export type TenderKind = (typeof TENDER_KINDS)[number]

export const takenTenderSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(TENDER_KINDS),
  /** The part of the sale that it settles. */
  amount: moneySchema,
  /** What the payer pays above `amount`, or below it where it is negative, because cash is rounded. */
  rounding: z.exactOptional(moneySchema),
  received: moneySchema,
  /** Given back at once: `received` less `amount` and `rounding`. Only cash has change. */
  change: moneySchema,
  /** Last digits of the card, or the reference of the transfer; may be empty. */
  reference: z.string(),
  at: timeSchema,
  returnedAt: z.nullable(timeSchema),
})
export type TakenTender = Wire<typeof takenTenderSchema>
export type Tender = Omit<TakenTender, 'at' | 'returnedAt'>
