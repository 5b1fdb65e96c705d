/** The receiver's address. Its path is secret: 32 random bytes. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CallbackSettings } from '../../shared/settings.ts'

export const newCallbackPath = (): string => randomBytes(32).toString('base64url')

/** Made once and stored with the secrets; where they cannot be stored, a new one for each session. */
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

/** Whether a request was sent to the address: by its whole path, or by the part that a proxy leaves of it. */
export function isOurPath(address: string, pathname: string): boolean {
  const whole = new URL(address).pathname
  return same(pathname, whole) || same(pathname, whole.slice(whole.lastIndexOf('/')))
}

/** Takes the same time wherever they differ. */
function same(given: string, ours: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(ours)]
  return one.length === other.length && timingSafeEqual(one, other)
}
