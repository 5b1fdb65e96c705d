import { AFTER_SCANNER_MS, SCANNER_DIGITS_MS } from '../scan.ts'

/**
 * How long a search waits before it is asked: not at all, but for digits that come like a scanner's. What a scan rings up
 * is never looked for among the goods: 20 codes a second would be hundreds of searches, each with tiles to draw. The first
 * digit waited already, before it was typed (held-digits.ts).
 */
export function createSearchPause(): (query: string, at: number) => number {
  let last = Number.NEGATIVE_INFINITY
  return (query, at) => {
    const quick = at - last < SCANNER_DIGITS_MS
    last = at
    return /^\d+$/.test(query) && quick ? AFTER_SCANNER_MS : 0
  }
}
