import { AFTER_SCANNER_MS, SCANNER_DIGITS_MS } from '../scan.ts'

export type HeldDigits = {
  /**
   * Whether the digit is held back. Held are digits as close as a scanner's, and, where a code may begin, a first digit
   * until a scanner's second would come.
   */
  readonly hold: (digit: string, at: number, mayBegin: boolean) => boolean
  /** The held digits are no scan: types them. */
  readonly release: () => void
  /** The held digits are a scan: drops them. */
  readonly drop: () => void
}

/**
 * Keeps a scanner's digits out of the search box. Otherwise each digit is typed and rendered and then deleted again,
 * which overloads a slow machine at twenty codes a second. Digits without a final Enter are typed a moment later.
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
