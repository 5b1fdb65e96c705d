/**
 * Decodes the service's answers: tolerant where docs/payment-service.md says so, and never guessing. Unknown fields
 * are ignored, an unknown value of a known field becomes 'unknown' and is logged, and a missing or wrong required
 * field makes the whole answer unreadable.
 */
import { z } from 'zod'
import type { BookedInvoice, BookedPayment, BookPage } from '../../../shared/books/reconciliation.ts'
import { NO_MONEY } from '../../../shared/money/money.ts'
import type { BankLink, PaymentStatus, PaymentType, SeenPayment } from '../../../shared/sale/sale.ts'
import {
  amount,
  amountIfAny,
  anything,
  bookPage,
  currencyIfAny,
  type Decoder,
  decoder,
  exactText,
  flag,
  id,
  idIfAny,
  type Notice,
  type Page,
  page,
  readAmount,
  taxIfTold,
  textIfAny,
  timestampIfAny,
  understand,
  word,
  wordIfAny,
} from './decode-fields.ts'
import { plainText } from './plain-text.ts'
import type {
  CreatedInvoice,
  Ebarimt,
  InvoiceDetail,
  InvoiceStatus,
  InvoiceSummary,
  PaymentDetail,
  PaymentSummary,
} from './types.ts'

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

export type TokenPair = {
  readonly accessToken: string
  readonly refreshToken: string
  readonly lifetimeMs: number
  readonly refreshLifetimeMs: number
}

/** Visible ASCII only, because it is sent in a header. */
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

/** `now` is wall time in ms, for services that send the time of expiry instead of the lifetime. */
export const tokenPairDecoder = (now: number): Decoder<TokenPair> =>
  decoder(tokenPair, (wire) => ({
    accessToken: wire.access_token,
    refreshToken: wire.refresh_token,
    lifetimeMs: lifetimeMs(wire.expires_in, now, 600),
    refreshLifetimeMs: lifetimeMs(wire.refresh_expires_in, now, 3600),
  }))

/**
 * Above 1e9 the value is an absolute Unix time (docs/payment-service.md#token-pair). If the terminal's clock is wrong,
 * or there is no value, the typical lifetime is used.
 */
function lifetimeMs(wire: number, now: number, typical: number): number {
  if (wire <= 0) return typical * 1000
  if (wire <= 1e9) return Math.max(wire, 1) * 1000
  const left = wire * 1000 - now
  return left > 0 && left < 366 * 86_400_000 ? left : typical * 1000
}

/** A QR of more characters is too dense for a phone. */
const LONGEST_QR = 2_000
const LONGEST_NAME = 100
const LONGEST_TEXT = 255
const MOST_BANKS = 60

const bankLink = z.object({
  name: textIfAny(LONGEST_NAME),
  description: textIfAny(LONGEST_NAME),
  link: exactText(LONGEST_QR),
})

/** An unreadable link is left out, because the QR is enough for the sale. */
const bankLinks = z
  .array(z.unknown())
  .nullish()
  .transform((rows): BankLink[] =>
    (rows ?? []).slice(0, MOST_BANKS).flatMap((row) => {
      const { success, data } = bankLink.safeParse(row)
      return success && data.name !== null
        ? [{ name: data.name, description: data.description ?? '', link: data.link }]
        : []
    }),
  )

/** The wire name is the service's own name and `_shortUrl` (docs/payment-service.md#create-an-invoice). */
function shortUrlIn(wire: Readonly<Record<string, unknown>>): string | null {
  const key = Object.keys(wire).find((name) => name.toLowerCase().endsWith('_shorturl'))
  const value = key === undefined ? null : wire[key]
  return typeof value === 'string' && /^https?:\/\/[\x21-\x7e]{1,500}$/i.test(value) ? value : null
}

const createdInvoice = z.looseObject({ invoice_id: id, qr_text: exactText(LONGEST_QR), urls: bankLinks })

export const decodeCreatedInvoice: Decoder<CreatedInvoice> = decoder(createdInvoice, (wire) => ({
  invoiceId: wire.invoice_id,
  qrText: wire.qr_text,
  shortUrl: shortUrlIn(wire),
  banks: wire.urls,
}))

const invoiceDetail = (asked: string) =>
  z
    .looseObject({
      invoice_id: id.nullish().refine((told) => (told ?? asked) === asked),
      invoice_status: wordIfAny,
      amount: amountIfAny,
      sender_invoice_no: idIfAny,
      qr_text: exactText(LONGEST_QR).nullish().catch(null),
      urls: bankLinks.catch([]),
    })
    .refine(({ invoice_id, invoice_status, sender_invoice_no, qr_text, message }) =>
      // Beside an error's message the id is only an echo.
      [invoice_status, sender_invoice_no, qr_text, message ? null : invoice_id].some(Boolean),
    )

/**
 * The contract does not list the fields (docs/payment-service.md#read-an-invoice). So each field is optional, but an answer
 * with none of them is refused, and so is one whose fields contradict each other.
 */
