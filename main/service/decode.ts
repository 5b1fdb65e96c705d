/**
 * Answers of the service, read into what the terminal works with: tolerant as the field notes' table says, never by
 * guessing. Unknown fields are left aside, an unknown value of a known field becomes 'unknown' and is noticed, a
 * missing or wrong required field makes the whole answer unreadable.
 */
import { z } from 'zod'
import type { BookedInvoice, BookedPayment, BookPage } from '../../shared/books.ts'
import { type Money, parseMoney } from '../../shared/money.ts'
import type { BankLink, PaymentStatus, PaymentType, SeenPayment } from '../../shared/sale.ts'
import type {
  CheckResult,
  CreatedInvoice,
  Ebarimt,
  InvoiceDetail,
  InvoiceStatus,
  InvoiceSummary,
  PaymentDetail,
  PaymentSummary,
} from './types.ts'

/** Told of values that were not understood and not needed. */
type Notice = (line: string) => void

/**
 * Gives what the body says, or where it cannot be read (field names alone, no values). Never throws. `body` is undefined
 * where there is no JSON; `empty` where there was nothing at all.
 */
export type Decoder<Value> = (body: unknown, notice: Notice, empty?: boolean) => Decoded<Value>
type Decoded<Value> =
  | { readonly readable: true; readonly value: Value }
  | { readonly readable: false; readonly where: string }

const decoder =
  <Schema extends z.ZodType, Value>(
    schema: Schema,
    build: (wire: z.output<Schema>, notice: Notice) => Value,
  ): Decoder<Value> =>
  (body, notice) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return { readable: true, value: build(parsed.data, notice) }
    return { readable: false, where: parsed.error.issues.slice(0, 3).map(whereOf).join(', ') }
  }

const whereOf = ({ path }: z.core.$ZodIssue): string =>
  path.slice(0, 4).map(String).join('.') || 'the whole answer'

// ── Fields ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A number that JSON could not carry exactly is refused rather than rounded: ids are long digits (field notes). */
const id = z.union([
  z.string().trim().min(1).max(200),
  z
    .int()
    .nonnegative()
    .transform((exact) => String(exact)),
])
/** Text or number, exact to the hundredth: a number goes through its shortest decimal text. */
const amount = z.union([z.string(), z.number()]).transform((wire, context): Money => {
  const read = parseMoney(String(wire))
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'not an amount' })
  return z.NEVER
})
const amountIfAny = amount.nullish().transform((wire) => wire ?? null)
const count = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])
const textIfAny = z
  .string()
  .nullish()
  .catch(null)
  .transform((wire) => wire || null)
const idIfAny = id
  .nullish()
  .catch(null)
  .transform((wire) => wire ?? null)
/** Without a zone by the interface (general rule 5), also seen with `Z` and milliseconds: kept as it came. */
const timestampIfAny = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/)
  .nullish()
  .catch(null)
  .transform((wire) => wire ?? null)

// ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const INVOICE_STATUSES: ReadonlyMap<string, InvoiceStatus> = new Map([
  ['OPEN', 'OPEN'],
  ['CLOSED', 'PAID'],
  ['PAID', 'PAID'],
  ['CANCELLED', 'CANCELLED'],
  ['CANCELED', 'CANCELLED'],
])
const PAYMENT_STATUSES: ReadonlyMap<string, PaymentStatus> = new Map([
  ['PAID', 'PAID'],
  ['PENDING', 'PENDING'],
  ['NEW', 'PENDING'],
  ['CANCELLED', 'CANCELLED'],
  ['CANCELED', 'CANCELLED'],
  ['REFUNDED', 'REFUNDED'],
  ['REFUND', 'REFUNDED'],
])
const PAYMENT_TYPES: ReadonlyMap<string, PaymentType> = new Map([
  ['P2P', 'P2P'],
  ['CARD', 'CARD'],
])
const EBARIMT_STATUSES: ReadonlyMap<string, Ebarimt['status']> = new Map([
  ['CREATED', 'CREATED'],
  ['CANCELLED', 'CANCELLED'],
  ['CANCELED', 'CANCELLED'],
])
const RECEIVER_TYPES: ReadonlyMap<string, Ebarimt['receiverType']> = new Map([
  ['83', '83'],
  ['CITIZEN', '83'],
  ['84', '84'],
  ['COMPANY', '84'],
])

const word = z.union([z.string(), z.number()]).transform(String)
const wordIfAny = word.nullish().transform((wire) => wire ?? null)

