/** A line of a sale: the goods, their price and what is taken off. */
import { z } from 'zod'
import { discountSchema } from '../money/discount.ts'
import type { Quantity } from '../money/quantity.ts'
import { moneySchema, quantitySchema } from '../money/schemas.ts'
import { productSchema } from '../shop/product.ts'
import { idSchema, type Wire } from '../wire.ts'

export const saleLineSchema = z.strictObject({
  id: idSchema,
  product: productSchema,
  quantity: quantitySchema,
  /** The product's price, or the cashier's price override. */
  unitPrice: moneySchema,
  /**
   * The scanned code of a pack, and how many pieces have it. `unitPrice` and the product's price are then those of a
   * pack; the quantity counts pieces.
   */
  pack: z.exactOptional(z.strictObject({ code: z.string(), pieces: z.int().min(1) })),
  /** `priceOf(unitPrice, quantity)` less all discounts. */
  amount: moneySchema,
  /** The line's own discount, and the amount that it takes off. */
  discount: z.exactOptional(discountSchema),
  off: z.exactOptional(moneySchema),
  /** The line's share of the discount on the whole sale. */
  share: z.exactOptional(moneySchema),
  /** The cashier's note; also printed on the receipt. */
  note: z.exactOptional(z.string()),
  /** Of a misc item: the scanned code that no product had. */
  unlisted: z.exactOptional(z.string()),
})
export type SaleLine = Wire<typeof saleLineSchema>
export type Pack = NonNullable<SaleLine['pack']>

/** How many lines of misc items a cashier sells in one sale without an approval. */
export const MOST_MISC = 3

/** The code of a misc item begins with it. It has a space, as no code of the catalogue has. */
export const MISC = 'misc '
export const isMisc = ({ product }: Pick<SaleLine, 'product'>): boolean => product.code.startsWith(MISC)

type Counted = Pick<SaleLine, 'product' | 'quantity' | 'pack'>

export const piecesOf = ({ pack }: Pick<SaleLine, 'pack'>): number => pack?.pieces ?? 1
/** The quantity as people count it: packs, where the line is of packs. */
export const countOf = (line: Pick<Counted, 'quantity' | 'pack'>): Quantity =>
  (line.quantity / piecesOf(line)) as Quantity
/** "Кола 0.5 л", or "Кола 0.5 л (12 ш)" for a pack. */
export const nameOf = ({ product, pack }: Pick<Counted, 'product' | 'pack'>): string =>
  pack === undefined ? product.name : `${product.name} (${pack.pieces}\u00a0${product.unit})`

/** "Сүү 1 л" as a screen and a paper write it: no line begins with the unit. */
export const unbroken = (name: string): string => name.replace(/(\d) (\p{L}+)(?=\)?$| \()/gu, '$1\u00a0$2')

/** A name for little room: the middle is left out, and never the size at its end, by which goods differ. */
export function shortened(name: string, most: number): string {
  const size = /\s\S*\d\S*(?:\s\p{L}+)?\)?$/u.exec(name)?.[0] ?? ''
  return name.length <= most ? name : `${name.slice(0, most - 1 - size.length).trimEnd()}…${size}`
}

/**
 * What was approved for a line: this price for at most this quantity, and these amounts taken off
 * (docs/decisions/approved-amounts.md).
 */
export const approvedLineSchema = z.strictObject({
  id: idSchema,
  quantity: quantitySchema,
  unitPrice: moneySchema,
  off: z.exactOptional(moneySchema),
  share: z.exactOptional(moneySchema),
})
export type ApprovedLine = Wire<typeof approvedLineSchema>
