import { z } from 'zod'
import type { Money } from '../money/money.ts'
import { countSchema, type Wire } from '../wire.ts'
import { type FurtherCode, furtherCodeSchema, furtherCodesText } from './further-codes.ts'
import { type Product, productSchema } from './product.ts'

const PRODUCT_FIELDS = [
  'code',
  'name',
  'category',
  'price',
  'unit',
  'taxProductCode',
  'classificationCode',
  'taxKind',
  'cityTax',
] as const
/** The fields of a product that a person types or that a file's column holds. */
export const GOODS_FIELDS = [...PRODUCT_FIELDS, 'codes'] as const
export type GoodsField = (typeof GOODS_FIELDS)[number]

/** A product as typed, or as it is in a file. */
export type TypedGoods = Readonly<Record<GoodsField, string>>

/** A product with all its codes. */
export type Goods = { readonly product: Product; readonly codes: readonly FurtherCode[] }

/** The value of a field; the further codes as text. */
export const goodsValue = ({ product, codes }: Goods, field: GoodsField): Product[keyof Product] =>
  field === 'codes' ? furtherCodesText(codes) : product[field]

/** All codes of a product, each with the field that has it. */
export const codesOf = ({
  product,
  codes,
}: Goods): readonly (readonly [code: string, field: 'code' | 'codes'])[] => [
  [product.code, 'code'],
  ...codes.map(({ code }) => [code, 'codes'] as const),
]

/** Problems of a field. Their texts are under `goods.problem.<name>`. */
export const GOODS_PROBLEMS = [
  'empty',
  'too-long',
  /** The check digit of the EAN-13 is wrong. */
  'check-digit',
  /** A spreadsheet rounded the code: "8.65E+12". */
  'rounded',
  /** A spreadsheet dropped the first zeros of the code. */
  'zeros-lost',
  /** A spreadsheet made a date of the code. */
  'date',
  /** More cells than the row of column names: a comma in a price or a name may have made two of one. */
  'extra-cell',
  /** A formula failed, or nobody has calculated it: "#REF!". */
  'spreadsheet-error',
  'not-a-number',
  /** "1.000" may be one tugrik or a thousand. */
  'ambiguous',
  'not-whole',
  'not-above-zero',
  'too-large',
  'not-digits',
  'not-seven-digits',
  'not-yes-or-no',
  'not-a-tax-kind',
  /** Another row of the file has the same code; `other` is its row number. */
  'doubled',
  /** Another product has the same code. A refusal and the import name it. */
  'taken',
  /** No product has this code. A list without names can only change existing goods. */
  'unknown',
  /** The product has this code already. */
  'listed-twice',
  /** A further code that is not like "4870001*12=24000". */
  'not-a-pack',
] as const
export type GoodsProblem = (typeof GOODS_PROBLEMS)[number]

export type FieldProblem = {
  readonly field: GoodsField
  readonly problem: GoodsProblem
  /** The name of the product that has the code. */
  readonly product?: string
}

/** A row of the list of all goods. */
export const goodsRowSchema = z.strictObject({
  product: productSchema,
  codes: z.array(furtherCodeSchema),
  favourite: z.boolean(),
  hidden: z.boolean(),
  pictured: z.boolean(),
})
export type GoodsRow = Wire<typeof goodsRowSchema>

/** A code that looks like another product's code, so that a person may take one for the other. */
export const ofAlikeCode = {
  code: z.string(),
  /** The other code, and the name of the product that has it. */
  other: z.string(),
  name: z.string(),
}
export const alikeCodeSchema = z.strictObject(ofAlikeCode)
export type AlikeCode = Wire<typeof alikeCodeSchema>

/**
 * Which goods a list shows: `codeless` ones still need a tax code, the price of `repriced` ones was changed today, the last
 * one first. `hidden` ones are only in their own list.
 */
export const GOODS_ONLY = ['all', 'favourites', 'hidden', 'codeless', 'repriced'] as const
export const GOODS_ORDERS = ['name', 'code', 'category', 'price'] as const
export type GoodsOrder = (typeof GOODS_ORDERS)[number]

export const goodsFilterSchema = z.strictObject({
  query: z.string().max(500),
  /** The name of a category, or the first letters of words in it. Empty: all categories. */
  category: z.string().max(500).default(''),
  only: z.enum(GOODS_ONLY),
})
export type GoodsFilter = Wire<typeof goodsFilterSchema>

/** The status of the catalogue, part of every terminal view. */
export const goodsStatusSchema = z.strictObject({
  /** False while the catalogue is the sample. */
  own: z.boolean(),
  count: countSchema,
  /** Changes with every change of the catalogue. */
  version: z.int(),
})
export type GoodsStatus = Wire<typeof goodsStatusSchema>

export const EMPTY_GOODS: TypedGoods = {
  code: '',
  name: '',
  category: '',
  price: '',
  unit: 'ш',
  taxProductCode: '',
  classificationCode: '',
  taxKind: 'vat',
  cityTax: 'no',
  codes: '',
}

/** The product's fields as texts, as the form shows them. */
export const asTyped = ({ product, codes }: Goods): TypedGoods => ({
  code: product.code,
  name: product.name,
  category: product.category,
  price: wholeTugriks(product.price),
  unit: product.unit,
  taxProductCode: product.taxProductCode,
  classificationCode: product.classificationCode,
  taxKind: product.taxKind,
  cityTax: product.cityTax ? 'yes' : 'no',
  codes: furtherCodesText(codes),
})

/** The price as text of whole tugriks, rounded. */
const wholeTugriks = (price: Money): string => String(Math.round(price / 100))
