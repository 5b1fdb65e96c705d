/** Reads JSON that comes from the page or from a file; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, wellFormed)
  } catch {
    return undefined
  }
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\0', '') : value
