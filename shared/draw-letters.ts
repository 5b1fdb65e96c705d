/** 32 letters, so that all are equally likely, without letters that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random letters and digits for a unique number. */
export const drawLetters = (count: number): string =>
  [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => LETTERS[byte % LETTERS.length]).join('')
