import { type FurtherCode, isPackCode } from '../../../shared/shop/further-codes.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { asEan13 } from './barcode.ts'

/** A product with the shop's own data about it, which no sale contains. */
export type CatalogueItem = {
  readonly product: Product
  readonly codes: readonly FurtherCode[]
  /** The position among the favourites, from 1; 0 for none. */
  readonly favourite: number
  /** Stored, but neither found nor scanned at the till. */
  readonly hidden: boolean
  /** The file name of its picture. */
  readonly picture: string | null
  /** When its price or the price of a pack was last changed, in ms. Null if it was not recorded. */
  readonly pricedAt: number | null
}

export const catalogueItem = (product: Product, codes: CatalogueItem['codes'] = []): CatalogueItem => ({
  product,
  codes,
  favourite: 0,
  hidden: false,
  picture: null,
  pricedAt: null,
})

/**
 * Sets the time of the price: the time of `had` if the price is the same, otherwise now. Goods that come from a copy of the
 * shop keep their time.
 */
export function withPriceTime(had: CatalogueItem | null, one: CatalogueItem, now: number): CatalogueItem {
  if (had === null) return { ...one, pricedAt: one.pricedAt ?? now }
  return { ...one, pricedAt: pricesOf(had) === pricesOf(one) ? had.pricedAt : now }
}

const pricesOf = ({ product, codes }: CatalogueItem): string =>
  [
    product.price,
    ...codes.map((one) => (isPackCode(one) ? `${one.code} ${one.pieces} ${one.price}` : '')),
  ].join()

/** The same for both spellings of an article's code, UPC-A and EAN-13. */
export const keyOf = ({ product }: CatalogueItem): string => asEan13(product.code)

/** What is wrong with a row, so that a person can find and fix it. */
export type RowProblem = {
  /** From 1; null where the file as a whole is wrong. */
  readonly row: number | null
  /** As in the file; null where the row as a whole is wrong. */
  readonly field: string | null
  readonly problem: string
}

const SHOWN = 10

/** A catalogue file with a wrong row is refused as a whole, because nobody might notice a missing product. */
export class CatalogueDamaged extends Error {
  readonly file: string
  readonly problems: readonly RowProblem[]
  constructor(file: string, problems: readonly RowProblem[]) {
    const shown = problems.slice(0, SHOWN).map(sentence)
    const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : []
    super(`catalogue ${file}: ${[...shown, ...more].join('; ')}`)
    this.name = 'CatalogueDamaged'
    this.file = file
    this.problems = problems
  }
}

const sentence = ({ row, field, problem }: RowProblem): string =>
  [row === null ? null : `row ${row}`, field, problem].filter((part) => part !== null).join(': ')
