/**
 * Register numbers as people type them (docs/receipts.md#register-numbers): seven digits for an organisation, two
 * Cyrillic letters and eight digits for a citizen. Lower case, wide digits, letters of two characters and Latin
 * look-alikes are corrected, and the page shows the corrected number, which is the one that is sent.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', O: 'О', P: 'Р', T: 'Т', X: 'Х', Y: 'У',
  Ɵ: 'Ө', Ë: 'Ё',
} // biome-ignore format: a table reads better in rows

export type RegisterNumber =
  | { readonly kind: 'organisation'; readonly register: string }
  | { readonly kind: 'citizen'; readonly register: string }

/** Returns the corrected register number, or null if the text is not one. */
export function parseRegister(text: string): RegisterNumber | null {
  const tidy = [
    ...text
      .normalize('NFKC')
      .replace(/[\s\p{Cf}]+/gu, '')
      .toUpperCase(),
  ]
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('')
  if (/^\d{7}$/.test(tidy)) return { kind: 'organisation', register: tidy }
  if (/^[А-ЯӨҮЁ]{2}\d{8}$/.test(tidy)) return { kind: 'citizen', register: tidy }
  return null
}
