import { errors } from 'undici'
import { type FailureName, NOTHING_SENT, SERVICE_CODES, type ServiceCode } from '../../../shared/failure.ts'
import { NotConnected } from './connector.ts'
import { ServiceFailed } from './failed.ts'
import type { Operation, ServiceFailure } from './types.ts'

/** The code and message of an error answer (docs/payment-service.md#errors), without secrets. */
export type ErrorWords = { readonly code: string | null; readonly message: string | null }
export const NO_WORDS: ErrorWords = { code: null, message: null }

/** Operations that change something. After an unknown outcome it must be found out before they are repeated. */
const CHANGING: ReadonlySet<Operation> = new Set([
  'create invoice',
  'cancel invoice',
  'cancel payment',
  'refund payment',
  'create e-receipt',
  'cancel e-receipt',
])
export const changes = (operation: Operation): boolean => CHANGING.has(operation)

/** The service may have done the work, and the same request may succeed later. */
const UNANSWERED = ['CONNECTION_LOST', 'TIMEOUT', 'SERVICE_ERROR'] as const satisfies readonly FailureName[]
/** Those that pass by themselves: a read is repeated after them. */
export const PASSING: ReadonlySet<FailureName> = new Set([...NOTHING_SENT, ...UNANSWERED, 'RATE_LIMITED'])
const REPEATABLE: ReadonlySet<FailureName> = new Set([...PASSING, 'BAD_ANSWER'])
/** After these failures the service may have done the work. */
const LEAVES_OPEN: ReadonlySet<FailureName> = new Set([...UNANSWERED, 'BAD_ANSWER'])

/** Listed codes are also names of failures. */
const CODES: ReadonlySet<string> = new Set(SERVICE_CODES)
export const isServiceCode = (text: string): text is ServiceCode => CODES.has(text)

const TOKEN_REFUSALS: readonly FailureName[] = ['AUTHENTICATION_FAILED', 'NO_CREDENDIALS']
/** Decides by name, because the code also comes with status 200. */
export const isTokenRefusal = (name: FailureName): boolean => TOKEN_REFUSALS.includes(name)

const REVERSAL_REFUSALS: readonly ServiceCode[] = [
  'PAYMENT_NOTFOUND',
  'PAYMENT_NOT_PAID',
  'PAYMENT_ALREADY_CANCELED',
]
/** The listed codes that refuse each changing operation (docs/payment-service.md#errors). */
const REFUSALS: Readonly<Partial<Record<Operation, readonly ServiceCode[]>>> = {
  'create invoice': [
    'INVOICE_CODE_INVALID',
    'INVOICE_LINE_REQUIRED',
    'INVALID_AMOUNT',
    'MIN_AMOUNT_ERR',
    'MAX_AMOUNT_ERR',
    'MERCHANT_NOTFOUND',
    'MERCHANT_INACTIVE',
  ],
  'cancel invoice': ['INVOICE_NOTFOUND', 'INVOICE_ALREADY_CANCELED', 'INVOICE_PAID'],
  'cancel payment': REVERSAL_REFUSALS,
  'refund payment': REVERSAL_REFUSALS,
  'create e-receipt': ['PAYMENT_NOTFOUND', 'PAYMENT_NOT_PAID', 'EBARIMT_NOT_REGISTERED'],
  'cancel e-receipt': ['PAYMENT_NOTFOUND', 'EBARIMT_NOT_REGISTERED', 'EBARIMT_CANCEL_NOTSUPPERDED'],
}
const isRefusalOf = (operation: Operation, code: ServiceCode): boolean =>
  isTokenRefusal(code) || (REFUSALS[operation]?.includes(code) ?? false)

type Told = Partial<Pick<ServiceFailure, 'status' | 'retryAfterMs'>> & {
  readonly words?: ErrorWords
  /** Set where the name alone does not say whether the work may have been done. */
  readonly leavesOpen?: boolean
}

/** Builds a failure and derives its other fields from its name. */
export const failed = (operation: Operation, name: FailureName, told: Told = {}): ServiceFailed =>
  new ServiceFailed({
    operation,
    name,
    status: told.status ?? null,
    ...wordsKept(operation, told),
    outcomeUnknown: changes(operation) && (told.leavesOpen ?? LEAVES_OPEN.has(name)),
    numberMayExist: operation === 'create invoice' && mayMeanUsedNumber(told),
    repeatable: REPEATABLE.has(name),
    retryAfterMs: told.retryAfterMs ?? null,
  })

