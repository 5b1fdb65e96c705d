import { type DigitKey, digitOf } from '../kit/index.ts'

/** Barcodes on goods have 8 to 14 digits (EAN-8, UPC, EAN-13, ITF-14). */
export const isScannedCode = (text: string): boolean => /^\d{8,14}$/.test(text)

/** The number of a sale, the barcode of its receipt (docs/decisions/sale-number.md). */
export const isReceiptNumber = (text: string): boolean =>
  /^[A-Z0-9]{1,6}-\d{6}-\d{4,5}-[A-Z0-9]{4}$/.test(text)

/** A character of a receipt's number by the key's position, so that its letters are read under any layout. */
export function receiptCharacter(stroke: DigitKey): string | null {
  const { code } = stroke
  const sign = code === 'Minus' || code === 'NumpadSubtract' ? '-' : null
  return digitOf(stroke) ?? /^Key([A-Z])$/.exec(code)?.[1] ?? sign
}

/** The fields of a KeyboardEvent that scanning needs. */
export type KeyStroke = DigitKey & {
  readonly timeStamp: number
  /** Whether the event is a repeat of a held key. */
  readonly repeat?: boolean
  /** How many keys were pressed for it, where a scanner types a character as its number. */
  readonly keys?: number
}

/** A scanner's keys are a few milliseconds apart on average; a person's are rarely under 80. */
const SCANNER_GAP_MS = 50
/** A longer pause begins a new code. Shorter pauses occur within a code on a busy machine. */
const PAUSE_MS = 250
/** Letters this close before the digits come from the same scan: an identity card's register number, not a barcode. */
const SAME_BURST_MS = 20
/** The keys that scanners send after a code. */
const ENDS: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Tab'])

/** A code without its first digits, for example after a reload of the page, or a short code of the shop. */
export const isCutCode = (text: string): boolean => /^\d{3,7}$/.test(text)

/** A code of any kind, such as a shop's own with letters. No field has more than 64 letters for it. */
export const isAnyCode = (text: string): boolean => text.length >= 3 && text.length <= 64

/** Any character; letters and digits by the key's position, so that they are read under any layout. */
export const anyCharacter = (stroke: DigitKey): string | null =>
  receiptCharacter(stroke) ?? (stroke.key.length === 1 ? stroke.key : null)

/** Digits closer than this come from a scanner or a held key, not from a person's typing. */
export const SCANNER_DIGITS_MS = 35
/** Longer than a scanner's pause between two digits, and shorter than a person's. */
export const AFTER_SCANNER_MS = 60

/** Recognises a scanner by its speed. It gets every keystroke and returns the code on the key that ends it. */
export function createScanReader(
  isCode = isScannedCode,
  characterOf = digitOf,
): (stroke: KeyStroke) => string | null {
  let digits = ''
  /** Number of keystrokes that are no repeats of a held key. */
  let struck = 0
  /** Number of keys that were pressed for the digits. */
  let pressed = 0
  let first = 0
  /** Time of the last letter, and whether a letter came just before the digits. */
  let letterAt = Number.NEGATIVE_INFINITY
  let lettered = false
  /** Whether the digits are typed with shift, as a layout may want it; null before the first digit. */
  let shifted: boolean | null = null
  let last = Number.NEGATIVE_INFINITY
  const begin = (at: number) => {
    digits = ''
    struck = 0
    shifted = null
    pressed = 0
    lettered = at - letterAt <= SAME_BURST_MS
    first = at
  }
  return (stroke) => {
    const { timeStamp: at } = stroke
    if (stroke.key === 'Shift') return null
    if (at - last > PAUSE_MS) begin(at)
    last = at
    if (ENDS.has(stroke.code) && !stroke.shiftKey) {
      const quick = at - first <= pressed * SCANNER_GAP_MS
      // A held key repeats as fast as a scanner types.
      const scanned = quick && struck > 1 && !lettered && isCode(digits) ? digits : null
      begin(at)
      return scanned
    }
    const digit = characterOf(stroke)
    const isDigit = digit !== null && /^\d$/.test(digit)
    // Digits with and without shift come from two sources: the "*" of a quantity, then a scanner.
    if (digit === null || digits === '' || (isDigit && shifted === !stroke.shiftKey)) begin(at)
    if (isDigit) shifted = stroke.shiftKey
    if (digit === null && /^\p{L}$/u.test(stroke.key)) letterAt = at
    digits += digit ?? ''
    pressed += digit === null ? 0 : (stroke.keys ?? 1)
    if (!stroke.repeat) struck += 1
    return null
  }
}
