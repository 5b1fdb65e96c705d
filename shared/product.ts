import { z } from 'zod'
import { TAX_KINDS, taxKindOf } from './tax.ts'
import { moneySchema, type Wire } from './wire.ts'

/** Something the shop sells. */
export const productSchema = z.strictObject({
  /** EAN-13 or EAN-8, or the shop's own code: unique in the catalogue. */
  code: z.string(),
  name: z.string(),
  category: z.string(),
  /** Tax included (docs/receipts.md#the-printed-e-receipt). */
  price: moneySchema,
  /** How it is counted: "ш", "кг", "л"… as printed and sent. */
  unit: z.string(),
  /** Goes to the service as `tax_product_code` (docs/payment-service.md#create-an-invoice). */
  taxProductCode: z.string(),
  /** Seven digits; goes to the service as `classification_code` (docs/payment-service.md#create-an-invoice). */
  classificationCode: z.string(),
  /** How VAT falls on it. Goods and lines kept before there were kinds have none: they are read with `taxKindOf`. */
  taxKind: z.enum(TAX_KINDS).optional().transform(taxKindOf),
  /** Whether city tax (НХАТ) falls on it. */
  cityTax: z.boolean(),
})
export type Product = Wire<typeof productSchema>
