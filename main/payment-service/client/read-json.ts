/** Far deeper than any answer of the contract. */
const DEEPEST = 32

/** Finds strings, and the marks of objects, arrays and keys, in a text that is known to be JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g

export type ReadJson =
  | { readonly body: unknown; readonly problem: null }
  | { readonly body: undefined; readonly problem: string }

/**
 * Parses the text of an answer. JSON.parse alone takes the last of two equal keys, so that an answer could say two
 * things; and a key `__proto__` would become a prototype where the object is copied. The problem is a fixed text.
 */
export function readJson(text: string): ReadJson {
  try {
    const body: unknown = JSON.parse(text)
    const problem = problemIn(text)
    return problem === null ? { body, problem } : { body: undefined, problem }
  } catch {
    return { body: undefined, problem: 'no JSON' }
  }
}

function problemIn(text: string): string | null {
  /** The keys of the open objects; null for an array. */
  const open: (Set<string> | null)[] = []
  let latest = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const key: string = latest.includes('\\') ? JSON.parse(latest) : latest.slice(1, -1)
      const keys = open.at(-1)
      if (keys?.has(key)) return 'a repeated key'
      if (key === '__proto__') return 'a key __proto__'
      keys?.add(key)
    }
    if (open.length > DEEPEST) return 'the depth'
    latest = token
  }
  return null
}
