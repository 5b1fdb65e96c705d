import { nameKey, sorting } from './name-order.ts'
import { skeletonsOfName, skeletonsOfQuery, wordsOf } from './skeleton.ts'
import type { Sliced } from './slices.ts'
import type { Stocked } from './stocked.ts'

/**
 * Goods made ready for searching, once. All their words lie in one long string, a line a product: `^` stands before
 * each skeleton of the name's first word, a space before each of the others and of the code. One substring search over
 * it finds every product with a word, and the letter before a hit tells where in the name it is:
 *
 *     Өндөг 10 ш, 8650001000012  ──▶  "\n^ondog^undug 10 sh 8650001000012"
 */
export type Shelf = {
  /** By name, then as in the catalogue: the order of what is found. */
  readonly goods: readonly Stocked[]
  readonly lines: string
  /** Where each product's line begins in `lines`, and where the last one ends. */
  readonly starts: Int32Array
  /** What was looked up lately: the next letter is typed to the last word alone. */
  readonly known: Map<string, Uint8Array>
}

/** Where in a product a word is found: the lower the better. */
const NAME_START = 0
const WORD_START = 1
const MIDDLE = 2
const NOWHERE = 3

const MOST_KNOWN = 24

export function* shelving(goods: Iterable<Stocked>): Sliced<Shelf> {
  const keyed: { key: string; value: Stocked }[] = []
  for (const one of goods) {
    keyed.push({ key: nameKey(one.product.name), value: one })
    if (keyed.length % 256 === 0) yield
  }
  const sorted = yield* sorting(keyed)
  const skeletons = remembered(skeletonsOfName)
  const lines: string[] = []
  const starts = new Int32Array(sorted.length + 1)
  for (const [index, { value }] of sorted.entries()) {
    const line = lineOf(value, skeletons)
    lines.push(line)
    starts[index + 1] = (starts[index] ?? 0) + line.length
    if (index % 64 === 0) yield
  }
  return { goods: sorted.map(({ value }) => value), lines: lines.join(''), starts, known: new Map() }
}

export type Wanted = {
  /** None at all is everything. */
  readonly words: readonly string[]
  readonly keep: (one: Stocked) => boolean
  /** How many of each rank are wanted. */
  readonly most: number
}

/** What was found, in three ranks, by name within each; `total` counts what lies beyond `most` too. */
export type Ranked = {
  readonly ranks: readonly [readonly Stocked[], readonly Stocked[], readonly Stocked[]]
  readonly total: number
}

/**
 * Products in which each word is found somewhere in the name or the code: those where a word begins the name, those where
 * all words begin words, and the rest.
 */
export function searchShelf(shelf: Shelf, { words, keep, most }: Wanted): Ranked {
  const places = ranksOf(shelf, words)
  const ranks: [Stocked[], Stocked[], Stocked[]] = [[], [], []]
  let total = 0
  for (let index = 0; index < shelf.goods.length; index++) {
    const rank = ranks[places[index] ?? NOWHERE]
    const one = shelf.goods[index]
    if (rank === undefined || one === undefined || !keep(one)) continue
    total++
    if (rank.length < most) rank.push(one)
  }
  return { ranks, total }
}

/** The rank is a place too: one word in the middle pulls it down to there, else one at the name's start lifts it. */
function ranksOf(shelf: Shelf, words: readonly string[]): Uint8Array {
  const [first, ...others] = words
  const best =
    first === undefined ? new Uint8Array(shelf.goods.length) : Uint8Array.from(placesOf(shelf, first))
  if (others.length === 0) return best
  const worst = Uint8Array.from(best)
  for (const word of others) {
    const places = placesOf(shelf, word)
    for (let index = 0; index < places.length; index++) {
      const place = places[index] ?? NOWHERE
      if (place < (best[index] ?? NOWHERE)) best[index] = place
      if (place > (worst[index] ?? NAME_START)) worst[index] = place
    }
  }
  for (let index = 0; index < best.length; index++) {
    const lowest = worst[index] ?? NOWHERE
    if (lowest >= MIDDLE) best[index] = lowest
  }
  return best
}

/** The best place of a word in each product. Whoever asks leaves the answer as it is. */
function placesOf(shelf: Shelf, word: string): Uint8Array {
  const had = shelf.known.get(word)
  if (had) return had
  const places = new Uint8Array(shelf.goods.length).fill(NOWHERE)
  for (const spelling of skeletonsOfQuery(word)) {
    mark(shelf, places, `^${spelling}`, NAME_START)
    mark(shelf, places, ` ${spelling}`, WORD_START)
    mark(shelf, places, spelling, MIDDLE)
  }
  const [oldest] = shelf.known.keys()
  if (shelf.known.size >= MOST_KNOWN && oldest !== undefined) shelf.known.delete(oldest)
  shelf.known.set(word, places)
  return places
}

/** One hit a line is enough: after it the next line is looked at. */
function mark({ lines, starts }: Shelf, places: Uint8Array, text: string, place: number): void {
  let index = 0
  let hit = lines.indexOf(text)
  while (hit !== -1) {
    while ((starts[index + 1] ?? lines.length) <= hit) index++
    if (place < (places[index] ?? NOWHERE)) places[index] = place
    hit = lines.indexOf(text, starts[index + 1])
  }
}

function lineOf({ product }: Stocked, skeletons: (word: string) => readonly string[]): string {
  const [first = '', ...others] = wordsOf(product.name)
  const rest = [...others, ...wordsOf(product.code)].flatMap(skeletons)
  return ['\n', ...skeletons(first).map((one) => `^${one}`), ...rest.map((one) => ` ${one}`)].join('')
}

/** Names share most of their words; figures are their own skeleton, and would only fill the memory. */
function remembered(make: (word: string) => readonly string[]): (word: string) => readonly string[] {
  const made = new Map<string, readonly string[]>()
  return (word) => {
    const known = made.get(word)
    if (known) return known
    const fresh = make(word)
    if (!/^\d/.test(word)) made.set(word, fresh)
    return fresh
  }
}
