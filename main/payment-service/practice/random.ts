import { randomBytes, randomInt } from 'node:crypto'

const pick = (letters: string): string => letters.charAt(randomInt(letters.length))

const drawn = (count: number, letters: string): string =>
  Array.from({ length: count }, () => pick(letters)).join('')

/** A number of this many digits; the first is never 0. */
export const randomDigits = (count: number): string => drawn(1, '123456789') + drawn(count - 1, '0123456789')

export const randomLetters = (count: number): string => drawn(count, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')

export const randomSecret = (): string => randomBytes(18).toString('base64url')

/** Repeatable numbers from 0 to 1 for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
