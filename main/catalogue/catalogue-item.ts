import type { Product } from '../../shared/product.ts'
import { asEan13 } from './barcode.ts'

/** A product with what the shop knows of it besides: none of it is part of a sale. */
export type CatalogueItem = {
  readonly product: Product
  /** Its place among the favourites, from 1; 0 is none. */
  readonly favourite: number
  /** Taken off: neither found nor scanned at the till, and kept. */
  readonly hidden: boolean
  /** Its picture's file in the terminal's folder. */
  readonly picture: string | null
}

export const catalogueItem = (product: Product): CatalogueItem => ({
  product,
  favourite: 0,
  hidden: false,
  picture: null,
})

/** One article has one, however its code is written. */
export const keyOf = ({ product }: CatalogueItem): string => asEan13(product.code)
