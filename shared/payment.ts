/** The money that comes for a sale: payments by the service, and tenders at the counter. */
import { z } from 'zod'
import { idSchema, moneySchema, timeSchema, type Wire } from './wire.ts'

export const PAYMENT_STATUSES = ['PAID', 'PENDING', 'CANCELLED', 'REFUNDED', 'unknown'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export const PAYMENT_TYPES = ['P2P', 'CARD', 'unknown'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

const seenPayment = {
  paymentId: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  /** `payment_amount`: what counts. The amount of a P2P row inside it can be net of a fee and is not kept. */
  amount: moneySchema,
  /**
   * The currency of `amount` as the service named it, upper case; UNKNOWN where what it named is no code. Left out for
   * MNT and where the service names none, which is MNT too (docs/payment-service.md#money). A row that has one is no money in tugriks:
   * its amount is in that currency's hundredths, or 0 where it could not be read, and is never added to tugriks.
   */
  currency: z.exactOptional(z.string()),
  type: z.enum(PAYMENT_TYPES),
  wallet: z.nullable(z.string()),
  /** The paying bank's six-digit code, where the check told it. */
  bankCode: z.nullable(z.string()),
}

/** A payment's account. What it holds only grows: a check adds facts and takes none away. */
export const paymentSchema = z.strictObject(seenPayment).extend({
  /** Of the invoice that it was made for. */
  invoiceNo: z.int(),
  /** What came of it, in MNT. */
  came: moneySchema,
  cameAt: z.nullable(timeSchema),
  /** What of it went back, as the service says of it, whoever sent it back. */
  wentBack: moneySchema,
  wentBackAt: z.nullable(timeSchema),
  /** What of it settles the sale. */
  counted: moneySchema,
  /** What the service says of it now, where that is not what the account of a sold sale holds: since when, and in how many looks in a row. */
  contradicted: z.exactOptional(
    z.strictObject({ status: z.enum(PAYMENT_STATUSES), at: timeSchema, looks: z.int() }),
  ),
})
export type Payment = Wire<typeof paymentSchema>

/** A payment as a check listed it (docs/payment-service.md#check-for-payments). */
export type SeenPayment = Pick<Payment, keyof typeof seenPayment>

/** What of a payment something concerns. */
export const paymentShareSchema = z.strictObject({ paymentId: z.string(), amount: moneySchema })
export type PaymentShare = Wire<typeof paymentShareSchema>

/** How money is taken at the counter, with no service asked (law 7). */
export const TENDER_KINDS = ['cash', 'card', 'transfer'] as const
/** `card` is a card at the bank's own terminal; `transfer` a bank transfer that the cashier saw arrive. */
export type TenderKind = (typeof TENDER_KINDS)[number]

export const takenTenderSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(TENDER_KINDS),
  /** What it settles of the sale. */
  amount: moneySchema,
  received: moneySchema,
  /** Given back at once: `received` less `amount`. Cash alone has any. */
  change: moneySchema,
  /** Last digits of the card, or what the transfer said; may be empty. */
  reference: z.string(),
  at: timeSchema,
  returnedAt: z.nullable(timeSchema),
})
export type TakenTender = Wire<typeof takenTenderSchema>
export type Tender = Omit<TakenTender, 'at' | 'returnedAt'>
