import type { Context } from 'hono'
import type { Log } from '../../base/clock-and-log.ts'

/** The refusals that the contract lists (docs/payment-service.md#errors). */
const NAMED = {
  AUTHENTICATION_FAILED: [401, 'The credentials or the token are wrong, expired or no longer valid'],
  NO_CREDENDIALS: [401, 'The Authorization header is missing or malformed'],
  INVOICE_CODE_INVALID: [400, 'The invoice code is invalid or belongs to another merchant'],
  INVOICE_LINE_REQUIRED: [400, 'An ebarimt invoice needs its lines'],
  INVALID_AMOUNT: [400, 'The amount must be a positive number'],
  MIN_AMOUNT_ERR: [400, 'The amount is below the allowed minimum'],
  MAX_AMOUNT_ERR: [400, 'The amount is above the allowed maximum'],
  MERCHANT_NOTFOUND: [404, 'There is no such merchant'],
  MERCHANT_INACTIVE: [403, 'The merchant is not active'],
  INVOICE_NOTFOUND: [404, 'There is no such invoice'],
  INVOICE_ALREADY_CANCELED: [400, 'The invoice was cancelled before'],
  INVOICE_PAID: [400, 'The invoice is paid'],
  INVALID_OBJECT_TYPE: [400, 'object_type must be INVOICE'],
  PAYMENT_NOTFOUND: [404, 'There is no such payment'],
  PAYMENT_NOT_PAID: [400, 'The payment is not completed'],
  PAYMENT_ALREADY_CANCELED: [400, 'The payment was cancelled or refunded before'],
  EBARIMT_NOT_REGISTERED: [400, 'The merchant is not registered for ebarimt, or the payment has none'],
  EBARIMT_CANCEL_NOTSUPPERDED: [400, 'This ebarimt cannot be cancelled'],
} as const

/** Refusals that the contract describes without a code. */
const OURS = {
  VALIDATION_FAILED: [400, 'The request is not as the contract says'],
  TAX_PRODUCT_CODE_REQUIRED: [400, 'Each line needs its tax_product_code'],
  SENDER_INVOICE_NO_INVALID: [400, 'This sender_invoice_no cannot be used'],
  PAYMENT_NOT_CARD: [400, 'Only a card payment can be cancelled or refunded'],
  NOT_FOUND: [404, 'There is no such endpoint'],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests'],
  INTERNAL_ERROR: [500, 'Unexpected server error'],
} as const

const REFUSALS = { ...NAMED, ...OURS }
type RefusalCode = keyof typeof REFUSALS

/** Thrown anywhere below an endpoint and answered as `{error_code, message}`. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: 400 | 401 | 403 | 404 | 429 | 500
  constructor(code: RefusalCode, message: string = REFUSALS[code][1]) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = REFUSALS[code][0]
  }
}

export function refusalAnswer(c: Context, refusal: Refusal): Response {
  if (refusal.status === 429) c.header('retry-after', '1')
  return c.json({ error_code: refusal.code, message: refusal.message }, refusal.status)
}

/** For an app's `onError`: anything but a refusal is an error of this program and is answered as 500. */
export const answerError =
  (log: Log) =>
  (error: Error, c: Context): Response => {
    if (error instanceof Refusal) return refusalAnswer(c, error)
    log.error(`practice: ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
    return refusalAnswer(c, new Refusal('INTERNAL_ERROR'))
  }
