import { looksOf } from './look-alikes.ts'

/**
 * Register numbers as people type them (docs/receipts.md#register-numbers): seven digits for an organisation, two
 * Cyrillic letters and eight digits for a citizen. Lower case, wide digits, letters of two characters and Latin
 * look-alikes are corrected, and the page shows the corrected number, which is the one that is sent.
 */
export type RegisterNumber =
  | { readonly kind: 'organisation'; readonly register: string }
  | { readonly kind: 'citizen'; readonly register: string }

/** Returns the corrected register number, or null if the text is not one. */
export function parseRegister(text: string): RegisterNumber | null {
  const tidy = looksOf(text)
  if (/^\d{7}$/.test(tidy)) return { kind: 'organisation', register: tidy }
  if (/^[А-ЯӨҮЁ]{2}\d{8}$/.test(tidy)) return { kind: 'citizen', register: tidy }
  return null
}
