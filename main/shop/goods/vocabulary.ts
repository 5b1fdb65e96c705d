/**
 * The words of all goods, each once, and the goods that have them. A hundred thousand names share a few thousand words,
 * so a search reads some ten thousand letters and not ten million:
 *
 *     text      "\n ondog undug\n suu\n talh…"     one line for each word, a space before each normalised form
 *     holders   [12 first, 40, 41, …]              the goods of the first word, then those of the second, …
 */

import { normalisedName } from '../../../shared/shop/normalise.ts'
import type { Chunked } from '../../base/chunked.ts'

export type Vocabulary = {
  readonly text: string
  /** Where each word's line begins in `text`, and where the last one ends. */
  readonly starts: Int32Array
  /** Twice the product's position, plus one where it is the first word of the name. */
  readonly holders: Int32Array
  /** Where each word's holders begin, and where the last ones end. */
  readonly firsts: Int32Array
}

export type Holding = { readonly word: string; readonly product: number; readonly first: boolean }

export function createVocabulary() {
  const known = new Map<string, number>()
  const lines: string[] = []
  const words: number[] = []
  const holders: number[] = []
  return {
    add: ({ word, product, first }: Holding): void => {
      let number = known.get(word)
      if (number === undefined) {
        const forms = normalisedName(word)
        if (forms.length === 0) return
        number = lines.length
        known.set(word, number)
        lines.push(`\n${forms.map((one) => ` ${one}`).join('')}`)
      }
      words.push(number)
      holders.push(2 * product + (first ? 1 : 0))
    },
    *made(): Chunked<Vocabulary> {
      const starts = new Int32Array(lines.length + 1)
      for (const [number, line] of lines.entries()) {
        starts[number + 1] = (starts[number] ?? 0) + line.length
        if (number % SLICE === 0) yield
      }
      const { firsts, sorted } = yield* byWord(words, holders, lines.length)
      const parts: string[] = []
      for (let from = 0; from < lines.length; from += SLICE) {
        parts.push(lines.slice(from, from + SLICE).join(''))
        yield
      }
      return { text: parts.join(''), starts, holders: sorted, firsts }
    },
  }
}

const SLICE = 4096

/** A counting sort: the number of each word's holders gives where the next ones begin. */
function* byWord(words: readonly number[], holders: readonly number[], count: number) {
  const firsts = new Int32Array(count + 1)
  for (const [at, word] of words.entries()) {
    firsts[word + 1] = (firsts[word + 1] ?? 0) + 1
    if (at % SLICE === 0) yield
  }
  for (let word = 0; word < count; word++) firsts[word + 1] = (firsts[word + 1] ?? 0) + (firsts[word] ?? 0)
  const next = firsts.slice()
  const sorted = new Int32Array(words.length)
  for (const [at, word] of words.entries()) {
    const place = next[word] ?? 0
    next[word] = place + 1
    sorted[place] = holders[at] ?? 0
    if (at % SLICE === 0) yield
  }
  return { firsts, sorted }
}

/** Calls back for every word that contains the spelling, with whether a normalised form begins with it. */
export function eachWord(
  { text, starts }: Vocabulary,
  spelling: string,
  found: (word: number, begins: boolean) => void,
): void {
  let word = 0
  let hit = text.indexOf(spelling)
  while (hit !== -1) {
    word = wordAt(starts, hit, word)
    const next = starts[word + 1] ?? text.length
    // A later normalised form of the word may begin with the spelling, although the first hit is in the middle of one.
    found(word, isBeginning(text, hit) || text.slice(hit, next).includes(` ${spelling}`))
    hit = text.indexOf(spelling, next)
  }
}

const SPACE = 0x20

const isBeginning = (text: string, at: number): boolean => text.charCodeAt(at - 1) === SPACE

/** The last word that begins at or before the position. Searches in growing steps, because hits may be far apart. */
function wordAt(starts: Int32Array, place: number, from: number): number {
  let low = from
  let leap = 1
  while ((starts[low + leap] ?? Number.POSITIVE_INFINITY) <= place) {
    low += leap
    leap *= 2
  }
  let high = Math.min(low + leap, starts.length - 1)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low
}
