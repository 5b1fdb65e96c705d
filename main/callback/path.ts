/** The address of a receiver: what nobody guesses is its path, 32 random bytes. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CallbackSettings } from '../../shared/settings.ts'

export const newCallbackPath = (): string => randomBytes(32).toString('base64url')

/** Made once and kept where secrets are; where they are not kept, another with every session. */
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

/** What goes out as `callback_url`. */
export function callbackAddress({ host, port, publicUrl }: CallbackSettings, path: string): string {
  const base = publicUrl || `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${base}/${path}`
}

/** Whether a request came to the address, by its whole path or by what a proxy leaves of it: the path alone. */
export function isOurPath(address: string, pathname: string): boolean {
  const whole = new URL(address).pathname
  return same(pathname, whole) || same(pathname, whole.slice(whole.lastIndexOf('/')))
}

/** In a time that tells nothing of where they differ. */
function same(given: string, ours: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(ours)]
  return one.length === other.length && timingSafeEqual(one, other)
}
