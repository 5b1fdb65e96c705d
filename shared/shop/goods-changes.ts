/** Changes of a product that change what a sale of it costs or how it is taxed. For the audit trail. */
import { changesOf, type FieldChange } from './field-changes.ts'
import { type Goods, type GoodsField, goodsValue } from './goods.ts'

const PRICE_FIELDS = [
  'price',
  'taxKind',
  'cityTax',
  'taxProductCode',
  'classificationCode',
  'codes',
] as const satisfies readonly GoodsField[]
export type PriceField = (typeof PRICE_FIELDS)[number]

export const isPriceField = (field: string): field is PriceField => PRICE_FIELDS.some((one) => one === field)

/** `had` is null for a new product: each value changes from null. */
export const priceChanges = (had: Goods | null, goods: Goods): FieldChange[] =>
  changesOf(PRICE_FIELDS, (field) => {
    const [from, to] = [had && goodsValue(had, field), goodsValue(goods, field)]
    // A new product without further codes has no change of them.
    return [field === 'codes' && from === null && to === '' ? '' : from, to]
  })
