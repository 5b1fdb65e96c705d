import { MOST_LETTERS } from '../../shared/ipc/index.ts'

/** Reads a request that the page sends as JSON; null for anything else. A command without a request sends nothing. */
export function parseRequest(text: unknown): { readonly request: unknown } | null {
  if (text === undefined) return { request: undefined }
  if (typeof text !== 'string' || text.length > MOST_LETTERS) return null
  try {
    return { request: JSON.parse(text, tidied) }
  } catch {
    return null
  }
}

/** PostgreSQL takes neither a zero character nor half of a surrogate pair, which a page can hold and paste. */
const tidied = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\0', '') : value
