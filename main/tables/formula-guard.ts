/**
 * A spreadsheet runs a CSV cell that begins like this as a formula. An apostrophe before it makes it a text; a text
 * that begins with one gets one more, so that reading removes exactly what writing added.
 */
const FORMULA = /^'*[=+\-@]/
const GUARDED = /^'+[=+\-@]/

export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** `="0123"`: programs write codes like this so that a spreadsheet does not read them as numbers. */
const AS_TEXT = /^="(.*)"$/

export const unguarded = (text: string): string =>
  GUARDED.test(text) ? text.slice(1) : (AS_TEXT.exec(text)?.[1] ?? text)
