/**
 * Typed text on one line, at most this many UTF-16 units long. An emoji has two, and is not cut in its middle: databases
 * refuse half of one.
 */
export const oneLine = (text: string, most: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, most).replace(HALF_AT_END, '')

const HALF_AT_END = /[\ud800-\udbff]$/
