import type { Money } from './money.ts'
import type { TaxKind } from './tax.ts'

/** Something the shop sells. */
export type Product = {
  /** EAN-13 or EAN-8, or the shop's own code: unique in the catalogue. */
  readonly code: string
  readonly name: string
  readonly category: string
  /** Tax included (docs/receipts.md#the-printed-e-receipt). */
  readonly price: Money
  /** How it is counted: "ш", "кг", "л"… as printed and sent. */
  readonly unit: string
  /** Goes to the service as `tax_product_code` (docs/payment-service.md#create-an-invoice). */
  readonly taxProductCode: string
  /** Seven digits; goes to the service as `classification_code` (docs/payment-service.md#create-an-invoice). */
  readonly classificationCode: string
  /** How VAT falls on it. Kept products from before this field have none: read it with `taxKindOf` (tax.ts). */
  readonly taxKind: TaxKind
  /** Whether city tax (НХАТ) falls on it. */
  readonly cityTax: boolean
}
