/** The Authorization header, docs/payment-service.md#authentication. */

import type { Context } from 'hono'
import { z } from 'zod'
import { dayOf } from './practice-clock.ts'
import { Refusal } from './refusal.ts'

/** The token of `Bearer <token>`. Refuses a missing or malformed one with NO_CREDENDIALS. */
export function bearerOf(header: string | undefined): string {
  const match = /^Bearer +([^\s]+)$/i.exec(header ?? '')
  if (!match?.[1]) throw new Refusal('NO_CREDENDIALS')
  return match[1]
}

/** The parts of `Basic <base64(username:password)>`. Refuses a missing or malformed one with NO_CREDENDIALS. */
export function basicOf(header: string | undefined): { username: string; password: string } {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')
  const pair = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) throw new Refusal('NO_CREDENDIALS')
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

/** Enough for an invoice of several thousand lines. */
const LARGEST_BODY = 2_000_000

/**
 * A request's JSON; undefined without a body. The content type must be JSON (docs/payment-service.md#conventions). A body
 * that does not say its length counts as too large.
 */
export async function jsonBody(c: Context): Promise<unknown> {
  const length = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : Infinity
  if (Number(length ?? 0) > LARGEST_BODY) {
    throw new Refusal('VALIDATION_FAILED', 'The body is too large')
  }
  const text = await c.req.text()
  if (text === '') return undefined
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Refusal('VALIDATION_FAILED', 'Content-Type must be application/json')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('VALIDATION_FAILED', 'The body is not JSON')
  }
}

/** The value as the schema reads it. Refuses with the name of the first wrong field. */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw new Refusal('VALIDATION_FAILED', `${field || 'body'}: ${issue?.message ?? 'invalid'}`)
}

/** A limit of our own, because the contract names none (docs/payment-service.md#limits). */
const LARGEST_PAGE = 1000

const pageNumber = z.int().min(1)
const pageLimit = z.int().min(1).max(LARGEST_PAGE)

export const listOffset = z.object({ page_number: pageNumber, page_limit: pageLimit })
/** Default: page 1, 10 rows. */
export const checkOffset = z
  .object({ page_number: pageNumber.default(1), page_limit: pageLimit.default(10) })
  .default({ page_number: 1, page_limit: 10 })

type Offset = z.infer<typeof listOffset>

export const pageOf = <R>(rows: readonly R[], { page_number, page_limit }: Offset): readonly R[] =>
  rows.slice((page_number - 1) * page_limit, page_number * page_limit)

export const day = z.iso.date()

/** Both days included. A missing day sets no bound. */
export function withinDays(ms: number, first: string | undefined, last: string | undefined): boolean {
  const on = dayOf(ms)
  return (first === undefined || on >= first) && (last === undefined || on <= last)
}
