import { type ErrorWords, isServiceCode, NO_WORDS } from './classify.ts'
import type { Secrets } from './secrets.ts'

type Told = { readonly [key in 'error_code' | 'error' | 'code' | 'message']?: unknown }

/**
 * Reads an error answer: `{error_code, message}` by section 7; `error`, `code`, a message alone, a gateway's HTML page
 * or nothing by the field notes.
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

function codeIn({ error_code, error, code, message }: Told, secrets: Secrets): string | null {
  const words = [error_code, error, code, message].map(asWord)
  const listed = words.find((word) => word !== null && isServiceCode(word))
  if (listed) return listed
  const other = words.slice(0, 3).find((word) => word !== null)
  return other ? secrets.clean(other, 64) : null
}

/** A sentence is a message, not a code. */
function asWord(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w.:-]{1,64}$/.test(text.trim()) ? text.trim() : null
}

function messageIn(told: Told): string | null {
  const { message, error } = told
  if (typeof message === 'string') return message
  if (Array.isArray(message)) return message.filter((part) => typeof part === 'string').join('; ') || null
  return typeof error === 'string' && /\s/.test(error) ? error : null
}
