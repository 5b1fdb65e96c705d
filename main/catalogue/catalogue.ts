import type { Product } from '../../shared/product.ts'
import { asEan13, tidyCode } from './barcode.ts'
import { type CatalogueItem, catalogueItem, keyOf } from './catalogue-item.ts'
import { type Chunked, chunked, runToEnd } from './chunked.ts'
import { nameKey } from './name-order.ts'
import { wordsOf } from './normalise.ts'
import { buildIndex, findIn, type Ranked, type SearchIndex, type Wanted, warmIndex } from './search.ts'

export type SearchRequest = {
  /** As typed. Empty is all goods in the catalogue's order, favourites first. */
  readonly query: string
  readonly category: string | null
  readonly limit: number
}

export type Found = { readonly products: readonly Product[]; readonly total: number }

export type ListRequest = {
  readonly query: string
  readonly only: 'all' | 'favourites' | 'hidden'
  readonly offset: number
  readonly limit: number
}

export type Listed = { readonly rows: readonly CatalogueItem[]; readonly total: number }

/** What is sold at the till. */
export type Catalogue = {
  /** The product of a scanned or typed code: ignores spaces and line ends, and UPC-A equals its EAN-13. */
  readonly find: (code: string) => Product | null
  /** `total` also counts results beyond the limit. */
  readonly search: (request: SearchRequest) => Found
  /** In the catalogue's order. */
  readonly categories: () => readonly string[]
  /** Once it resolves, a search need not build the search index first. */
  readonly ready: () => Promise<void>
}

/** Goods prepared to replace all others. */
export type Prepared = { readonly byKey: Map<string, CatalogueItem>; readonly index: SearchIndex }

/** The catalogue as those who manage the goods see it. */
export type LiveCatalogue = Catalogue & {
  /** By code, hidden products too. */
  readonly entry: (code: string) => CatalogueItem | null
  readonly entries: () => Iterable<CatalogueItem>
  readonly size: () => number
  /** A part of the list by name. Hidden products only on request. */
  readonly list: (request: ListRequest) => Listed
  /**
   * Adds a product, or replaces the one with the code `was` and the one with its own code. Does not rebuild the
   * search index at once.
   */
  readonly put: (one: CatalogueItem, was?: string) => void
  readonly adopt: (prepared: Prepared) => void
}

/** After so many changes the search index is built again. */
const MOST_BESIDE = 200

