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
  (run.length >= 16 && /\d/.test(run) && /[A-Za-z]/.test(run)) ||
  hidesNumber(run)
/** Base64 of digits may look like two words: "793273" is "NzkzMjcz". A run may begin anywhere in a group of four. */
export const hidesNumber = (run: string): boolean =>
  [0, 1, 2, 3].some((at) => /\d{4}/.test(Buffer.from(run.slice(at), 'base64').toString('latin1')))
/** Four digits or more, also with signs between them, and the two letters before a lottery or register number. */
const NUMBER = /(?:(?<!\p{L})\p{L}{2}[\s-]?)?\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){3,}/gu

type Secret = { readonly text: string; readonly found: RegExp }
let secrets: readonly Secret[] = []

/** Strikes this text from every line from now on, in the spellings in which it may come back. */
export function hideInLogs(secret: string): void {
  if (secret.length < SHORTEST_SECRET) return
  const known = secrets.filter(({ text }) => text !== secret)
  secrets = [{ text: secret, found: anySpelling(secret) }, ...known].slice(0, REMEMBERED)
}

/** Longer spellings first, so that a short one does not leave the rest of a longer one. Some programs change the case. */
const anySpelling = (secret: string): RegExp =>
  new RegExp(
    spellings(secret)
      .toSorted((one, other) => other.length - one.length)
      .map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join('|'),
    'giu',
  )

const strikeSecrets = (text: string): string =>
  secrets.reduce((left, { found }) => left.replace(found, STRUCK), text)

/** Whether a text has a password or token of this run. */
export const hasSecret = (text: string): boolean => strikeSecrets(text) !== text

const spellings = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret, 'utf8')
  const json = JSON.stringify(secret).slice(1, -1)
  const whole = secret.replace(/\p{Surrogate}/gu, '')
  return [
    secret,
    json,
    json.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    encodeURIComponent(whole),
    new URLSearchParams([['', whole]]).toString().slice(1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

const LONGEST_READ = 10 * LONGEST_TEXT
const LONGEST_SECRET = LONGEST_READ / 2

/** The beginning of a long text. A secret that its end cuts would not be found, so that the words there go too. */
function withoutCutSecret(text: string): string {
  if (text.length <= LONGEST_READ) return text
  const read = strikeSecrets(text.slice(0, LONGEST_READ))
  const longest = Math.max(0, ...secrets.map(({ text: secret }) => 6 * secret.length))
  return read.slice(0, -Math.min(longest, LONGEST_SECRET) || undefined)
}

/** One line without secrets, cut to a length that no list or page of HTML exceeds. */
export function redacted(text: string): string {
  const left = strikeSecrets(withoutCutSecret(text)).replaceAll(homedir(), '~').replace(CREDENTIAL, STRUCK)
  // Ids of sales and prints stay, because a sale is found by them.
  const ids = left.match(UUID) ?? []
  const parts = left
    .split(UUID)
    .map((part) => part.replace(RUN, (run) => (isCoded(run) ? STRUCK : run)).replace(NUMBER, STRUCK))
  const line = parts.map((part, at) => part + (ids[at] ?? '')).join('')
  return line.replace(/\s+/g, ' ').slice(0, LONGEST_TEXT)
}
