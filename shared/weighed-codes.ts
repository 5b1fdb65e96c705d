import { z } from 'zod'
import type { Wire } from './wire.ts'

/**
 * Codes that a scale prints: an EAN-13 that begins with 20 to 29 is the shop's own (GS1 General Specifications, section
 * 2.1.12.2, restricted circulation numbers). What follows is the shop's to say; ours is
 *
 *     20  02008  00842  c      prefix, article, value, check digit
 */
const prefix = z.string().regex(/^2\d$/)

export const weighedCodes = z
  .strictObject({
    /** Prefixes whose value is a weight in grams (of goods by the piece: how many). */
    weight: z.array(prefix).max(10),
    /** Prefixes whose value is a price in tugriks. */
    price: z.array(prefix).max(10),
    /** How many digits the article has; the value has the rest of the ten. */
    articleDigits: z.union([z.literal(4), z.literal(5), z.literal(6)]),
  })
  .refine(({ weight, price }) => weight.every((one) => !price.includes(one)), { path: ['price'] })

export type WeighedCodes = Wire<typeof weighedCodes>

export const FIRST_WEIGHED_CODES: z.output<typeof weighedCodes> = {
  weight: ['20', '21', '22', '23', '24'],
  price: ['25', '26', '27', '28', '29'],
  articleDigits: 5,
}
