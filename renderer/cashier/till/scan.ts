/** Barcodes on goods have 8 to 14 digits (EAN-8, UPC, EAN-13, ITF-14). */
export const isScannedCode = (text: string): boolean => /^\d{8,14}$/.test(text)

/** What of a keyboard's event tells a digit: the key's place, so that a Cyrillic layout garbles nothing (field notes). */
export type KeyStroke = {
  readonly code: string
  readonly key: string
  readonly shiftKey: boolean
  readonly timeStamp: number
}

/** The digit that stands on this key, whatever the layout writes with it. Null for any other key. */
export function digitOf({ code, key, shiftKey }: KeyStroke): string | null {
  if (/^\d$/.test(key)) return key
  const match = /^(?:Digit|Numpad)(\d)$/.exec(code)
  // The sign of a quantity is itself, wherever it is written.
  if (!match || shiftKey || key.length !== 1 || key === '*') return null
  return match[1] ?? null
}

/** A scanner's keys are a few milliseconds apart, a person's rarely under 80. */
const SCANNER_GAP_MS = 50

/** Reads a wedge scanner by its rhythm: fed every keystroke, it answers the code when Enter ends one. */
export function createScanReader(): (stroke: KeyStroke) => string | null {
  let digits = ''
  let last = Number.NEGATIVE_INFINITY
  return (stroke) => {
    const quick = stroke.timeStamp - last <= SCANNER_GAP_MS
    last = stroke.timeStamp
    if (stroke.code === 'Enter' || stroke.code === 'NumpadEnter') {
      const scanned = quick && isScannedCode(digits) ? digits : null
      digits = ''
      return scanned
    }
    const digit = digitOf(stroke)
    digits = digit === null ? '' : (quick ? digits : '') + digit
    return null
  }
}