function understand<Word extends string>(
  words: ReadonlyMap<string, Word>,
  field: string,
  wire: string | null,
  notice: Notice,
): Word | 'unknown' {
  const known = wire === null ? undefined : words.get(wire.trim().toUpperCase())
  if (known !== undefined) return known
  if (wire !== null) notice(`${field} is unknown: "${wire}"`)
  return 'unknown'
}

// ── Tokens, section 2.1 ─────────────────────────────────────────────────────────────────────────────────────────────

export type TokenPair = {
  readonly accessToken: string
  readonly refreshToken: string
  readonly lifetimeMs: number
  readonly refreshLifetimeMs: number
}

/** It goes into a header: nothing but visible ASCII. */
const token = z.string().regex(/^[\x21-\x7e]{1,8000}$/)
const seconds = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,13}(\.\d+)?$/)
    .transform(Number),
])
const tokenPair = z.object({
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .nullish(),
  access_token: token,
  expires_in: seconds,
  refresh_token: token,
  refresh_expires_in: seconds,
})

/** `now` is wall time in ms, for services that send the end of life instead of its length. */
export const tokenPairDecoder = (now: number): Decoder<TokenPair> =>
  decoder(tokenPair, (wire) => ({
    accessToken: wire.access_token,
    refreshToken: wire.refresh_token,
    lifetimeMs: lifetimeMs(wire.expires_in, now, 600),
    refreshLifetimeMs: lifetimeMs(wire.refresh_expires_in, now, 3600),
  }))

/** Above 1e9 it is an absolute Unix time (field notes). A terminal whose clock is wrong falls back on what is typical. */
function lifetimeMs(wire: number, now: number, typical: number): number {
  if (wire <= 1e9) return Math.max(wire, 1) * 1000
  const left = wire * 1000 - now
  return left > 0 && left < 366 * 86_400_000 ? left : typical * 1000
}

// ── Invoices, sections 2.3 and 2.4 ──────────────────────────────────────────────────────────────────────────────────

const bankLink = z.object({ name: z.string(), description: z.string().nullish(), link: z.string().min(1) })
/** A link that cannot be read is left out: the QR carries the sale. */
const bankLinks = z
  .array(z.unknown())
  .nullish()
  .transform((rows): BankLink[] =>
    (rows ?? []).flatMap((row) => {
      const { success, data } = bankLink.safeParse(row)
      return success ? [{ name: data.name, description: data.description ?? '', link: data.link }] : []
    }),
  )

/** The wire name is the service's own name and `_shortUrl` (section 2.3). */
function shortUrlIn(wire: Readonly<Record<string, unknown>>): string | null {
  const key = Object.keys(wire).find((name) => name.toLowerCase().endsWith('_shorturl'))
  const value = key === undefined ? null : wire[key]
  return typeof value === 'string' && value !== '' ? value : null
}

const createdInvoice = z.looseObject({ invoice_id: id, qr_text: z.string().min(1), urls: bankLinks })

export const decodeCreatedInvoice: Decoder<CreatedInvoice> = decoder(createdInvoice, (wire) => ({
  invoiceId: wire.invoice_id,
  qrText: wire.qr_text,
  shortUrl: shortUrlIn(wire),
  banks: wire.urls,
}))

const invoiceDetail = (asked: string) =>
  z.looseObject({
    invoice_id: id.nullish().refine((told) => (told ?? asked) === asked),
    invoice_status: wordIfAny,
    amount: amountIfAny,
    sender_invoice_no: idIfAny,
    qr_text: textIfAny,
    urls: bankLinks.catch([]),
  })

/** The field list is not shown (section 4.2): all but the object itself may be missing, none may contradict. */
export const invoiceDetailDecoder = (asked: string): Decoder<InvoiceDetail> =>
  decoder(invoiceDetail(asked), (wire, notice) => ({
    invoiceId: asked,
    status: understand(INVOICE_STATUSES, 'invoice_status', wire.invoice_status, notice),
    amount: wire.amount,
    senderInvoiceNo: wire.sender_invoice_no,
    qrText: wire.qr_text,
    shortUrl: shortUrlIn(wire),
    banks: wire.urls,
  }))

const invoiceSummary = z.object({
  invoice_id: id,
  // Required: a row that cannot be told from ours must not read as "there is none".
  sender_invoice_no: id,
  invoice_status: wordIfAny,
  amount: amountIfAny,
  created_date: timestampIfAny,
})

/** One page of a list or a check. */
export type Page<Row> = { readonly count: number; readonly rows: readonly Row[] }

