import { money } from '../../../shared/money/money.ts'
import type { Pack } from '../../../shared/sale/sale.ts'
import { type FurtherCode, isPackCode } from '../../../shared/shop/further-codes.ts'
import { codesOf, type GoodsFilter, type GoodsOrder } from '../../../shared/shop/goods.ts'
import { lacksTaxCode } from '../../../shared/shop/lacks-tax-code.ts'
import { normalisedName, normalisedQuery, wordsOf } from '../../../shared/shop/normalise.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { Chunked } from '../../base/chunked.ts'
import { asEan13, tidyCode } from './barcode.ts'
import { type CatalogueItem, catalogueItem, keyOf } from './catalogue-item.ts'
import { createLiveIndex } from './live-index.ts'
import { createLookAlikes, type LookAlikes } from './look-alikes.ts'
import { inOrder } from './name-order.ts'
import { buildIndex, type SearchIndex } from './search.ts'

type SearchRequest = {
  /** As typed. An empty query finds all goods: the favourites, the best sellers, and the rest as in the catalogue. */
  readonly query: string
  readonly category: string | null
  readonly limit: number
  /** The codes of the best-selling goods, best first. */
  readonly bestSellers?: readonly string[]
}

type Found = {
  readonly products: readonly Product[]
  readonly total: number
  /** Whether the query is a code of the first product. */
  readonly exact: boolean
}

type ListRequest = GoodsFilter & {
  /** If left out, the list is sorted by name, and names that begin with the typed text come first. */
  readonly order?: GoodsOrder | null
  readonly down?: boolean
  /** When today began. */
  readonly today?: number
  readonly offset: number
  readonly limit: number
}

type Listed = { readonly rows: readonly CatalogueItem[]; readonly total: number }

type Sold = { readonly product: Product; readonly pack?: Pack }

type CodeOwner = { readonly code: string; readonly one: CatalogueItem }

type Catalogue = {
  /**
   * The product of a scanned or typed code: ignores spaces and line ends, and UPC-A equals its EAN-13. Ignores the case of
   * letters, unless several products differ only by it.
   */
  readonly find: (code: string) => Product | null
  /** The product and number of pieces that this code sells, with the pack's price if it is a pack's code. Null if unknown. */
  readonly scanned: (code: string) => Sold | null
  /** The same of all products whose code differs at most in the case of its letters; the one spelled like this first. */
  readonly anyCase: (code: string) => readonly Sold[]
  /** `total` also counts results beyond the limit. */
  readonly search: (request: SearchRequest) => Found
  /** In the catalogue's order. */
  readonly categories: () => readonly string[]
  /** Resolves when the search index is built. A search before that builds it at once. */
  readonly ready: () => Promise<void>
}

/** Goods prepared to replace all others. */
export type Prepared = { readonly byKey: Map<string, CatalogueItem>; readonly index: SearchIndex }

/** The catalogue as those who manage the goods see it. */
export type LiveCatalogue = Catalogue & {
  /** Finds a product by its own code, also a hidden one. */
  readonly entry: (code: string) => CatalogueItem | null
  /** The product that is sold by this code. A hidden product has none: another may have its codes. */
  readonly owner: (code: string) => CatalogueItem | null
  /** The products that are sold by another code that looks like this one. */
  readonly alike: (code: string) => readonly CodeOwner[]
  readonly entries: () => Iterable<CatalogueItem>
  /** The goods as they are now, by `keyOf`. A later change may change the map. */
  readonly byKey: () => ReadonlyMap<string, CatalogueItem>
  readonly size: () => number
  /** A part of the list. Hidden products only on request. */
  readonly list: (request: ListRequest) => Listed
  /**
   * Adds a product. Replaces the one with its code, and the one with the code `was`. Does not rebuild the search index
   * at once.
   */
  readonly put: (one: CatalogueItem, was?: string) => void
  /** Removes the product with this code, if there is one. */
  readonly remove: (code: string) => void
  readonly adopt: (prepared: Prepared) => void
}

export const makeCatalogue = (products: readonly Product[]): LiveCatalogue =>
  makeLiveCatalogue(products.map((product) => catalogueItem(product)))

export function* preparing(goods: Iterable<CatalogueItem>): Chunked<Prepared> {
  const byKey = new Map<string, CatalogueItem>()
  for (const one of goods) {
    byKey.set(keyOf(one), one)
    if (byKey.size % 256 === 0) yield
  }
  return { byKey, index: yield* buildIndex(byKey.values()) }
}

