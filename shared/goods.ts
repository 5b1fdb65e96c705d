import { z } from 'zod'
import type { Money } from './money.ts'
import { productSchema } from './product.ts'
import { countSchema, type Wire } from './wire.ts'

/** The fields of a product that a person types or that a file's column holds. */
export const GOODS_FIELDS = [
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
export type GoodsField = (typeof GOODS_FIELDS)[number]

/** A product as typed, or as it is in a file. */
export type TypedGoods = Readonly<Record<GoodsField, string>>

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
  /** Another product has the same code. */
  'taken',
] as const
export type GoodsProblem = (typeof GOODS_PROBLEMS)[number]

export type FieldProblem = { readonly field: GoodsField; readonly problem: GoodsProblem }

/** A row of the list of all goods. */
export const goodsRowSchema = z.strictObject({
  product: productSchema,
  favourite: z.boolean(),
  hidden: z.boolean(),
  pictured: z.boolean(),
})
export type GoodsRow = Wire<typeof goodsRowSchema>

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
}

/** The price as text of whole tugriks, rounded. */
export const wholeTugriks = (price: Money): string => String(Math.round(price / 100))
