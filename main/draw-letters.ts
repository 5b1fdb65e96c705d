import { randomBytes } from 'node:crypto'

/** 32 of them, so that each is as likely; none that is read as another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random letters and digits for a number that nobody else may have. */
export const drawLetters = (count: number): string =>
  [...randomBytes(count)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
