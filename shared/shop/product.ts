import { z } from 'zod'
import { moneySchema } from '../money/schemas.ts'
import { TAX_KINDS } from '../money/tax.ts'
import type { Wire } from '../wire.ts'

export const productSchema = z.strictObject({
  /** EAN-13, EAN-8 or the shop's own code; unique in the catalogue. */
  code: z.string(),
  name: z.string(),
  category: z.string(),
  /** Taxes included (docs/receipts.md#the-printed-e-receipt). */
  price: moneySchema,
  /** The unit as it is printed and sent to the service: "ш", "кг", "л"… */
  unit: z.string(),
  /** Sent to the service as `tax_product_code` (docs/payment-service.md#create-an-invoice). */
  taxProductCode: z.string(),
  /** Seven digits, sent to the service as `classification_code` (docs/payment-service.md#create-an-invoice). */
  classificationCode: z.string(),
  /** The product's VAT kind. */
  taxKind: z.enum(TAX_KINDS),
  /** Whether city tax (НХАТ) applies. */
  cityTax: z.boolean(),
})
export type Product = Wire<typeof productSchema>
