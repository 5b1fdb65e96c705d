import { MOST_LETTERS } from '../../shared/page/channels.ts'
import { parseJson } from '../base/files/parse-json.ts'

/** Reads a request that the page sends as JSON; null for anything else. A command without a request sends nothing. */
export function parseRequest(text: unknown): { readonly request: unknown } | null {
  if (text === undefined) return { request: undefined }
  if (typeof text !== 'string' || text.length > MOST_LETTERS) return null
  const request = parseJson(text)
  return request === undefined ? null : { request }
}