export const decodeInvoicePage: Decoder<Page<InvoiceSummary>> = decoder(
  z.object({ count, rows: z.array(invoiceSummary) }),
  (wire, notice) => ({
    count: wire.count,
    rows: wire.rows.map((row) => ({
      invoiceId: row.invoice_id,
      senderInvoiceNo: row.sender_invoice_no,
      status: understand(INVOICE_STATUSES, 'invoice_status', row.invoice_status, notice),
      amount: row.amount,
      createdDate: row.created_date,
    })),
  }),
)

/** A list whose rows are read one by one: what cannot be read is counted. */
const bookPage =
  <Schema extends z.ZodType, Row>(
    schema: Schema,
    build: (wire: z.output<Schema>, notice: Notice) => Row,
  ): Decoder<BookPage<Row>> =>
  (body, notice) =>
    decoder(z.object({ count, rows: z.array(z.unknown()) }), (wire) => {
      const read = wire.rows.map((row) => schema.safeParse(row))
      for (const one of read)
        if (!one.success)
          notice(`a row cannot be read at ${one.error.issues.slice(0, 3).map(whereOf).join(', ')}`)
      const rows = read.flatMap((one) => (one.success ? [build(one.data, notice)] : []))
      return { count: wire.count, rows, unread: wire.rows.length - rows.length }
    })(body, notice)

export const decodeInvoiceBookPage: Decoder<BookPage<BookedInvoice>> = bookPage(
  invoiceSummary.extend({ invoice_description: textIfAny }),
  (row, notice) => ({
    invoiceId: row.invoice_id,
    senderInvoiceNo: row.sender_invoice_no,
    description: row.invoice_description,
    status: understand(INVOICE_STATUSES, 'invoice_status', row.invoice_status, notice),
    amount: row.amount,
    createdDate: row.created_date,
  }),
)

// ── Payments, sections 2.5 and 2.6 ──────────────────────────────────────────────────────────────────────────────────

const payment = z.object({
  payment_id: id,
  payment_status: word,
  payment_amount: amount,
  payment_type: wordIfAny,
  transaction_type: wordIfAny,
  payment_wallet: textIfAny,
  p2p_transactions: z
    .array(z.object({ transaction_bank_code: textIfAny }).catch({ transaction_bank_code: null }))
    .catch([]),
})

const seenPayment = (wire: z.output<typeof payment>, notice: Notice): SeenPayment => ({
  paymentId: wire.payment_id,
  status: understand(PAYMENT_STATUSES, 'payment_status', wire.payment_status, notice),
  amount: wire.payment_amount,
  type: understand(PAYMENT_TYPES, 'payment_type', wire.payment_type ?? wire.transaction_type, notice),
  wallet: wire.payment_wallet,
  // The sender's bank: `account_bank_code` is the receiver's.
  bankCode:
    wire.p2p_transactions.find((row) => row.transaction_bank_code !== null)?.transaction_bank_code ?? null,
})

export type CheckPage = Page<SeenPayment> & Pick<CheckResult, 'paidAmount'>

export const decodeCheckPage: Decoder<CheckPage> = decoder(
  z.object({ count, paid_amount: amount, rows: z.array(payment) }),
  (wire, notice) => ({
    count: wire.count,
    paidAmount: wire.paid_amount,
    rows: wire.rows.map((row) => seenPayment(row, notice)),
  }),
)

const paymentDetail = (asked: string) =>
  payment.extend({
    payment_id: id.refine((told) => told === asked),
    payment_fee: amount.nullish().catch(null),
    payment_date: timestampIfAny,
    payment_currency: textIfAny,
    object_id: idIfAny,
  })

export const paymentDetailDecoder = (asked: string): Decoder<PaymentDetail> =>
  decoder(paymentDetail(asked), (wire, notice) => {
    const seen = seenPayment(wire, notice)
    return {
      ...seen,
      fee: wire.payment_fee ?? null,
      date: wire.payment_date,
      currency: wire.payment_currency,
      invoiceId: wire.object_id,
      transactionType: seen.type,
    }
  })

const paymentSummary = z.object({
  payment_id: id,
  payment_status: word,
  payment_amount: amount,
  payment_fee: amount.nullish().catch(null),
  payment_date: timestampIfAny,
  payment_currency: textIfAny,
  payment_wallet: textIfAny,
  payment_name: textIfAny,
  payment_description: textIfAny,
  object_id: idIfAny,
})