export const invoiceDetailDecoder = (asked: string): Decoder<InvoiceDetail> =>
  decoder(invoiceDetail(asked), (wire, notice) => ({
    invoiceId: asked,
    status: understand(INVOICE_STATUSES, 'invoice_status', wire.invoice_status, notice),
    amount: wire.amount,
    senderInvoiceNo: wire.sender_invoice_no,
    qrText: wire.qr_text ?? null,
    shortUrl: shortUrlIn(wire),
    banks: wire.urls,
  }))

const invoiceSummary = z.object({
  invoice_id: id,
  // Required, because a row without its number would look like no row at all.
  sender_invoice_no: id,
  invoice_status: wordIfAny,
  amount: amountIfAny,
  created_date: timestampIfAny,
})

export const decodeInvoicePage: Decoder<Page<InvoiceSummary>> = page(invoiceSummary, (row, notice) => ({
  invoiceId: row.invoice_id,
  senderInvoiceNo: row.sender_invoice_no,
  status: understand(INVOICE_STATUSES, 'invoice_status', row.invoice_status, notice),
  amount: row.amount,
  createdDate: row.created_date,
}))

export const decodeInvoiceBookPage: Decoder<BookPage<BookedInvoice>> = bookPage(
  invoiceSummary.extend({ invoice_description: textIfAny(LONGEST_TEXT) }),
  (row, notice) => ({
    invoiceId: row.invoice_id,
    senderInvoiceNo: row.sender_invoice_no,
    description: row.invoice_description,
    status: understand(INVOICE_STATUSES, 'invoice_status', row.invoice_status, notice),
    amount: row.amount,
    createdDate: row.created_date,
  }),
)

type WireMoney = {
  readonly payment_amount?: unknown
  readonly payment_currency: string | null
  readonly p2p_transactions?: readonly { readonly currency: string | null }[]
}

/** The currency of a payment that is not in tugriks. Undefined where no field names another currency. */
function otherCurrency({ payment_currency, p2p_transactions = [] }: WireMoney): string | undefined {
  const named = [payment_currency, ...p2p_transactions.map(({ currency }) => currency)]
  const first = named.find((currency) => currency !== null) ?? 'MNT'
  return first === 'MNT' ? undefined : first
}

/**
 * Amount and currency of a payment. An unreadable amount in tugriks makes the row unreadable. An amount in another
 * currency counts as 0, however it is written.
 */
const withMoney = <Wire extends WireMoney>(schema: z.ZodType<Wire>) =>
  schema.transform((wire, context): Wire & { readonly money: Pick<SeenPayment, 'amount' | 'currency'> } => {
    const currency = otherCurrency(wire)
    const read = readAmount(wire.payment_amount) ?? (currency === undefined ? null : NO_MONEY)
    if (read !== null)
      return { ...wire, money: { amount: read, ...(currency === undefined ? {} : { currency }) } }
    context.addIssue({ code: 'custom', message: 'not an amount', path: ['payment_amount'] })
    return z.NEVER
  })

const LONGEST_BANK_CODE = 20

const paymentFields = {
  payment_id: id,
  payment_status: word,
  payment_amount: anything,
  payment_currency: currencyIfAny,
  payment_type: wordIfAny,
  transaction_type: wordIfAny,
  payment_wallet: textIfAny(LONGEST_NAME),
  p2p_transactions: z
    .array(
      z
        .object({ transaction_bank_code: textIfAny(LONGEST_BANK_CODE), currency: currencyIfAny })
        .catch({ transaction_bank_code: null, currency: null }),
    )
    .catch([]),
}

const payment = withMoney(z.object(paymentFields))

const seenPayment = (wire: z.output<typeof payment>, notice: Notice): SeenPayment => ({
  paymentId: wire.payment_id,
  status: understand(PAYMENT_STATUSES, 'payment_status', wire.payment_status, notice),
  ...wire.money,
  type: understand(PAYMENT_TYPES, 'payment_type', wire.payment_type ?? wire.transaction_type, notice),
  wallet: wire.payment_wallet,
  // The sender's bank. `account_bank_code` is the receiver's.
  bankCode:
    wire.p2p_transactions.find((row) => row.transaction_bank_code !== null)?.transaction_bank_code ?? null,
})

/** `paid_amount` is not used: the rows tell the amount, and the field comes as null or as a sum of floats. */
export const decodeCheckPage: Decoder<Page<SeenPayment>> = page(payment, seenPayment)

const paymentDetail = (asked: string) =>
  withMoney(
    z.object({
      ...paymentFields,
      payment_id: id.refine((told) => told === asked),
      payment_fee: amountIfAny,
      payment_date: timestampIfAny,
      object_id: idIfAny,
    }),
  )

export const paymentDetailDecoder = (asked: string): Decoder<PaymentDetail> =>
  decoder(paymentDetail(asked), (wire, notice) => {
    const seen = seenPayment(wire, notice)
    return {
      ...seen,
      fee: wire.payment_fee,
      date: wire.payment_date,
      invoiceId: wire.object_id,
      transactionType: seen.type,
    }
  })