/** Codes must be unique, also as EAN-13. */
export function makeLiveCatalogue(goods: Iterable<CatalogueItem>): LiveCatalogue {
  let byKey = new Map<string, CatalogueItem>()
  for (const one of goods) byKey.set(keyOf(one), one)
  const index = createLiveIndex(() => byKey)
  let order: Order | null = null

  let bestSellers: readonly string[] = []
  const ordered = (best = bestSellers): Order => {
    if (best !== bestSellers) order = null
    bestSellers = best
    order ??= orderOf(byKey.values(), best)
    return order
  }
  let further: ReadonlyMap<string, readonly Located[]> | null = null
  /** Of each product one code, spelled like this one if it can be. */
  const anyCase = (code: string): readonly Located[] => {
    const key = asEan13(tidyCode(code))
    const one = byKey.get(key)
    const own = one && !one.hidden ? [{ key, one, by: null }] : []
    if (own.length > 0 && !HAS_LETTER.test(key)) return own
    further ??= furtherOf(byKey.values())
    const others = further.get(key.toLowerCase()) ?? []
    const all = [...own, ...others.filter((other) => other.key === key), ...others]
    return all.filter((other, place) => all.findIndex((before) => before.one === other.one) === place)
  }
  const located = (code: string): Located | null => {
    const [first] = anyCase(code)
    return first?.key === asEan13(tidyCode(code)) ? first : null
  }
  /** The product spelled like the code, or the only one whose code differs in the case of its letters. */
  const meant = (code: string): Located | null => {
    const [first, ...others] = anyCase(code)
    return located(code) ?? (others.length === 0 ? (first ?? null) : null)
  }
  const find = (code: string): Product | null => meant(code)?.one.product ?? null
  let looks: LookAlikes<CatalogueItem> | null = null
  const alike = (typed: string): readonly CodeOwner[] => {
    looks ??= looksIn(byKey.values(), (code) => located(code)?.one ?? null)
    return looks.like(tidyCode(typed)).map(([code, one]) => ({ code, one }))
  }

  const browse = ({ category, limit, bestSellers: best }: SearchRequest): Found => {
    const { shown } = ordered(best)
    if (category === null) return { products: shown.slice(0, limit), total: shown.length, exact: false }
    const products: Product[] = []
    let total = 0
    for (const product of shown) {
      if (product.category !== category) continue
      total++
      if (products.length < limit) products.push(product)
    }
    return { products, total, exact: false }
  }

  const search = (request: SearchRequest): Found => {
    const { query, category, limit } = request
    if (query.trim() === '') return browse(request)
    const words = [...new Set(wordsOf(query))]
    const coded = find(query)
    const exact = coded !== null && (category === null || coded.category === category) ? coded : null
    const first = exact === null ? [] : [exact]
    if (words.length === 0) return { products: first, total: first.length, exact: exact !== null }
    const keep = ({ hidden, product }: CatalogueItem): boolean =>
      !hidden && product !== exact && (category === null || product.category === category)
    const all = category === null && exact === null && ordered().shown.length === byKey.size
    const { ranks, total } = index.find({ words, keep: all ? null : keep, most: limit })
    const products = [...first, ...ranks.flat().map(({ product }) => product)].slice(0, limit)
    return { products, total: total + first.length, exact: exact !== null }
  }

  /** The last sorted list. It is kept because the page asks for it in parts. */
  let sorted: { readonly of: string; readonly rows: readonly CatalogueItem[] } | null = null
  const list = (request: ListRequest): Listed => {
    const { query, category, only, order = null, down = false, today = 0, offset, limit } = request
    const by = order ?? (only === 'repriced' ? 'pricedAt' : null)
    const words = [...new Set(wordsOf(query))]
    if (words.length === 0 && query.trim() !== '') return { rows: [], total: 0 }
    const categories = category.trim() === '' ? null : categoriesLike(byKey.values(), category.trim())
    const keep = (one: CatalogueItem): boolean =>
      KEPT[only](one, today) && (categories === null || categories.has(one.product.category))
    const cut = (rows: readonly CatalogueItem[]) => rows.slice(offset, offset + limit)
    if (by === null) {
      const { ranks, total } = index.find({ words, keep, most: offset + limit })
      return { rows: cut(ranks.flat()), total }
    }
    const of = JSON.stringify([query, category, only, by, down, today])
    if (sorted?.of !== of) {
      const { ranks } = index.find({ words, keep, most: byKey.size })
      sorted = { of, rows: inOrder(ranks.flat(), by, down) }
    }
    return { rows: cut(sorted.rows), total: sorted.rows.length }
  }

  const changed = (): void => {
    order = null
    further = null
    looks = null
    sorted = null
  }

  const remove = (key: string): void => {
    const had = byKey.get(key)
    if (had === undefined) return
    index.removed(key, had)
    byKey.delete(key)
    changed()
  }

  return {
    find,
    scanned: (code) => {
      const found = meant(code)
      return found && soldBy(found.one.product, found.by)
    },
    anyCase: (code) => anyCase(code).map(({ one, by }) => soldBy(one.product, by)),
    owner: (code) => located(code)?.one ?? null,
    alike,
    search,
    list,
    categories: () => ordered().categories,
    ready: index.ready,
    entry: (code) => byKey.get(asEan13(tidyCode(code))) ?? null,
    entries: () => byKey.values(),
    byKey: () => byKey,
    size: () => byKey.size,
    put: (one, was) => {
      const key = keyOf(one)
      if (was !== undefined && asEan13(was) !== key) remove(asEan13(was))
      const had = byKey.get(key)
      if (had !== undefined) index.removed(key, had)
      byKey.set(key, one)
      index.added(key, one)
      changed()
    },
    remove: (code) => remove(asEan13(code)),
    adopt: (prepared) => {
      byKey = prepared.byKey
      index.adopt(prepared.index)
      changed()
    },
  }
}

