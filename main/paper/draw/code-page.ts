/**
 * KZ-1048 (Epson's page 53), the only code page of receipt printers with Ө ө Ү ү
 * (docs/receipts.md#letters-and-printers), and substitutes for letters that it lacks, above all ₮.
 */

/** 0x80 to 0xFF, from the Unicode Consortium's mapping KZ1048.TXT; U+0098 is not assigned. */
const UPPER_HALF = [
  'ЂЃ‚ѓ„…†‡€‰Љ‹ЊҚҺЏ',
  'ђ‘’“”•–—\u0098™љ›њқһџ',
  '\u00a0ҰұӘ¤Ө¦§Ё©Ғ«¬\u00ad®Ү',
  '°±Ііөµ¶·ё№ғ»әҢңү',
  'АБВГДЕЖЗИЙКЛМНОП',
  'РСТУФХЦЧШЩЪЫЬЭЮЯ',
  'абвгдежзийклмноп',
  'рстуфхцчшщъыьэюя',
].join('')

const BYTE_OF: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 0x7f - 0x20 }, (_, at) => [String.fromCharCode(0x20 + at), 0x20 + at] as const),
  ...[...UPPER_HALF].map((letter, at) => [letter, 0x80 + at] as const),
])

/** Є є Ї ї and Ӧ ӧ Ӱ ӱ were typed for Ө ө Ү ү where a keyboard or an old font lacked them. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  '₮': 'төг',
  Є: 'Ө',
  є: 'ө',
  Ї: 'Ү',
  ї: 'ү',
  Ӧ: 'Ө',
  ӧ: 'ө',
  Ӱ: 'Ү',
  ӱ: 'ү',
  Ɵ: 'Ө',
  ɵ: 'ө',
  '\u2007': '\u00a0',
  '\u202f': '\u00a0',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '−': '-',
  '―': '—',
  '×': 'x',
  '✕': 'x',
  '✗': 'x',
  '✓': 'v',
  '✔': 'v',
  '÷': '/',
  '⁄': '/',
  '∙': '·',
  '⋅': '·',
  '●': '•',
  '′': "'",
  '″': '"',
  '≈': '~',
  '≤': '<=',
  '≥': '>=',
  '→': '->',
  '←': '<-',
  '★': '*',
  '☆': '*',
  '₽': 'руб',
  '£': 'GBP',
  '¥': 'CNY',
  Ω: 'Ом',
  μ: 'µ',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
}
/** Emoji cannot be printed; this marks their place. */
const ORNAMENT = '*'
const LOST = '?'

const graphemes = new Intl.Segmenter('mn', { granularity: 'grapheme' })

/**
 * The text in letters of KZ-1048 only, each one column wide. Control characters are removed, so that no text can be a
 * command to the printer. No-break spaces stay, for breaking lines.
 */
export function withinCodePage(text: string): string {
  const plain = plainLetters(text)
  // Fast path for nearly every text: a thousand names take 10 ms here and 130 ms in `spelt`.
  if (known(plain) === plain) return plain
  return spelt(plain)
    .map((letter) => letter ?? LOST)
    .join('')
}

/** Bytes for a printer with KZ-1048, from a text that went through `withinCodePage`. */
export const encodeCodePage = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => BYTE_OF.get(letter) ?? LOST.charCodeAt(0))

/** Without control characters and soft hyphens. */
const plainLetters = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u00ad]/gu, '')

const spelt = (plain: string): readonly (string | null)[] =>
  Array.from(graphemes.segment(plain), ({ segment }) => substitute(segment))

/** A letter in the code page for this grapheme, or `*` for an emoji; null where there is none. */
function substitute(grapheme: string): string | null {
  const visible = grapheme.replace(/\p{Cf}/gu, '')
  const unmarked = visible.replace(/\p{M}/gu, '')
  const substituted = known(unmarked) ?? known(unmarked.normalize('NFKD').replace(/\p{M}/gu, ''))
  if (substituted !== null) return substituted
  return /\p{Extended_Pictographic}|\p{RI}/u.test(visible) ? ORNAMENT : null
}

/** The text with substitutes; null where a letter is neither in the page nor has a substitute. */
function known(text: string): string | null {
  let whole = ''
  for (const letter of text) {
    const one = BYTE_OF.has(letter) ? letter : SUBSTITUTES[letter]
    if (one === undefined) return null
    whole += one
  }
  return whole
}