const paymentSummary = withMoney(
  z.object({
    payment_id: id,
    payment_status: word,
    payment_amount: anything,
    payment_currency: currencyIfAny,
    payment_fee: amountIfAny,
    payment_date: timestampIfAny,
    payment_wallet: textIfAny(LONGEST_NAME),
    payment_name: textIfAny(LONGEST_NAME),
    payment_description: textIfAny(LONGEST_TEXT),
    object_id: idIfAny,
  }),
)

const bookedPayment = (row: z.output<typeof paymentSummary>, notice: Notice): BookedPayment => ({
  paymentId: row.payment_id,
  status: understand(PAYMENT_STATUSES, 'payment_status', row.payment_status, notice),
  ...row.money,
  fee: row.payment_fee,
  date: row.payment_date,
  wallet: row.payment_wallet,
  name: row.payment_name,
  description: row.payment_description,
})

/** docs/payment-service.md#list-payments */
export const decodePaymentPage: Decoder<Page<PaymentSummary>> = page(paymentSummary, (row, notice) => ({
  ...bookedPayment(row, notice),
  invoiceId: row.object_id,
}))

export const decodePaymentBookPage: Decoder<BookPage<BookedPayment>> = bookPage(paymentSummary, bookedPayment)

const ebarimt = z.object({
  id,
  ebarimt_receipt_id: idIfAny,
  ebarimt_receiver_type: wordIfAny,
  ebarimt_receiver: word
    .transform((wire) => plainText(wire, 40))
    .nullish()
    .catch(null),
  amount,
  vat_amount: taxIfTold,
  city_tax_amount: taxIfTold,
  ebarimt_qr_data: exactText(LONGEST_QR),
  // An organisation's e-receipt has none.
  ebarimt_lottery: z.union([z.literal(''), exactText(40), z.int().transform(String)]).nullish(),
  barimt_status: word,
  barimt_status_date: timestampIfAny,
  status: flag.nullish(),
})

export const decodeEbarimt: Decoder<Ebarimt> = decoder(ebarimt, (wire, notice) => {
  const { ebarimt_receiver_type: type, barimt_status: word } = wire
  const shown = isSecretOf(wire, word) ? null : lettersAlone(word)
  const status = understand(EBARIMT_STATUSES, 'barimt_status', word, notice, () => shown !== null)
  return {
    id: wire.id,
    receiptId: wire.ebarimt_receipt_id,
    receiverType: understand(
      RECEIVER_TYPES,
      'ebarimt_receiver_type',
      type,
      notice,
      () => !isSecretOf(wire, type ?? ''),
    ),
    receiver: wire.ebarimt_receiver ?? '',
    amount: wire.amount,
    vat: wire.vat_amount,
    cityTax: wire.city_tax_amount,
    qrData: wire.ebarimt_qr_data,
    lottery: wire.ebarimt_lottery ?? '',
    status,
    statusWord: status === 'unknown' ? shown : null,
    statusDate: wire.barimt_status_date,
    active: status !== 'CANCELLED' && (wire.status ?? status === 'CREATED'),
  }
})

/** The text if it has only letters, so that it cannot be lottery or QR data; otherwise null. */
const lettersAlone = (word: string): string | null =>
  /^\s*([\p{L}][\p{L} _-]{0,39})\s*$/u.exec(word)?.[1]?.trim() ?? null

/** Whether a text contains lottery or QR data, or is a part of them: those are for paper only. */
function isSecretOf({ ebarimt_lottery, ebarimt_qr_data }: z.output<typeof ebarimt>, word: string): boolean {
  const compact = (text: string): string => text.replace(/\s/g, '').toUpperCase()
  return [ebarimt_lottery ?? '', ebarimt_qr_data]
    .map(compact)
    .some((secret) => secret !== '' && (secret.includes(compact(word)) || compact(word).includes(secret)))
}

const voidedEbarimt = z.object({
  id,
  barimt_status: word,
  barimt_status_date: timestampIfAny,
  status: flag.nullish(),
})

/** `refused`: the service says that the operation did not succeed (docs/payment-service.md#void-an-e-receipt). */
export type VoidAnswer =
  | { readonly refused: true }
  | { readonly refused: false; readonly id: string; readonly statusDate: string | null }

/** An answer that neither refuses nor says CANCELLED contradicts itself and is unreadable. */
export const decodeVoidedEbarimt: Decoder<VoidAnswer> = (body, notice) => {
  const read = decoder(voidedEbarimt, (wire) => wire)(body, notice)
  if (!read.readable) return read
  const { status, barimt_status, id: receiptId, barimt_status_date: statusDate } = read.value
  if (status === false) return { readable: true, value: { refused: true } }
  const mayTell = (word: string): boolean => lettersAlone(word) !== null
  const told = understand(EBARIMT_STATUSES, 'barimt_status', barimt_status, notice, mayTell)
  if (told !== 'CANCELLED') return { readable: false, where: 'barimt_status' }
  return { readable: true, value: { refused: false, id: receiptId, statusDate } }
}

/** Accepts only an empty body: a page, `{"status":false}` or a text may be a refusal and must not count as a refund. */
export const decodeNothing: Decoder<undefined> = (_body, _notice, empty) =>
  empty ? { readable: true, value: undefined } : { readable: false, where: 'an answer that should be empty' }
