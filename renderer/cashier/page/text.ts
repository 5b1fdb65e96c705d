import { type Failure, NOTHING_SENT, SERVICE_CODES, TRANSPORT_FAILURES } from '../../../shared/failure.ts'
import { bankKeyOf } from '../../../shared/texts/bank-label.ts'
import type { TextKey } from '../../../shared/texts/index.ts'
import { hasText, type Say, say, useText } from '../../texts/index.ts'

export { type Say, say, useText }

/**
 * `key` if the catalogue has it, otherwise `otherwise`. A newer main process may send names that this page does not
 * know.
 */
export const knownKey = <Known extends TextKey>(key: string, otherwise: Known): TextKey =>
  hasText(key) ? (key as TextKey) : otherwise

/** The text of a key; null if the catalogue does not have it. */
export const textUnder = (say: Say, key: string): string | null => (hasText(key) ? say(key as TextKey) : null)

export const failureText = (say: Say, { name, detail }: Failure): string =>
  say(knownKey(`failure.${name}`, 'failure.UNEXPECTED'), { detail: detail ?? '' })

/** The service's message, if the failure comes from the service and has one. */
export const serviceWords = ({ name, detail }: Failure): string | null =>
  fromTheService.has(name) && !unanswered.has(name) && detail !== null && detail !== '' ? detail : null

const fromTheService: ReadonlySet<string> = new Set<string>([...SERVICE_CODES, ...TRANSPORT_FAILURES])
/** Failures whose detail is not the service's, and part of the text, or only repeats the text in English. */
const unanswered: ReadonlySet<string> = new Set<string>([...NOTHING_SENT, 'INVOICE_PAID'])

export const bankName = (say: Say, code: string): string => {
  const key = knownKey(`bank.${code}`, 'bank.other')
  return say(key, { code })
}

/** A wallet of the service's records, which has the name of a bank in Mongolian. */
export const walletName = (say: Say, wallet: string): string => {
  const key = bankKeyOf(wallet)
  return key === null ? wallet : say(key)
}
