/**
 * The stored records of the practice service. Every change is one entry: it is applied to the ledger in memory and,
 * with a data file, written as one line. Money is in hundredths of a tugrik, times in ms since 1970.
 */
import { z } from 'zod'
import { type Money, money } from '../../../shared/money/money.ts'
import { invoiceRequest } from './invoice-request.ts'

const hundredths = z.int().transform((count): Money => money(count))
const moment = z.number()

/** The credentials. Made once, at random. */
const identityRecord = z.object({
  kind: z.literal('identity'),
  username: z.string(),
  password: z.string(),
  invoice_code: z.string(),
  control_token: z.string(),
})
export type Identity = z.infer<typeof identityRecord>

export const usedNumber = z.enum(['made-again', 'refused'])
export const emptyTaxCode = z.enum(['accepted', 'refused'])
/** The merchant as the service knows it. Each refusal that depends on the merchant has its switch here. */
const merchantRecord = z.object({
  kind: z.literal('merchant'),
  exists: z.boolean(),
  active: z.boolean(),
  registered_for_ebarimt: z.boolean(),
  ebarimt_cancel_supported: z.boolean(),
  min_amount: hundredths,
  max_amount: hundredths,
  /** What happens to a second invoice with the same `sender_invoice_no`: the contract does not say. */
  used_number: usedNumber,
  /** What happens to goods with an empty `tax_product_code`: the contract does not say. */
  empty_tax_code: emptyTaxCode,
})
export type Merchant = z.infer<typeof merchantRecord>

/** The contract names only the status `OPEN`. Services also sent others (docs/payment-service.md#list-invoices). */
const invoiceRecord = z.object({
  kind: z.literal('invoice'),
  invoice_id: z.string(),
  shape: z.enum(['simple', 'full', 'ebarimt']),
  status: z.enum(['OPEN', 'CLOSED', 'CANCELLED']),
  amount: hundredths,
  created_at: moment,
  cancelled_at: moment.optional(),
  request: invoiceRequest,
})
export type InvoiceRecord = z.infer<typeof invoiceRecord>

/** docs/payment-service.md#read-a-payment */
export const paymentStatus = z.enum(['PAID', 'PENDING', 'CANCELLED', 'REFUNDED'])
export const paymentType = z.enum(['P2P', 'CARD'])
const paymentRecord = z.object({
  kind: z.literal('payment'),
  payment_id: z.string(),
  invoice_id: z.string(),
  status: paymentStatus,
  type: paymentType,
  amount: hundredths,
  /** The service's fee. The amount of the P2P row is net of it. */
  fee: hundredths,
  bank_code: z.string(),
  made_at: moment,
  /** Left out for MNT. */
  currency: z.string().optional(),
  /** The first amount, where a part was refunded elsewhere. */
  first_amount: hundredths.optional(),
})
export type PaymentRecord = z.infer<typeof paymentRecord>

/** docs/payment-service.md#e-receipt-fields */
const eReceiptRecord = z.object({
  kind: z.literal('e-receipt'),
  id: z.string(),
  payment_id: z.string(),
  /** The 33 digits of the ДДТД. */
  receipt_id: z.string(),
  receiver_type: z.enum(['83', '84']),
  receiver: z.string(),
  amount: hundredths,
  vat: hundredths,
  city_tax: hundredths,
  qr_data: z.string(),
  lottery: z.string(),
  status: z.enum(['CREATED', 'CANCELLED']),
  items: z.array(z.record(z.string(), z.string())),
  histories: z.array(z.object({ status: z.enum(['CREATED', 'CANCELLED']), at: moment })),
})
export type EReceiptRecord = z.infer<typeof eReceiptRecord>

/** How far the control moved the clock, in ms. */
const clockRecord = z.object({ kind: z.literal('clock'), advance_ms: z.number() })

/** Removes all records and resets merchant and clock. The identity stays. */
const resetRecord = z.object({ kind: z.literal('reset') })

export const entryRecord = z.discriminatedUnion('kind', [
  identityRecord,
  merchantRecord,
  clockRecord,
  invoiceRecord,
  paymentRecord,
  eReceiptRecord,
  resetRecord,
])
export type Entry = z.infer<typeof entryRecord>
