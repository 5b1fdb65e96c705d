/**
 * KZ-1048 (Epson's page 53), the one code page of receipt printers with Ө ө Ү ү in it (docs/receipts.md#letters-and-printers), and
 * what stands for the letters that it lacks, ₮ first among them.
 */

/** 0x80 to 0xFF, as the Unicode Consortium's mapping KZ1048.TXT has them; U+0098 is a hole. */
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

/** Є є Ї ї and Ӧ ӧ Ӱ ӱ are how Ө ө Ү ү were typed where a keyboard or an old font had none. */
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
/** Emoji say nothing that a till roll could; where they stood is shown. */
const ORNAMENT = '*'
const LOST = '?'

const graphemes = new Intl.Segmenter('mn', { granularity: 'grapheme' })

/**
 * The text in letters of KZ-1048 alone, each a column wide, without control characters: none of it can be a command to
 * the printer. No-break spaces stay, for lines to be broken by.
 */
export function withinCodePage(text: string): string {
  const plain = plainLetters(text)
  // Nearly every text: a thousand names are spelt out in 130 ms, and looked through in 10.
  if (known(plain) === plain) return plain
  return spelt(plain)
    .map((letter) => letter ?? LOST)
    .join('')
}

/** How many letters of a text `withinCodePage` can give nothing readable for. */
export const lettersLost = (text: string): number =>
  spelt(plainLetters(text)).filter((letter) => letter === null).length

/** Bytes for a printer whose code page is KZ-1048, of a text that is `withinCodePage`. */
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

/** Null where nothing would be readable. */
function substitute(grapheme: string): string | null {
  const visible = grapheme.replace(/\p{Cf}/gu, '')
  const unmarked = visible.replace(/\p{M}/gu, '')
  const substituted = known(unmarked) ?? known(unmarked.normalize('NFKD').replace(/\p{M}/gu, ''))
  if (substituted !== null) return substituted
  return /\p{Extended_Pictographic}|\p{RI}/u.test(visible) ? ORNAMENT : null
}

/** Null unless every letter of it is in the page or has a substitute. */
function known(text: string): string | null {
  let whole = ''
  for (const letter of text) {
    const one = BYTE_OF.has(letter) ? letter : SUBSTITUTES[letter]
    if (one === undefined) return null
    whole += one
  }
  return whole
}