/** Of an e-receipt's answer only a plain code is kept: the message may contain the lottery number. */
function wordsKept(operation: Operation, { words, status }: Told) {
  const { code, message } = words ?? NO_WORDS
  const isOurs = status === undefined
  if (isOurs || (operation !== 'create e-receipt' && operation !== 'cancel e-receipt'))
    return { code, serviceMessage: message }
  return { code: code !== null && /^[A-Z][A-Z_]+$/.test(code) ? code : null, serviceMessage: null }
}

const REFUSES_A_NUMBER: readonly number[] = [400, 409, 422]
/** Words for a used number; Mongolian: "давхардсан" (duplicated), "аль хэдийн" (already). */
const SAYS_USED = /duplicat|already|(?<!not |n[’']t )exist|\btaken\b|давхар|аль хэдийн/i

function mayMeanUsedNumber({ status, words = NO_WORDS }: Told): boolean {
  if (status === undefined || status === null) return false
  const { code, message } = words
  const listed = code !== null && isServiceCode(code) && isRefusalOf('create invoice', code)
  return SAYS_USED.test(`${code} ${message}`) || (REFUSES_A_NUMBER.includes(status) && !listed)
}

/** An answer whose status is not 2xx. */
export const refusal = (
  operation: Operation,
  answer: { readonly status: number; readonly retryAfterMs: number | null; readonly words: ErrorWords },
): ServiceFailed =>
  failed(
    operation,
    operation === 'create invoice' && isAboutTaxCode(answer)
      ? 'TAX_CODE_REFUSED'
      : nameOfRefusal(answer.status, answer.words.code),
    answer,
  )

/**
 * Whether the refusal names a tax code. Other clients received CLASSIFICATION_CODE_INVALID and TAX_PRODUCT_CODE_REQUIRED
 * (docs/decisions/refused-tax-codes.md).
 */
const isAboutTaxCode = ({
  status,
  words,
}: {
  readonly status: number
  readonly words: ErrorWords
}): boolean =>
  REFUSES_A_NUMBER.includes(status) &&
  /classification[_ ]?code|tax[_ ]?product[_ ]?code/i.test(`${words.code} ${words.message}`)

/**
 * A listed code in a 2xx answer. It proves that nothing was done only if the code refuses this operation and the answer
 * is not also a success.
 */
export const refusalUnder200 = (
  operation: Operation,
  code: ServiceCode,
  answer: { readonly status: number; readonly words: ErrorWords; readonly succeeds: boolean },
): ServiceFailed =>
  failed(operation, code, { ...answer, leavesOpen: answer.succeeds || !isRefusalOf(operation, code) })

function nameOfRefusal(status: number, code: string | null): FailureName {
  const named = code !== null && isServiceCode(code) ? code : undefined
  if (status === 429) return 'RATE_LIMITED'
  if (status >= 500) return 'SERVICE_ERROR'
  if (status === 401) return named === 'NO_CREDENDIALS' ? named : 'AUTHENTICATION_FAILED'
  if (status >= 400) return named ?? 'REQUEST_REFUSED'
  return 'BAD_ANSWER'
}

/** How far an exchange came that ended without a complete answer. `isSent`: its first byte may have left. */
type Progress = { readonly isSent: boolean; readonly status: number | null }

export const broken = (operation: Operation, error: unknown, { isSent, status }: Progress): ServiceFailed =>
  isSent
    ? failed(operation, nameOfBreak(error, status), { status })
    : error instanceof NotConnected
      ? failed(operation, error.why, { words: { code: null, message: error.detail } })
      : failed(operation, 'NO_CONNECTION')

/** A request that was written may have arrived. */
function nameOfBreak(error: unknown, status: number | null): FailureName {
  if (LATE.some((kind) => error instanceof kind)) return 'TIMEOUT'
  if (status !== null && isCutShort(error)) return 'CONNECTION_LOST'
  return UNREADABLE.some((kind) => error instanceof kind) ? 'BAD_ANSWER' : 'CONNECTION_LOST'
}

/** Whether the connection ended within the content. Before the content a wrong length in the head is the same error. */
const isCutShort = (error: unknown): boolean =>
  error instanceof errors.ResponseContentLengthMismatchError ||
  (error instanceof errors.HTTPParserError && error.code === 'HPE_INVALID_EOF_STATE')

const LATE = [errors.HeadersTimeoutError, errors.BodyTimeoutError]
const UNREADABLE = [
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseExceededMaxSizeError,
  errors.ResponseContentLengthMismatchError,
]
