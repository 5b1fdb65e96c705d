/**
 * A spreadsheet takes a cell of a CSV file that begins so for a formula, and runs it. An apostrophe before it makes it a
 * text, as people do by hand; one more is put before a text that already has one, so that reading back takes off exactly
 * what writing put there.
 */
const FORMULA = /^'*[=+\-@]/
const GUARDED = /^'+[=+\-@]/

export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** `="0123"` is how programs keep a spreadsheet from taking a code for a number. */
const AS_TEXT = /^="(.*)"$/

export const unguarded = (text: string): string =>
  GUARDED.test(text) ? text.slice(1) : (AS_TEXT.exec(text)?.[1] ?? text)
