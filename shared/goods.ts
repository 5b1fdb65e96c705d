import { z } from 'zod'
import type { Money } from './money.ts'
import { productSchema } from './product.ts'
import { countSchema, type Wire } from './wire.ts'

/** What a person fills in of a product, and what a column of a file can be. */
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

/** A product as typed or as it stands in a file. */
export type TypedGoods = Readonly<Record<GoodsField, string>>

/** What can be wrong with a field; the words are under `goods.problem.<name>`. */
export const GOODS_PROBLEMS = [
  'empty',
  'too-long',
  /** An EAN-13 whose last digit does not come of the others. */
  'check-digit',
  /** "8.65E+12": a spreadsheet has rounded the code. */
  'rounded',
  'not-a-number',
  'not-whole',
  'not-above-zero',
  'too-large',
  'not-digits',
  'not-seven-digits',
  'not-yes-or-no',
  'not-a-tax-kind',
  /** Another row has the code too; `other` is its number. */
  'doubled',
  /** Another product has the code. */
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

/** What the page knows of the goods at all times. */
export const goodsStatusSchema = z.strictObject({
  /** False: the sample is there, until the shop has goods of its own. */
  own: z.boolean(),
  count: countSchema,
  /** Another number after every change. */
  version: z.int(),
  /**
   * What became of damaged goods, until a person has read it: where the damaged file lies, how many products are here, how many of
   * these come from the last backup, and how many are lost; null where that cannot be told.
   */
  damaged: z.nullable(
    z.strictObject({
      setAside: z.string(),
      read: countSchema,
      old: countSchema,
      lost: z.nullable(countSchema),
    }),
  ),
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

/** A price that a product may have: whole tugriks, as prices in shops are. */
export const wholeTugriks = (price: Money): string => String(Math.round(price / 100))
