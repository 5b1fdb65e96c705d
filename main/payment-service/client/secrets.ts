import { hideInLogs } from '../../base/log/index.ts'
import { plain, shorten } from './plain-text.ts'

/**
 * Cleans texts that are shown or logged, because the service's answers may repeat what we sent. So no password, token
 * or lottery number gets out (docs/payment-service.md#authentication).
 */
export type Secrets = {
  /** Removes this text from now on wherever it appears. */
  readonly learn: (secret: string) => void
  /** One line of plain text without secrets, cut to this many characters. */
  readonly clean: (text: string, most?: number) => string
  /** One line of plain text without our password and tokens. Other shapes of secrets stay: they may be a name. */
  readonly withoutOurs: (text: string) => string
}

const STRUCK = '•••'
/** How many learned secrets are kept: older tokens have long expired. */
const REMEMBERED = 32
/** A JWT, complete or cut, ours or not: it begins with `{"` in base64url. */
const JWT = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g
const AUTHORIZATION = /(Basic|Bearer)\s+[\w+/=.~-]{6,}/gi
/** Lottery numbers and the digits of an e-receipt's QR, which are for paper only. */
const LOTTERY = /(?<![\p{L}\p{N}])\p{L}{2}[\s-]?\d{8}(?!\d)/gu
const QR_DIGITS = /\d{40,}/g

export function createSecrets(lasting: readonly string[]): Secrets {
  const forGood = lasting.flatMap(spellings)
  lasting.forEach(hideInLogs)
  let learnt: string[] = []

  const strikeOurs = (text: string): string => {
    let struck = text
    for (const secret of [...forGood, ...learnt]) struck = struck.replaceAll(secret, STRUCK)
    return struck.replace(JWT, STRUCK)
  }
  const strike = (text: string): string =>
    strikeOurs(text)
      .replace(LOTTERY, STRUCK)
      .replace(QR_DIGITS, STRUCK)
      .replace(AUTHORIZATION, `$1 ${STRUCK}`)

  return {
    learn: (secret) => {
      hideInLogs(secret)
      if (secret !== '' && !learnt.includes(secret)) learnt = [secret, ...learnt].slice(0, REMEMBERED)
    },
    // Secrets are removed before and after tidying, because tidying may change a secret or join its halves.
    clean: (text, most = 200) => shorten(strike(plain(strike(text))), most),
    withoutOurs: (text) => strikeOurs(plain(strikeOurs(text))),
  }
}

/** All spellings of a secret, longest first, so that a short one does not leave the rest of a longer one. */
const spellings = (secret: string): string[] =>
  [...new Set([secret, escaped(secret), JSON.stringify(secret).slice(1, -1), base64(secret), plain(secret)])]
    .filter((spelling) => spelling !== '')
    .sort((one, other) => other.length - one.length)

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

function escaped(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}
