/** Barcodes on goods have 8 to 14 digits (EAN-8, UPC, EAN-13, ITF-14). */
export const isScannedCode = (text: string): boolean => /^\d{8,14}$/.test(text)

/** Finds the digit from the key's position, so that scanning also works under a Cyrillic layout. */
export type KeyStroke = {
  readonly code: string
  readonly key: string
  readonly shiftKey: boolean
  readonly timeStamp: number
  /** The key is held down. */
  readonly repeat?: boolean
}

/** The digit that stands on this key, whatever the layout writes with it. Null for any other key. */
export function digitOf({ code, key, shiftKey }: KeyStroke): string | null {
  if (/^\d$/.test(key)) return key
  const match = /^(?:Digit|Numpad)(\d)$/.exec(code)
  // The sign of a quantity is itself, wherever it is written.
  if (!match || shiftKey || key.length !== 1 || key === '*') return null
  return match[1] ?? null
}

/** A scanner's keys are a few milliseconds apart on the average; a person's rarely under 80. */
const SCANNER_GAP_MS = 50
/** After so long a pause a new code begins; a shorter one is the machine's hiccup in the middle of one. */
const PAUSE_MS = 250
/** Letters so close before the digits come from the same machine: an identity card's register number, no barcode. */
const SAME_BURST_MS = 20
/** What scanners end a code with, as they are set up. */
const ENDS: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Tab'])

/** A code that lost its first digits, while the page was being loaded again, say; and a shop's own short code. */
export const isCutCode = (text: string): boolean => /^\d{3,7}$/.test(text)

/** Digits that follow one another so closely are a scanner's, or a held key's; a person's hand is slower. */
export const SCANNER_DIGITS_MS = 35
/** Longer than a scanner's pause between two digits, shorter than a person's. */
export const AFTER_SCANNER_MS = 60

/** Reads a wedge scanner by its rhythm: fed every keystroke, it answers the code when Enter or Tab ends one. */
export function createScanReader(isCode = isScannedCode): (stroke: KeyStroke) => string | null {
  let digits = ''
  /** How many of them were keys that went down, not one held. */
  let struck = 0
  let first = 0
  /** When a letter was written last; whether this burst began with one. */
  let letterAt = Number.NEGATIVE_INFINITY
  let lettered = false
  let last = Number.NEGATIVE_INFINITY
  const begin = (at: number) => {
    digits = ''
    struck = 0
    lettered = at - letterAt <= SAME_BURST_MS
    first = at
  }
  return (stroke) => {
    const { timeStamp: at } = stroke
    if (at - last > PAUSE_MS) begin(at)
    last = at
    if (ENDS.has(stroke.code) && !stroke.shiftKey) {
      const quick = at - first <= digits.length * SCANNER_GAP_MS
      // A key that is held down is as quick as a scanner, and is none.
      const scanned = quick && struck > 1 && !lettered && isCode(digits) ? digits : null
      begin(at)
      return scanned
    }
    const digit = digitOf(stroke)
    if (digit === null || digits === '') begin(at)
    if (digit === null && /^\p{L}$/u.test(stroke.key)) letterAt = at
    digits += digit ?? ''
    if (!stroke.repeat) struck += 1
    return null
  }
}
