import { z } from 'zod'
import type { Wire } from '../wire.ts'

/**
 * Weighed codes, which a scale prints. An EAN-13 that begins with 20 to 29 is for the shop's own use (GS1 General
 * Specifications 2.1.12.2, restricted circulation numbers). The shop defines the other digits. Our default:
 *
 *     20  02008  00842  c      prefix, article, value, check digit
 */
const prefix = z.string().regex(/^2\d$/)

export const weighedCodes = z
  .strictObject({
    /** Prefixes of codes with a weight in grams, or a count for goods by the piece. */
    weight: z.array(prefix).max(10),
    /** Prefixes of codes with a price in tugriks. */
    price: z.array(prefix).max(10),
    /** Number of article digits. The value has the other of the ten digits. */
    articleDigits: z.union([z.literal(4), z.literal(5), z.literal(6)]),
  })
  .refine(({ weight, price }) => weight.every((one) => !price.includes(one)), { path: ['price'] })

export type WeighedCodes = Wire<typeof weighedCodes>

export const FIRST_WEIGHED_CODES: z.output<typeof weighedCodes> = {
  weight: ['20', '21', '22', '23', '24'],
  price: ['25', '26', '27', '28', '29'],
  articleDigits: 5,
}
