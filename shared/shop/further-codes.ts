/**
 * Additional barcodes of a product, for a single piece or for a pack of several pieces (docs/decisions/packs.md).
 */
import { z } from 'zod'
import { moneySchema } from '../money/schemas.ts'
import type { Wire } from '../wire.ts'

export const furtherCodeSchema = z.strictObject({
  code: z.string(),
  /** How many units of the product have this code together; 1 for a single one. */
  pieces: z.int().min(1),
  /** The price of all its pieces; null where each costs as much as one alone. */
  price: z.nullable(moneySchema),
})
export type FurtherCode = Wire<typeof furtherCodeSchema>

/** Whether the code sells something else than one piece at the product's price. */
export const isPackCode = ({ pieces, price }: FurtherCode): boolean => pieces > 1 || price !== null

/** As a person types it and a file has it: "4870001", "4870001*12" or "4870001*12=24000". */
const textOf = ({ code, pieces, price }: FurtherCode): string =>
  `${code}${pieces === 1 ? '' : `*${pieces}`}${price === null ? '' : `=${price / 100}`}`

/** The longest text of a product's further codes: more than five hundred of them. A longer one is refused, and not cut off. */
export const LONGEST_CODES = 10_000

export const furtherCodesText = (codes: readonly FurtherCode[]): string => codes.map(textOf).join('; ')
