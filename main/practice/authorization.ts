/** The Authorization header, docs/payment-service.md#authentication. */
import { Refusal } from './refusal.ts'

/** The token of `Bearer <token>`. Refuses with NO_CREDENDIALS what is missing or malformed. */
export function bearerOf(header: string | undefined): string {
  const match = /^Bearer +([^\s]+)$/i.exec(header ?? '')
  if (!match?.[1]) throw new Refusal('NO_CREDENDIALS')
  return match[1]
}

/** The parts of `Basic <base64(username:password)>`. Refuses with NO_CREDENDIALS what is missing or malformed. */
export function basicOf(header: string | undefined): { username: string; password: string } {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')
  const pair = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) throw new Refusal('NO_CREDENDIALS')
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) }
}
