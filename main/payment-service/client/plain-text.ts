/**
 * One line of plain text of at most this many characters: without markup, control characters, half surrogate pairs and
 * marks that change the reading direction; spaces are joined. It is safe in a log line, on paper and on the screen.
 */
export const plainText = (text: string, most: number): string => shorten(plain(text), most)

export const plain = (text: string): string =>
  text
    .replace(/<[^<>]{0,500}>/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim()

export function shorten(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** Any JSON value as text. String() throws for an object with a `toString` of its own. */
export const valueText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