/** Section 2.7. */
export const decodePaymentPage: Decoder<Page<PaymentSummary>> = decoder(
  z.object({ count, rows: z.array(paymentSummary) }),
  (wire, notice) => ({
    count: wire.count,
    rows: wire.rows.map((row) => ({
      paymentId: row.payment_id,
      status: understand(PAYMENT_STATUSES, 'payment_status', row.payment_status, notice),
      amount: row.payment_amount,
      fee: row.payment_fee ?? null,
      date: row.payment_date,
      currency: row.payment_currency,
      wallet: row.payment_wallet,
      name: row.payment_name,
      description: row.payment_description,
      invoiceId: row.object_id,
    })),
  }),
)

export const decodePaymentBookPage: Decoder<BookPage<BookedPayment>> = bookPage(
  paymentSummary,
  (row, notice) => ({
    paymentId: row.payment_id,
    status: understand(PAYMENT_STATUSES, 'payment_status', row.payment_status, notice),
    amount: row.payment_amount,
    fee: row.payment_fee ?? null,
    date: row.payment_date,
    wallet: row.payment_wallet,
    name: row.payment_name,
    description: row.payment_description,
  }),
)

// ── E-receipt, section 2.8 ──────────────────────────────────────────────────────────────────────────────────────────

const ebarimt = z.object({
  id,
  ebarimt_receipt_id: idIfAny,
  ebarimt_receiver_type: wordIfAny,
  ebarimt_receiver: textIfAny,
  amount,
  vat_amount: amount,
  city_tax_amount: amount,
  ebarimt_qr_data: z.string().min(1),
  // An organisation's e-receipt has none.
  ebarimt_lottery: word.nullish(),
  barimt_status: word,
  barimt_status_date: timestampIfAny,
  status: z.boolean().nullish().catch(null),
})

export const decodeEbarimt: Decoder<Ebarimt> = decoder(ebarimt, (wire, notice) => ({
  id: wire.id,
  receiptId: wire.ebarimt_receipt_id,
  receiverType: understand(RECEIVER_TYPES, 'ebarimt_receiver_type', wire.ebarimt_receiver_type, notice),
  receiver: wire.ebarimt_receiver ?? '',
  amount: wire.amount,
  vat: wire.vat_amount,
  cityTax: wire.city_tax_amount,
  qrData: wire.ebarimt_qr_data,
  lottery: wire.ebarimt_lottery ?? '',
  status: ebarimtStatus(wire, notice),
  statusDate: wire.barimt_status_date,
}))

/** `status` says on create whether the receipt is active: a CREATED one that is not is nothing to print. */
function ebarimtStatus(wire: z.output<typeof ebarimt>, notice: Notice): Ebarimt['status'] {
  const told = understand(EBARIMT_STATUSES, 'barimt_status', wire.barimt_status, notice)
  if (told !== 'CREATED' || wire.status !== false) return told
  notice('an e-receipt came back as created and not active')
  return 'unknown'
}

const voidedEbarimt = z.object({
  id,
  barimt_status: word,
  barimt_status_date: timestampIfAny,
  status: z.boolean().nullish(),
})

/** `refused`: the service says that the operation did not succeed (`status` on cancel, section 2.8). */
export type VoidAnswer =
  | { readonly refused: true }
  | { readonly refused: false; readonly id: string; readonly statusDate: string | null }

/** An answer that neither refuses nor says CANCELLED contradicts itself, and is unreadable. */
export const decodeVoidedEbarimt: Decoder<VoidAnswer> = (body, notice) => {
  const read = decoder(voidedEbarimt, (wire) => wire)(body, notice)
  if (!read.readable) return read
  const { status, barimt_status, id: receiptId, barimt_status_date: statusDate } = read.value
  if (status === false) return { readable: true, value: { refused: true } }
  const told = understand(EBARIMT_STATUSES, 'barimt_status', barimt_status, notice)
  if (told !== 'CANCELLED') return { readable: false, where: 'barimt_status' }
  return { readable: true, value: { refused: false, id: receiptId, statusDate } }
}

/**
 * HTTP 200 with an empty body (section 4). JSON is let pass, an error under 200 and a gateway's page are not: to take a
 * page for a refund would be to guess.
 */
export const decodeNothing: Decoder<undefined> = (body, _notice, empty) => {
  const error = typeof body === 'object' && body !== null && ('error_code' in body || 'error' in body)
  if (error || (body === undefined && !empty))
    return { readable: false, where: 'an answer that should be empty' }
  return { readable: true, value: undefined }
}
