import type { Context } from 'hono'
import { Refusal } from './refusal.ts'

/** Enough for an invoice of several thousand lines. */
const LARGEST_BODY = 2_000_000

/** A request's JSON; undefined where there is no body. A body must say that it is JSON (docs/payment-service.md#conventions). */
export async function jsonBody(c: Context): Promise<unknown> {
  if (Number(c.req.header('content-length') ?? 0) > LARGEST_BODY) {
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
