import { z } from 'zod'
import type { Product } from '../product.ts'
import { TAX_KINDS, taxKindOf } from '../tax.ts'

export const productSchema = z.strictObject({
  code: z.string(),
  name: z.string(),
  category: z.string(),
  price: z.number().int(),
  unit: z.string(),
  taxProductCode: z.string(),
  classificationCode: z.string(),
  /** A line of a sale from before kinds has none. */
  taxKind: z.enum(TAX_KINDS).optional().transform(taxKindOf),
  cityTax: z.boolean(),
}) as unknown as z.ZodType<Product>
