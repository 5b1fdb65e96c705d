/** Changes of a product that change what a sale of it costs or how it is taxed. For the audit trail. */
import { changesOf, type FieldChange } from './field-changes.ts'
import type { GoodsField } from './goods.ts'
import type { Product } from './product.ts'

const PRICE_FIELDS = [
  'price',
  'taxKind',
  'cityTax',
  'taxProductCode',
  'classificationCode',
] as const satisfies readonly GoodsField[]
export type PriceField = (typeof PRICE_FIELDS)[number]

export const isPriceField = (field: string): field is PriceField => PRICE_FIELDS.some((one) => one === field)

/** `had` is null for a new product: each value changes from null. */
export const priceChanges = (had: Product | null, product: Product): FieldChange[] =>
  changesOf(PRICE_FIELDS, (field) => [had?.[field] ?? null, product[field]])
