/** More than the largest request of the page has: 100 rules of sale with 400 dates each. */
const MOST_PARTS = 50_000
const DEEPEST = 32

/**
 * Whether a request is small enough to be parsed. Stops at the limit. A part that stands in several places counts at
 * each, because a small request can mean a million parts that way.
 */
export function isSmallEnough(request: unknown): boolean {
  let parts = 0
  const isSmall = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null) return true
    if (depth === DEEPEST) return false
    for (const key in value) {
      parts += 1
      if (parts > MOST_PARTS || !isSmall(Reflect.get(value, key), depth + 1)) return false
    }
    return true
  }
  return isSmall(request, 0)
}
