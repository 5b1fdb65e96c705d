/** Schemas of replies about the goods. */
import { z } from 'zod'
import { FAILURE_NAMES } from '../failure.ts'
import { GOODS_FIELDS, GOODS_PROBLEMS, type GoodsRow, type GoodsStatus } from '../goods.ts'
import type { ImportState } from '../goods-import.ts'
import { productSchema } from './product-schema.ts'

const id = z.string().min(1).max(64)
/** What people type, whatever its length and letters. */
const typed = z.string().max(500)
const count = z.int().nonnegative()

export const goodsRowSchema = z.strictObject({
  product: productSchema,
  favourite: z.boolean(),
  hidden: z.boolean(),
  pictured: z.boolean(),
}) as unknown as z.ZodType<GoodsRow>

export const goodsStatusSchema: z.ZodType<GoodsStatus> = z.strictObject({
  own: z.boolean(),
  count,
  version: z.int(),
  damaged: z.strictObject({ setAside: z.string(), read: count, lost: count }).nullable(),
})

export const perField = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    code: value,
    name: value,
    category: value,
    price: value,
    unit: value,
    taxProductCode: value,
    classificationCode: value,
    taxKind: value,
    cityTax: value,
  })

export const columns = perField(z.int().min(0).max(59).nullable())
export const defaults = z.strictObject({
  category: typed,
  unit: typed,
  taxProductCode: typed,
  classificationCode: typed,
})
const counts = z.strictObject({ added: count, changed: count, same: count, wrong: count })
const ofFile = { id, name: z.string() }

export const importStateSchema: z.ZodType<ImportState> = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('none') }),
  z.strictObject({ ...ofFile, step: z.literal('receiving'), received: count, bytes: count }),
  z.strictObject({ ...ofFile, step: z.literal('reading'), rows: count, all: count.nullable() }),
  z.strictObject({
    ...ofFile,
    step: z.literal('columns'),
    how: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('csv'),
        encoding: z.enum(['utf-8', 'utf-16', 'windows-1251']),
        delimiter: z.string(),
      }),
      z.strictObject({ kind: z.literal('xlsx') }),
    ]),
    rows: count,
    headers: z.array(z.string()),
    samples: z.array(z.array(z.string())),
    columns,
    defaults,
  }),
  z.strictObject({ ...ofFile, step: z.enum(['checking', 'importing']), done: count, rows: count }),
  z.strictObject({
    ...ofFile,
    step: z.literal('checked'),
    counts,
    troubles: z.array(
      z.strictObject({
        row: count,
        field: z.enum(GOODS_FIELDS),
        problem: z.enum(GOODS_PROBLEMS),
        value: z.string(),
        other: count.nullable(),
      }),
    ),
    troubled: count,
  }),
  z.strictObject({ ...ofFile, step: z.literal('done'), counts }),
  z.strictObject({
    ...ofFile,
    step: z.literal('failed'),
    failure: z.strictObject({ name: z.enum(FAILURE_NAMES), detail: z.string().nullable() }),
  }),
])
