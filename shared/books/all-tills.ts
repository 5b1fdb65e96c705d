/** What an owner asks about the tills of a shop database: of which tills, and how current their figures are. */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { moneySchema } from '../money/schemas.ts'
import { paymentSchema } from '../sale/payment.ts'
import { timeSchema, type Wire } from '../wire.ts'

/** `this` reads this till's journal. `all`, or the terminal code of another till, reads the shop database. */
export const tillChoiceSchema = z.string().regex(/^(this|all|[A-Z0-9]{1,6})$/)
export type TillChoice = 'this' | 'all' | (string & {})

/** The terminal code that the shop database is asked for; null for all tills. */
export const codeOfChoice = (till: TillChoice): string | null => (till === 'all' ? null : till)

/** How current the figures of a till are. */
export const tillFiguresSchema = z.strictObject({
  code: z.string(),
  isMe: z.boolean(),
  /**
   * `behind`: it told that records wait to be sent. `silent`: not heard of for long, so later figures may be missing.
   * `empty`: it has sent nothing yet.
   */
  state: z.enum(['current', 'behind', 'silent', 'empty', 'retired']),
  /** What it recorded until then is in the figures. Null where nothing is known. */
  at: z.nullable(timeSchema),
  /** Counts of records that are missing from the figures. A count of 0 is left out. */
  ...{
    /** Shifts that another version of the program wrote, and this one cannot read. */
    unreadShifts: z.exactOptional(z.int()),
    /** Sales that another version of the program wrote, and this one cannot read. */
    unreadSales: z.exactOptional(z.int()),
    /** Records that its journal lacks after it was set back or copied: the figures are those of the journal. */
    missing: z.exactOptional(z.int()),
    /** Records that the server could not take. */
    apart: z.exactOptional(z.int()),
  },
})
export type TillFigures = Wire<typeof tillFiguresSchema>

const LACKS = ['unreadShifts', 'unreadSales', 'missing', 'apart'] as const
export type Lacks = Partial<Record<(typeof LACKS)[number], number>>

/** What is not in the figures of the till, and how much of it. */
export const lacksOf = (till: Lacks) =>
  LACKS.flatMap((what) => {
    const number = till[what] ?? 0
    return number > 0 ? [{ what, number }] : []
  })

/** Whether figures may be missing, so that a person is warned. */
export const isIncomplete = (till: TillFigures): boolean =>
  lacksOf(till).length > 0 || till.state === 'behind' || till.state === 'silent' || till.state === 'empty'

/** What a check of the QR of another till's sale found (docs/many-tills.md#a-till-that-died-with-a-qr-up). */
export const paymentOfTillSchema = z.strictObject({
  at: timeSchema,
  finding: z.enum(['paid', 'partly', 'unpaid', 'unknown']),
  /** The payments as the sale's own till would show them. */
  payments: z.array(paymentSchema),
  /** The service's time of a payment, by its id. */
  paidAt: z.record(z.string(), z.string()),
  /** The money that is there for the sale, tenders included. */
  received: moneySchema,
  /** Whether a QR of the sale may still be paid. */
  payable: z.boolean(),
  /** Why something is unknown. */
  failure: z.nullable(failureSchema),
})
export type PaymentOfTill = Wire<typeof paymentOfTillSchema>
