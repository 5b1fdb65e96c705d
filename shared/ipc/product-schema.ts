import { z } from 'zod'
import type { Product } from '../product.ts'

export const productSchema = z.strictObject({
  code: z.string(),
  name: z.string(),
  category: z.string(),
  price: z.number().int(),
  unit: z.string(),
  taxProductCode: z.string(),
  classificationCode: z.string(),
  cityTax: z.boolean(),
}) as unknown as z.ZodType<Product>
