import { normalisedQuery, wordsOf } from '../../../shared/shop/normalise.ts'
import type { Chunked } from '../../base/chunked.ts'
import type { CatalogueItem } from './catalogue-item.ts'
import { nameKey, sorting } from './name-order.ts'
import { createVocabulary, eachWord, type Vocabulary } from './vocabulary.ts'

/**
 * The search index of the catalogue. Words of letters are looked up in the words of the names. Words of digits are
 * looked up in sizes and codes, of which there are as many as products.
 */
export type SearchIndex = {
  /** The order of results: by name, then as in the catalogue. */
  readonly goods: readonly CatalogueItem[]
  readonly letters: Vocabulary
  readonly figures: Vocabulary
  /** Recent lookups: typing one more letter changes only the last word. */
  readonly known: Map<string, Uint8Array>
  /** The results for each single letter and digit, with which every search begins (`warmIndex`). */
  readonly common: Map<string, Uint8Array>
}

/** Where in a product a word was found; lower is better. */
const NAME_START = 0
const WORD_START = 1
const MIDDLE = 2
const NOWHERE = 3

const MOST_KNOWN = 24

export function* buildIndex(goods: Iterable<CatalogueItem>): Chunked<SearchIndex> {
  const keyed: { key: string; value: CatalogueItem }[] = []
  for (const one of goods) {
    keyed.push({ key: nameKey(one.product.name), value: one })
    if (keyed.length % 256 === 0) yield
  }
  const sorted = yield* sorting(keyed)
  const letters = createVocabulary()
  const figures = createVocabulary()
  for (const [product, { value }] of sorted.entries()) {
    const { name, code } = value.product
    const codes = [code, ...value.codes.map((further) => further.code)]
    for (const [place, word] of wordsOf(name).entries())
      (isFigures(word) ? figures : letters).add({ word, product, first: place === 0 })
    for (const word of codes.flatMap(wordsOf))
      (isFigures(word) ? figures : letters).add({ word, product, first: false })
    if (product % 64 === 0) yield
  }
  return {
    goods: sorted.map(({ value }) => value),
    letters: yield* letters.made(),
    figures: yield* figures.made(),
    known: new Map(),
    common: new Map(),
  }
}

const SINGLE = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/** Computes the results for single letters and digits beforehand, so that the first letter typed is fast. */
export function* warmIndex(index: SearchIndex): Chunked<void> {
  for (const one of SINGLE) {
    if (!index.common.has(one)) index.common.set(one, lookedUp(index, [one]))
    yield
  }
}

/** A word is all letters or all digits, never a mix (normalise.ts). */
const isFigures = (word: string): boolean => /^\p{N}/u.test(word)

export type Wanted = {
  /** No words match every product. */
  readonly words: readonly string[]
  /** Null keeps all products. That is faster, because products beyond `most` are only counted. */
  readonly keep: ((one: CatalogueItem) => boolean) | null
  /** The most results for each rank. */
  readonly most: number
}

/** The results in three ranks, sorted by name within each. `total` also counts results beyond `most`. */
export type Ranked = {
  readonly ranks: readonly [readonly CatalogueItem[], readonly CatalogueItem[], readonly CatalogueItem[]]
  readonly total: number
}

/** Finds products with every word. Three ranks: a word begins the name; all words begin words of it; all others. */
export function findIn(index: SearchIndex, { words, keep, most }: Wanted): Ranked {
  const places = ranksOf(index, words)
  const ranks: [CatalogueItem[], CatalogueItem[], CatalogueItem[]] = [[], [], []]
  let total = 0
  for (let at = 0; at < index.goods.length; at++) {
    const rank = ranks[places[at] ?? NOWHERE]
    if (rank === undefined) continue
    const counted = keep === null && rank.length >= most
    const one = counted ? undefined : index.goods[at]
    if (one !== undefined && keep?.(one) === false) continue
    total++
    if (one !== undefined && rank.length < most) rank.push(one)
  }
  return { ranks, total }
}

/**
 * The rank of each product. If a word is missing, or found only in the middle of words, the worst place of all words
 * counts; otherwise the best one.
 */
function ranksOf(index: SearchIndex, words: readonly string[]): Uint8Array {
  const [first, ...others] = words
  const best =
    first === undefined ? new Uint8Array(index.goods.length) : Uint8Array.from(placesOf(index, first))
  if (others.length === 0) return best
  const worst = Uint8Array.from(best)
  for (const word of others) {
    const places = placesOf(index, word)
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? NOWHERE
      if (place < (best[at] ?? NOWHERE)) best[at] = place
      if (place > (worst[at] ?? NAME_START)) worst[at] = place
    }
  }
  for (let at = 0; at < best.length; at++) {
    const lowest = worst[at] ?? NOWHERE
    if (lowest >= MIDDLE) best[at] = lowest
  }
  return best
}

/** The best place of a word in each product. The caller must not change the result. */
function placesOf(index: SearchIndex, word: string): Uint8Array {
  const spellings = normalisedQuery(word)
  const [first, ...others] = spellings
  const had = (others.length === 0 ? index.common.get(first ?? '') : undefined) ?? index.known.get(word)
  if (had) return had
  const places = lookedUp(index, spellings)
  const [oldest] = index.known.keys()
  if (index.known.size >= MOST_KNOWN && oldest !== undefined) index.known.delete(oldest)
  index.known.set(word, places)
  return places
}

function lookedUp(index: SearchIndex, spellings: readonly string[]): Uint8Array {
  const places = new Uint8Array(index.goods.length).fill(NOWHERE)
  for (const spelling of spellings)
    mark(isFigures(spelling) ? index.figures : index.letters, places, spelling)
  return places
}

function mark(vocabulary: Vocabulary, places: Uint8Array, spelling: string): void {
  const { holders, firsts } = vocabulary
  eachWord(vocabulary, spelling, (word, begins) => {
    const end = firsts[word + 1] ?? holders.length
    for (let at = firsts[word] ?? end; at < end; at++) {
      const holder = holders[at] ?? 0
      const place = begins ? (holder % 2 === 1 ? NAME_START : WORD_START) : MIDDLE
      const product = holder >> 1
      if (place < (places[product] ?? NAME_START)) places[product] = place
    }
  })
}
