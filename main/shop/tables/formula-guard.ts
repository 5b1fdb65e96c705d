/**
 * A spreadsheet runs a CSV cell as a formula if it begins with one of these signs, also in full width, and also after
 * letters that it skips: spaces, letters that cannot be seen, and quotes (owasp.org, "CSV Injection"). An apostrophe
 * before the cell makes it text. A text that begins with apostrophes gets one more, so that reading removes exactly
 * what writing added.
 */
const FORMULA = /^[\s\p{C}"']*(?:[\t\r\n]|[=+\-@＝＋－＠﹢﹣﹦﹫−])/u

/**
 * Where spreadsheets of other languages split a cell in two: their separator may be a semicolon, and then quotes inside
 * a row mean nothing to them. Each part is guarded.
 */
const PARTS = /(?<=[;|\t\r\n])/

export const guarded = (text: string): string => text.split(PARTS).map(guardedPart).join('')

const guardedPart = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Some programs write a code as `="0123"`, so that a spreadsheet does not read it as a number. */
const AS_TEXT = /^="(.*)"$/

export const unguarded = (text: string): string => {
  const read = text.split(PARTS).map(unguardedPart).join('')
  return read === text ? (AS_TEXT.exec(text)?.[1] ?? text) : read
}

const unguardedPart = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
