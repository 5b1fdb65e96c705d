/** Signs the feeds of updates. The till only verifies them (main/till/updates/feed.ts). */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type Feed, feedSchema, signedBytes } from '../../main/till/updates/index.ts'

/** `privateKey` in PEM. */
export function signFeed(name: string, feed: Feed, privateKey: string): string {
  const text = JSON.stringify(feedSchema.parse(feed), null, 2)
  const signature = sign(null, signedBytes(name, text), createPrivateKey(privateKey)).toString('base64')
  return `${JSON.stringify({ feed: text, signature }, null, 2)}\n`
}

/** The public key, as it is built into the program. `key` is a public or private one in PEM. */
export const publicKeyOf = (key: string): string =>
  Buffer.from(String(createPublicKey(key).export({ format: 'jwk' }).x), 'base64url').toString('base64')
