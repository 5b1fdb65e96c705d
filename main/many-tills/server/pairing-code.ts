/**
 * The pairing code: what a new till must know to reach its shop's server safely for the first time.
 *
 *     4 letters   the name of its login
 *     10 letters  the secret (50 bits), the password of this login until the till has joined
 *     16 letters  the first 80 bits of the SHA-256 of the certificate authority's certificate
 *     2 letters   a check, so that a typing error is told from an expired code
 *
 * A guess costs 100,000 rounds of PBKDF2 and a login of its own (docs/decisions/pairing.md).
 */
import { createHash, randomInt } from 'node:crypto'

/** Crockford's Base32 has no letters that look like others. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const [LOGIN, SECRET, AUTHORITY, CHECK] = [4, 10, 16, 2]
const LENGTH = LOGIN + SECRET + AUTHORITY + CHECK

/** The rounds of PBKDF2 for the secret: the most that the driver accepts. */
export const CODE_ITERATIONS = 100_000

export type PairingCode = {
  /** The PostgreSQL role. */
  readonly role: string
  readonly secret: string
  /** The beginning of the fingerprint, as `fingerprintOf` writes it. */
  readonly authority: string
}

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Bytes as letters, five bits each. */
function asLetters(bytes: Uint8Array, count: number): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const all = BigInt(bytes.length * 8)
  return Array.from({ length: count }, (_, index) =>
    LETTERS.charAt(Number((bits >> (all - 5n * BigInt(index + 1))) & 31n)),
  ).join('')
}

const hashed = (data: string | Uint8Array, count: number): string =>
  asLetters(createHash('sha256').update(data).digest(), count)

/** Of a certificate in DER. */
export const fingerprintOf = (certificate: Uint8Array): string => hashed(certificate, AUTHORITY)

const roleOf = (login: string): string => `tugrik_till_${login.toLowerCase()}`

/** A code that was not used before: its text, and what the server is told of it. */
export function newPairingCode(authority: string): PairingCode & { readonly text: string } {
  const [login, secret] = [letters(LOGIN), letters(SECRET)]
  const text = login + secret + authority
  return { role: roleOf(login), secret, authority, text: grouped(text + hashed(text, CHECK)) }
}

const grouped = (text: string): string => text.match(/.{4}/g)?.join('-') ?? text

/** Null where a letter is wrong or missing. Case, spaces and look-alike letters do not matter. */
export function readPairingCode(typed: string): PairingCode | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const body = text.slice(0, -CHECK)
  if (text.length !== LENGTH || hashed(body, CHECK) !== text.slice(-CHECK)) return null
  return {
    role: roleOf(body.slice(0, LOGIN)),
    secret: body.slice(LOGIN, LOGIN + SECRET),
    authority: body.slice(LOGIN + SECRET),
  }
}

export type ServerAddress = { readonly host: string; readonly port: number; readonly database: string }

const LINK = /^tugrik-pair:\/\/(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})\/([\w-]{1,63})#([\w-]+)$/i

/** For a QR: the code with the address that would otherwise be typed. */
export const pairingLink = ({ host, port, database }: ServerAddress, text: string): string =>
  `tugrik-pair://${host.includes(':') ? `[${host}]` : host}:${port}/${database}#${text}`

/** Null where the text is no pairing link, or its code has an error. */
export function readPairingLink(text: string): { address: ServerAddress; code: PairingCode } | null {
  const [, host = '', port, database = '', typed = ''] = LINK.exec(text.trim()) ?? []
  const code = readPairingCode(typed)
  return code && { address: { host: host.replace(/^\[|\]$/g, ''), port: Number(port), database }, code }
}
