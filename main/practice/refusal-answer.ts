import type { Context } from 'hono'
import type { Log } from '../environment.ts'
import { Refusal } from './refusal.ts'

/** Every error is `{error_code, message}`. */
export function refusalAnswer(c: Context, refusal: Refusal): Response {
  if (refusal.status === 429) c.header('retry-after', '1')
  return c.json({ error_code: refusal.code, message: refusal.message }, refusal.status)
}

/** For an app's `onError`: what is not a refusal is a mistake of ours, answered as 500. */
export const answerError =
  (log: Log) =>
  (error: Error, c: Context): Response => {
    if (error instanceof Refusal) return refusalAnswer(c, error)
    log.error(`practice: ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
    return refusalAnswer(c, new Refusal('INTERNAL_ERROR'))
  }
