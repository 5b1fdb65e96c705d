/**
 * Puts typed text on one line, and cuts it after at most `most` UTF-16 code units. An emoji has two code units and is never
 * cut in half, because PostgreSQL rejects half an emoji.
 */
export const oneLine = (text: string, most: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, most).replace(HALF_AT_END, '')

const HALF_AT_END = /[\ud800-\udbff]$/
