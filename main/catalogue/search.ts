import type { Product } from '../../shared/product.ts'
import { skeletonsOfName, skeletonsOfQuery, wordsOf } from './skeleton.ts'

/**
 * Goods made ready for searching, once. All their words lie in one long string, a line a product: `^` stands before
 * each skeleton of the name's first word, a space before each of the others and of the code. One substring search over
 * it finds every product with a word, and the letter before a hit tells where in the name it is:
 *
 *     Өндөг 10 ш, 8650001000012  ──▶  "\n^ondog^undug 10 sh 8650001000012"
 */
export type Shelf = {
  /** By name, then as in the catalogue: the order of what is found. */
  readonly products: readonly Product[]
  readonly lines: string
  /** Where each product's line begins in `lines`, and where the last one ends. */
  readonly starts: Int32Array
}

export type Found = { readonly products: readonly Product[]; readonly total: number }

/** Where in a product a word is found: the lower the better. */
const NAME_START = 0
const WORD_START = 1
const MIDDLE = 2
const NOWHERE = 3

export function makeShelf(goods: readonly Product[]): Shelf {
  const inNameOrder = new Intl.Collator('mn', { numeric: true }).compare
  const products = [...goods].sort((one, other) => inNameOrder(one.name, other.name))
  const skeletons = remembered(skeletonsOfName)
  const lines = products.map((product) => lineOf(product, skeletons))
  const starts = new Int32Array(products.length + 1)
  for (const [index, line] of lines.entries()) starts[index + 1] = (starts[index] ?? 0) + line.length
  return { products, lines: lines.join(''), starts }
}

/**
 * Products in which each word is found somewhere in the name or the code. First the one whose code it is, then where a
 * word begins the name, where all words begin words, and the rest; by name within each.
 */
export function searchShelf(
  shelf: Shelf,
  request: { words: readonly string[]; exact: Product | null; category: string | null; limit: number },
): Found {
  const { exact, category, limit } = request
  const ranks = ranksOf(shelf, request.words)
  const found: [Product[], Product[], Product[]] = [[], [], []]
  let total = exact === null ? 0 : 1
  for (const [index, product] of shelf.products.entries()) {
    const group = found[ranks[index] ?? NOWHERE]
    if (group === undefined || product === exact) continue
    if (category !== null && product.category !== category) continue
    total++
    if (group.length < limit) group.push(product)
  }
  const first = exact === null ? [] : [exact]
  return { products: [...first, ...found.flat()].slice(0, limit), total }
}

/** The rank is a place too: one word in the middle pulls it down to there, else one at the name's start lifts it. */
function ranksOf(shelf: Shelf, words: readonly string[]): Uint8Array {
  const best = new Uint8Array(shelf.products.length).fill(NOWHERE)
  const worst = new Uint8Array(shelf.products.length)
  for (const word of words) {
    placesOf(shelf, skeletonsOfQuery(word)).forEach((place, index) => {
      if (place < (best[index] ?? NOWHERE)) best[index] = place
      if (place > (worst[index] ?? NAME_START)) worst[index] = place
    })
  }
  return best.map((place, index) => rankOf(place, worst[index] ?? NOWHERE))
}

const rankOf = (best: number, worst: number): number => (worst >= MIDDLE ? worst : best)

/** The best place of a word in each product. */
function placesOf({ products, lines, starts }: Shelf, spellings: readonly string[]): Uint8Array {
  const places = new Uint8Array(products.length).fill(NOWHERE)
  for (const spelling of spellings) {
    let index = 0
    let hit = lines.indexOf(spelling)
    while (hit !== -1) {
      while ((starts[index + 1] ?? lines.length) <= hit) index++
      const place = placeAfter(lines[hit - 1])
      if (place < (places[index] ?? NOWHERE)) places[index] = place
      hit = lines.indexOf(spelling, place === NAME_START ? starts[index + 1] : hit + 1)
    }
  }
  return places
}

const placeAfter = (letter: string | undefined): number =>
  letter === '^' ? NAME_START : letter === ' ' ? WORD_START : MIDDLE

function lineOf(product: Product, skeletons: (word: string) => readonly string[]): string {
  const [first = '', ...others] = wordsOf(product.name)
  const rest = [...others, ...wordsOf(product.code)].flatMap(skeletons)
  return ['\n', ...skeletons(first).map((one) => `^${one}`), ...rest.map((one) => ` ${one}`)].join('')
}

/** Names share most of their words. */
function remembered(make: (word: string) => readonly string[]): (word: string) => readonly string[] {
  const made = new Map<string, readonly string[]>()
  return (word) => {
    const known = made.get(word)
    if (known) return known
    const fresh = make(word)
    made.set(word, fresh)
    return fresh
  }
}
