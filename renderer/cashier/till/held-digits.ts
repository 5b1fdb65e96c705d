import { AFTER_SCANNER_MS, SCANNER_DIGITS_MS } from '../scan.ts'

export type HeldDigits = {
  /**
   * Whether this digit is held back: one that came as close on another as only a scanner's do, or, where a code may begin,
   * the first of what may be one, for so long as a scanner takes to its second.
   */
  readonly hold: (digit: string, at: number, mayBegin: boolean) => boolean
  /** They were no scan: they are typed. */
  readonly release: () => void
  /** They were a scan. */
  readonly drop: () => void
}

/**
 * Keeps a scanner's digits out of the search box: each would be typed, drawn and laid out there only to be wiped away, and
 * at twenty codes a second that is all that a small machine would do. Digits that no Enter follows are typed after all.
 */
export function createHeldDigits(type: (digits: string) => void): HeldDigits {
  let held = ''
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const take = (): string => {
    clearTimeout(timer)
    const digits = held
    held = ''
    return digits
  }
  const release = (): void => {
    const digits = take()
    if (digits !== '') type(digits)
  }
  return {
    hold: (digit, at, mayBegin) => {
      const quick = at - last < SCANNER_DIGITS_MS
      last = at
      if (!quick) release()
      if (!quick && !mayBegin) return false
      clearTimeout(timer)
      held += digit
      timer = setTimeout(release, quick ? AFTER_SCANNER_MS : SCANNER_DIGITS_MS)
      return true
    },
    release,
    drop: () => void take(),
  }
}
