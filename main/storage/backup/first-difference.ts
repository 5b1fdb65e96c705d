/** Describes the first value of `made` that differs in `kept`; null for none. Ignores values only in `kept`. */
export function firstDifference(kept: unknown, made: unknown, path = ''): string | null {
  if (!isObject(kept) || !isObject(made))
    return Object.is(kept, made) ? null : `${path} is ${inWords(kept)}, it comes to ${inWords(made)}`
  if (Array.isArray(made) && Object.keys(kept).length !== made.length)
    return `${path} has ${Object.keys(kept).length} entries, it comes to ${made.length}`
  for (const [key, value] of Object.entries(made)) {
    const wrong = firstDifference(kept[key], value, path === '' ? key : `${path}.${key}`)
    if (wrong !== null) return wrong
  }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const inWords = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value))
