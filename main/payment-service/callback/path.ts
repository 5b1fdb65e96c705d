/** The receiver's address. Its path is secret: 32 random bytes. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CallbackSettings } from '../../../shared/shop/settings.ts'

export const newCallbackPath = (): string => randomBytes(32).toString('base64url')

/** The path, made once and stored with the secrets. Where it cannot be stored, each session has a new one. */
export function keptCallbackPath(vault: {
  readonly read: () => string | null
  readonly write: (path: string) => unknown
}): string {
  const kept = vault.read()
  if (kept !== null && /^[A-Za-z0-9_-]{43}$/.test(kept)) return kept
  const path = newCallbackPath()
  vault.write(path)
  return path
}

/** The `callback_url` of an invoice. */
export function callbackAddress({ host, port, publicUrl }: CallbackSettings, path: string): string {
  const base = publicUrl || `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${base}/${path}`
}

/** Whether a request was sent to the address: its path is the whole path, or the last part, which a proxy passes on. */
export function isOurPath(address: string, pathname: string): boolean {
  const whole = new URL(address).pathname
  return same(pathname, whole) || same(pathname, whole.slice(whole.lastIndexOf('/')))
}

/** Compares in constant time. */
function same(given: string, ours: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(ours)]
  return one.length === other.length && timingSafeEqual(one, other)
}