const KEPT: Readonly<Record<GoodsFilter['only'], (one: CatalogueItem, today: number) => boolean>> = {
  all: ({ hidden }) => !hidden,
  favourites: ({ hidden, favourite }) => !hidden && favourite > 0,
  hidden: ({ hidden }) => hidden,
  codeless: ({ hidden, product }) => !hidden && lacksTaxCode(product),
  repriced: ({ hidden, pricedAt }, today) => !hidden && pricedAt !== null && pricedAt >= today,
}

/**
 * The category with this name, or else all categories in which each typed word begins a word. Latin letters are accepted
 * for Cyrillic.
 */
function categoriesLike(goods: Iterable<CatalogueItem>, typed: string): ReadonlySet<string> {
  const all = new Set<string>()
  for (const { product } of goods) all.add(product.category)
  if (all.has(typed)) return new Set([typed])
  const isLike = (name: string): boolean => {
    const words = wordsOf(name).flatMap(normalisedName)
    return wordsOf(typed).every((word) =>
      normalisedQuery(word).some((spelling) => words.some((one) => one.startsWith(spelling))),
    )
  }
  return new Set([...all].filter(isLike))
}

/** A product by one of its codes, spelled as `key`. `by` is null for its own code. */
type Located = { readonly key: string; readonly one: CatalogueItem; readonly by: FurtherCode | null }

/**
 * Products by their further codes, and by all codes with letters, in small letters. The first product with a code has it,
 * although no form and no import lets a second one have it.
 */
function furtherOf(goods: Iterable<CatalogueItem>): ReadonlyMap<string, readonly Located[]> {
  const found = new Map<string, readonly Located[]>()
  const add = (located: Located): void => {
    const folded = located.key.toLowerCase()
    const had = found.get(folded) ?? []
    if (!had.some(({ key }) => key === located.key)) found.set(folded, [...had, located])
  }
  for (const one of goods) {
    if (one.hidden) continue
    if (HAS_LETTER.test(one.product.code)) add({ key: keyOf(one), one, by: null })
    for (const by of one.codes) add({ key: asEan13(by.code), one, by })
  }
  return found
}

const HAS_LETTER = /\p{L}/u

function looksIn(
  goods: Iterable<CatalogueItem>,
  owner: (code: string) => CatalogueItem | null,
): LookAlikes<CatalogueItem> {
  const looks = createLookAlikes(owner)
  for (const one of goods) if (!one.hidden) for (const [code] of codesOf(one)) looks.add(code, one)
  return looks
}

/** A further code of a single piece without a price of its own sells the product as its own code does. */
function soldBy(product: Product, by: FurtherCode | null): Sold {
  if (by === null || !isPackCode(by)) return { product }
  const { code, pieces, price } = by
  return { product: { ...product, price: price ?? money(product.price * pieces) }, pack: { code, pieces } }
}

type Order = { readonly shown: readonly Product[]; readonly categories: readonly string[] }

/** The favourites in their chosen order, then the best sellers, then the rest as in the catalogue. */
function orderOf(goods: Iterable<CatalogueItem>, bestSellers: readonly string[]): Order {
  const places = new Map(bestSellers.map((code, place) => [code, place]))
  const favourites: CatalogueItem[] = []
  const best: Product[] = []
  const rest: Product[] = []
  const categories = new Set<string>()
  for (const one of goods) {
    if (one.hidden) continue
    categories.add(one.product.category)
    if (one.favourite > 0) favourites.push(one)
    else if (places.has(one.product.code)) best.push(one.product)
    else rest.push(one.product)
  }
  favourites.sort((one, other) => one.favourite - other.favourite)
  const placeOf = ({ code }: Product): number => places.get(code) ?? 0
  best.sort((one, other) => placeOf(one) - placeOf(other))
  const shown = [...favourites.map(({ product }) => product), ...best, ...rest]
  return { shown, categories: [...categories] }
}