export const makeCatalogue = (products: readonly Product[]): LiveCatalogue =>
  makeLiveCatalogue(products.map(catalogueItem))

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
  let index: SearchIndex | null = null
  /** Products changed since the search index was built, with a small index of their own. */
  let beside = new Map<string, CatalogueItem>()
  let recentChanges: SearchIndex | null = null
  /** In the search index, but changed or removed since. */
  let stale = new Set<CatalogueItem>()
  let making: Promise<void> | null = null
  let order: Order | null = null

  const settle = (made: SearchIndex): SearchIndex => {
    index = made
    // Products that were added during the build stay in the small index.
    const current = new Set(byKey.values())
    stale = new Set(made.goods.filter((one) => !current.has(one)))
    const inIndex = new Set(made.goods)
    beside = new Map([...byKey].filter(([, one]) => !inIndex.has(one)))
    recentChanges = null
    void chunked(warmIndex(made), () => index !== made)
    return made
  }
  const rebuildChunked = async (): Promise<void> => {
    const of = byKey
    const made = await chunked(buildIndex([...byKey.values()]))
    making = null
    if (made && of === byKey) settle(made)
  }
  const indexNow = (): SearchIndex => index ?? settle(runToEnd(buildIndex(byKey.values())))
  const ordered = (): Order => {
    order ??= orderOf(byKey.values())
    return order
  }
  const find = (code: string): Product | null => {
    const one = byKey.get(asEan13(tidyCode(code)))
    return one && !one.hidden ? one.product : null
  }

  const ranked = (wanted: Wanted): Ranked => {
    const most = findIn(indexNow(), {
      ...wanted,
      keep: stale.size === 0 ? wanted.keep : (one) => !stale.has(one) && wanted.keep?.(one) !== false,
    })
    if (beside.size === 0) return most
    recentChanges ??= runToEnd(buildIndex(beside.values()))
    return together(most, findIn(recentChanges, wanted))
  }

  const browse = (category: string | null, limit: number): Found => {
    const { shown } = ordered()
    if (category === null) return { products: shown.slice(0, limit), total: shown.length }
    const products: Product[] = []
    let total = 0
    for (const product of shown) {
      if (product.category !== category) continue
      total++
      if (products.length < limit) products.push(product)
    }
    return { products, total }
  }

  const search = ({ query, category, limit }: SearchRequest): Found => {
    if (query.trim() === '') return browse(category, limit)
    const words = [...new Set(wordsOf(query))]
    const coded = find(query)
    const exact = coded !== null && (category === null || coded.category === category) ? coded : null
    const first = exact === null ? [] : [exact]
    if (words.length === 0) return { products: first, total: first.length }
    const keep = ({ hidden, product }: CatalogueItem): boolean =>
      !hidden && product !== exact && (category === null || product.category === category)
    const all = category === null && exact === null && ordered().shown.length === byKey.size
    const { ranks, total } = ranked({ words, keep: all ? null : keep, most: limit })
    const products = [...first, ...ranks.flat().map(({ product }) => product)].slice(0, limit)
    return { products, total: total + first.length }
  }

  const list = ({ query, only, offset, limit }: ListRequest): Listed => {
    const words = [...new Set(wordsOf(query))]
    if (words.length === 0 && query.trim() !== '') return { rows: [], total: 0 }
    const keep = (one: CatalogueItem): boolean =>
      only === 'hidden' ? one.hidden : !one.hidden && (only === 'all' || one.favourite > 0)
    const { ranks, total } = ranked({ words, keep, most: offset + limit })
    return { rows: ranks.flat().slice(offset, offset + limit), total }
  }

  return {
    find,
    search,
    list,
    categories: () => ordered().categories,
    ready: async () => {
      if (index !== null) return
      making ??= rebuildChunked()
      await making
    },
    entry: (code) => byKey.get(asEan13(tidyCode(code))) ?? null,
    entries: () => byKey.values(),
    size: () => byKey.size,
    put: (one, was) => {
      for (const key of new Set([keyOf(one), ...(was === undefined ? [] : [asEan13(was)])])) {
        const had = byKey.get(key)
        if (had === undefined) continue
        stale.add(had)
        beside.delete(key)
        if (key !== keyOf(one)) byKey.delete(key)
      }
      byKey.set(keyOf(one), one)
      beside.set(keyOf(one), one)
      recentChanges = null
      order = null
      if (index !== null && beside.size > MOST_BESIDE) making ??= rebuildChunked()
    },
    adopt: (prepared) => {
      byKey = prepared.byKey
      index = prepared.index
      beside = new Map()
      recentChanges = null
      stale = new Set()
      order = null
    },
  }
}

type Order = { readonly shown: readonly Product[]; readonly categories: readonly string[] }

/** The favourites in their chosen order, then the rest as in the catalogue. */
function orderOf(goods: Iterable<CatalogueItem>): Order {
  const favourites: CatalogueItem[] = []
  const rest: Product[] = []
  const categories = new Set<string>()
  for (const one of goods) {
    if (one.hidden) continue
    categories.add(one.product.category)
    if (one.favourite > 0) favourites.push(one)
    else rest.push(one.product)
  }
  favourites.sort((one, other) => one.favourite - other.favourite)
  return { shown: [...favourites.map(({ product }) => product), ...rest], categories: [...categories] }
}

/** Joins the results of both indexes. The second has few: each is inserted at its place. */
function together(most: Ranked, few: Ranked): Ranked {
  const merged = (rank: 0 | 1 | 2): readonly CatalogueItem[] => {
    const goods = [...most.ranks[rank]]
    for (const one of few.ranks[rank]) goods.splice(placeFor(goods, nameKey(one.product.name)), 0, one)
    return goods
  }
  return { ranks: [merged(0), merged(1), merged(2)], total: most.total + few.total }
}

/** Behind all whose name is less or equal. */
function placeFor(goods: readonly CatalogueItem[], key: string): number {
  let from = 0
  let to = goods.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (nameKey(goods[middle]?.product.name ?? '') <= key) from = middle + 1
    else to = middle
  }
  return from
}
