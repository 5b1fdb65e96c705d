/**
 * A spreadsheet runs a CSV cell that begins like this as a formula. An apostrophe before it makes it text. A text that
 * begins with apostrophes gets one more, so that reading removes exactly what writing added.
 */
const FORMULA = /^'*[=+\-@]/
const GUARDED = /^'+[=+\-@]/

export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Some programs write a code as `="0123"`, so that a spreadsheet does not read it as a number. */
const AS_TEXT = /^="(.*)"$/

export const unguarded = (text: string): string =>
  GUARDED.test(text) ? text.slice(1) : (AS_TEXT.exec(text)?.[1] ?? text)
