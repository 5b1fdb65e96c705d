import { AFTER_SCANNER_MS, SCANNER_DIGITS_MS } from '../scan.ts'

/**
 * Returns how long to wait before a search, in ms: 0, except for digits that come as fast as a scanner's. A scan needs
 * no search, and 20 codes a second would cause hundreds of searches. The first digit was already delayed before it was
 * typed (held-digits.ts).
 */
export function createSearchPause(): (query: string, at: number) => number {
  let last = Number.NEGATIVE_INFINITY
  return (query, at) => {
    const quick = at - last < SCANNER_DIGITS_MS
    last = at
    return /^\d+$/.test(query) && quick ? AFTER_SCANNER_MS : 0
  }
}
