/**
 * Takes out of a line of the log what no log may have (docs/security.md): passwords and tokens, lottery numbers and QR
 * texts, PINs, register and phone numbers, and names in paths. It does not try to tell them apart. Whatever looks like a
 * number of four digits or more, or like coded data, is struck; what support needs of such things is in fields, each with
 * a shape of its own (fields.ts).
 */
import { homedir } from 'node:os'

const STRUCK = '•••'
const LONGEST_TEXT = 400
/** Secrets of the last logins. Older tokens have expired, and look like tokens anyway. */
const REMEMBERED = 64
/** A shorter one would strike words at random. */
const SHORTEST_SECRET = 4

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** A credential of HTTP, or a JWT. */
const CREDENTIAL = /\b(?:Basic|Bearer)\s+\S+|eyJ[\w-]{8,}(?:\.[\w-]*)*/gi
/** Whatever may be base64 or hexadecimal, whole or cut off, and not words of a program. */
const RUN = /[\w+/=]{6,}/g
const WORDS = /^[A-Z]{0,5}[a-z]{2,}(?:[A-Z][a-z]{2,})*$/
const isCoded = (run: string): boolean =>
  (/[a-z]/.test(run) && /[A-Z]/.test(run) && !WORDS.test(run)) ||
  (run.length >= 16 && /\d/.test(run) && /[A-Za-z]/.test(run))
/** Four digits or more, also with signs between them, and the two letters before a lottery or register number. */
const NUMBER = /(?:(?<!\p{L})\p{L}{2}[\s-]?)?\d(?:[\s.,()+-]{0,2}\d){3,}/gu

let secrets: readonly string[] = []

/** Strikes this text from every line from now on, in the spellings in which it may come back. */
export function hideInLogs(secret: string): void {
  if (secret.length < SHORTEST_SECRET) return
  secrets = [...new Set([...spellings(secret), ...secrets])].slice(0, REMEMBERED * 5)
}

const spellings = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret, 'utf8')
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '')),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ]
}

/** One line without secrets, cut to a length that no list or page of HTML exceeds. */
export function redacted(text: string): string {
  let left = text.slice(0, 10 * LONGEST_TEXT)
  for (const secret of secrets) left = left.replaceAll(secret, STRUCK)
  left = left.replaceAll(homedir(), '~').replace(CREDENTIAL, STRUCK)
  // Ids of sales and prints stay, because a sale is found by them.
  const ids = left.match(UUID) ?? []
  const parts = left
    .split(UUID)
    .map((part) => part.replace(RUN, (run) => (isCoded(run) ? STRUCK : run)).replace(NUMBER, STRUCK))
  const line = parts.map((part, at) => part + (ids[at] ?? '')).join('')
  return line.replace(/\s+/g, ' ').slice(0, LONGEST_TEXT)
}
