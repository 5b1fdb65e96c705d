/**
 * Register numbers as people type them (docs/receipts.md#register-numbers): an organisation's is seven digits, a
 * citizen's two Cyrillic letters and eight digits. Lower case and Latin look-alikes are corrected, and the correction
 * is shown to the person.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', O: 'О', P: 'Р', T: 'Т', X: 'Х', Y: 'У',
} // biome-ignore format: a table reads better in rows

export type RegisterNumber =
  | { readonly kind: 'organisation'; readonly register: string }
  | { readonly kind: 'citizen'; readonly register: string }

/** Gives the register number in its proper letters, or null where the text is none. */
export function parseRegister(text: string): RegisterNumber | null {
  const tidy = [...text.replace(/\s+/g, '').toUpperCase()]
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('')
  if (/^\d{7}$/.test(tidy)) return { kind: 'organisation', register: tidy }
  if (/^[А-ЯӨҮЁ]{2}\d{8}$/.test(tidy)) return { kind: 'citizen', register: tidy }
  return null
}
