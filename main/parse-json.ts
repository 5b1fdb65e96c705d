/** Reads JSON that the page or a file brings. Throws a SyntaxError. */
export const parseJson = (text: string): unknown => JSON.parse(text, tidied) as unknown

/** PostgreSQL takes neither a zero character nor half of a surrogate pair. */
const tidied = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\0', '') : value
