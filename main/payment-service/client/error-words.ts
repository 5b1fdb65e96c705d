import type { ServiceCode } from '../../../shared/failure.ts'
import { type ErrorWords, isServiceCode, NO_WORDS } from './classify.ts'
import { valueText } from './plain-text.ts'
import type { Secrets } from './secrets.ts'

type Told = { readonly [key in 'error_code' | 'error' | 'code' | 'message' | 'success']?: unknown }

/**
 * Reads an error answer. The contract has `{error_code, message}`. Services also sent `error`, `code`, only a message,
 * a gateway's HTML page, or nothing (docs/payment-service.md#errors).
 */
export function readErrorWords(body: unknown, secrets: Secrets): ErrorWords {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return NO_WORDS
  const told = body as Told
  if (typeof told.error === 'object' && told.error !== null && told.error_code === undefined) {
    return readErrorWords({ ...told.error, error: undefined }, secrets)
  }
  const message = messageIn(told)
  return { code: codeIn(told, secrets), message: message === null ? null : secrets.clean(message) || null }
}

/**
 * The error in a body with HTTP 200: a listed code, an error without one, or null. Reads only fields for codes. An
 * unlisted `code` is an error beside a message, as in the contract's format: alone it may be anything.
 */
export function errorUnder200(body: unknown): ServiceCode | 'another error' | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const { error_code, error, code, message, success } = body as Told
  const nested = typeof error === 'object' && error !== null ? (error as Told) : {}
  const words = [error_code, error, code, nested.error_code, nested.code].map(asWord)
  const listed = words.find((word) => word !== null && isServiceCode(word))
  if (listed && isServiceCode(listed)) return listed
  const isError = isTold(error_code) || isTold(error) || (isTold(code) && isTold(message))
  return isError || /^(false|0)$/i.test(valueText(success)) ? 'another error' : null
}

/** Whether the field names an error: some services send it with every answer. */
function isTold(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value) && !/^(0+|20[01]|ok|success|none|null|false)$/i.test(valueText(value).trim())
}

function codeIn({ error_code, error, code, message }: Told, secrets: Secrets): string | null {
  const words = [error_code, error, code, message].map(asWord)
  const listed = words.find((word) => word !== null && isServiceCode(word))
  if (listed) return listed
  const other = words.slice(0, 3).find((word) => word !== null)
  return other ? secrets.clean(other, 64) : null
}

/** The value as a code; null for a sentence, which is a message. */
function asWord(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w.:-]{1,64}$/.test(text.trim()) ? text.trim() : null
}

function messageIn(told: Told): string | null {
  const { error } = told
  return ownMessage(told) ?? (typeof error === 'string' && /\s/.test(error) ? error : fieldMessages(told))
}

function ownMessage({ message }: Told): string | null {
  if (typeof message === 'string') return message
  if (!Array.isArray(message)) return null
  return message.filter((part) => typeof part === 'string').join('; ') || null
}

/** `{"callback_url": {"message": "must be a URL"}}` as "callback_url: must be a URL". */
function fieldMessages(told: object): string | null {
  const messages = Object.entries(told).flatMap(([field, value]) => {
    const message = typeof value === 'object' && value !== null ? ownMessage(value) : null
    return message === null ? [] : [`${field}: ${message}`]
  })
  return messages.join('; ') || null
}
