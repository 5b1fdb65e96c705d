/**
 * PIN hashes travel encrypted under the shop's pepper, a key that its tills have and the server has not: a PIN has few
 * digits, so whoever read a dump could try them all against a bare hash. The database refuses a person's row with a
 * field `hash`.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

const CIPHER = 'aes-256-gcm'

/**
 * `owner` binds it to the person that it is of, so that nobody moves it to another. The nonce follows from the secret, so
 * that one secret is always the same text: the server compares what two tills know of a person.
 */
export function sealSecret(key: Uint8Array, owner: string, secret: string): string {
  const nonce = createHmac('sha256', key)
    .update(JSON.stringify([owner, secret]))
    .digest()
    .subarray(0, 12)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Null with another key, of another owner, or where it was changed. */
export function openSecret(key: Uint8Array, owner: string, sealed: string): string | null {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const opener = createDecipheriv(CIPHER, key, bytes.subarray(0, 12), { authTagLength: 16 })
    opener.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString('utf8')
  } catch {
    return null
  }
}
