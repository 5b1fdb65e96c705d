import { randomBytes, randomInt } from 'node:crypto'

const pick = (letters: string): string => letters.charAt(randomInt(letters.length))

const drawn = (count: number, letters: string): string =>
  Array.from({ length: count }, () => pick(letters)).join('')

/** A number of this many digits; the first is never 0. */
export const randomDigits = (count: number): string => drawn(1, '123456789') + drawn(count - 1, '0123456789')

export const randomLetters = (count: number): string => drawn(count, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')

export const randomSecret = (): string => randomBytes(18).toString('base64url')
