import type { Product } from '../../shared/product.ts'
import { asEan13, tidyCode } from './barcode.ts'
import { type Found, makeShelf, searchShelf } from './search.ts'
import { wordsOf } from './skeleton.ts'

export type SearchRequest = {
  /** As typed. Empty is all goods in the catalogue's order, which begins with the favourites. */
  readonly query: string
  readonly category: string | null
  readonly limit: number
}

export type Catalogue = {
  /** The product of a code as scanned or typed: spaces and line ends around it, UPC-A for EAN-13 and back. */
  readonly find: (code: string) => Product | null
  /** `total` counts what lies beyond the limit too. */
  readonly search: (request: SearchRequest) => Found
  /** In the catalogue's order. */
  readonly categories: () => readonly string[]
}

/** Codes must be unique, as EAN-13 too. */
export function makeCatalogue(products: readonly Product[]): Catalogue {
  const byCode = new Map(products.map((product) => [asEan13(product.code), product]))
  const byCategory = groupByCategory(products)
  const names = [...byCategory.keys()]
  const shelf = makeShelf(products)

  const find = (code: string): Product | null => byCode.get(asEan13(tidyCode(code))) ?? null

  const browse = (category: string | null, limit: number): Found => {
    const goods = category === null ? products : (byCategory.get(category) ?? [])
    return { products: goods.slice(0, limit), total: goods.length }
  }

  const search = ({ query, category, limit }: SearchRequest): Found => {
    const words = [...new Set(wordsOf(query))]
    if (query.trim() === '') return browse(category, limit)
    const coded = find(query)
    const exact = coded !== null && (category === null || coded.category === category) ? coded : null
    return searchShelf(shelf, { words, exact, category, limit })
  }

  return { find, search, categories: () => names }
}

function groupByCategory(products: readonly Product[]): ReadonlyMap<string, readonly Product[]> {
  const groups = new Map<string, Product[]>()
  for (const product of products) {
    const group = groups.get(product.category)
    if (group) group.push(product)
    else groups.set(product.category, [product])
  }
  return groups
}
