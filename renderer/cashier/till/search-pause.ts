/** Keys that follow one another so closely are a scanner's, or a held key's. */
const SCANNER_MS = 35
/** Longer than a scanner's pause between two digits, shorter than a person's. */
const WAIT_MS = 60

/**
 * How long a search waits before it is asked: not at all, but for digits that come like a scanner's, and for the first
 * one, which may be. What a scan rings up is never looked for among the goods: 20 codes a second would be hundreds of
 * searches, each with tiles to draw.
 */
export function createSearchPause(): (query: string, at: number) => number {
  let last = Number.NEGATIVE_INFINITY
  return (query, at) => {
    const quick = at - last < SCANNER_MS
    last = at
    return /^\d+$/.test(query) && (quick || query.length === 1) ? WAIT_MS : 0
  }
}
