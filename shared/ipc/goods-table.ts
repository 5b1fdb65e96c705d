/** Requests and answers of the verbs of the goods: part of the IPC table. */
import { z } from 'zod'
import { FAILURE_NAMES } from '../failure.ts'
import { GOODS_FIELDS, GOODS_PROBLEMS, type GoodsRow, type GoodsStatus } from '../goods.ts'
import { IMPORT_PIECE_BYTES, type ImportState } from '../goods-import.ts'
import { type WeighedCodes, weighedCodes } from '../weighed-codes.ts'
import type { GOODS_VERBS } from './goods-verbs.ts'
import { productSchema } from './product-schema.ts'

const id = z.string().min(1).max(64)
const nothing = z.undefined()
/** What people type, whatever its length and letters. */
const typed = z.string().max(500)
const code = z.string().min(1).max(64)
const count = z.int().nonnegative()
const anImport = z.strictObject({ id })

const rowSchema = z.strictObject({
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

const perField = <Value extends z.ZodType>(value: Value) =>
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

const columns = perField(z.int().min(0).max(59).nullable())
const defaults = z.strictObject({
  category: typed,
  unit: typed,
  taxProductCode: typed,
  classificationCode: typed,
})
const counts = z.strictObject({ added: count, changed: count, same: count, wrong: count })
const ofFile = { id, name: z.string() }

const stateSchema: z.ZodType<ImportState> = z.discriminatedUnion('step', [
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

const verb = <Request extends z.ZodType, Answer extends z.ZodType>(request: Request, answer: Answer) => ({
  request,
  answer,
})

export const GOODS_TABLE = {
  /** By name, a part at a time. `total` counts all that fit. */
  listGoods: verb(
    z.strictObject({
      query: typed,
      only: z.enum(['all', 'favourites', 'hidden']),
      offset: count,
      limit: z.int().min(1).max(200),
    }),
    z.strictObject({ rows: z.array(rowSchema), total: count }),
  ),
  /**
   * Adds a product, or changes the one whose code is `was`. A refusal's detail names field and problem of all that is
   * wrong: "code:taken,price:not-whole".
   */
  saveGoods: verb(
    z.strictObject({ was: code.nullable(), goods: perField(typed) }),
    z.strictObject({ code: z.string() }),
  ),
  /** Takes off the till, or puts back. Sales that have it are as they are. */
  hideGoods: verb(z.strictObject({ code, hidden: z.boolean() }), nothing),
  starGoods: verb(z.strictObject({ code, favourite: z.boolean() }), nothing),
  /** A PNG or JPEG in base64; null takes it off. */
  setPicture: verb(z.strictObject({ code, picture: z.base64().max(3_000_000).nullable() }), nothing),
  /** As data URLs, of those that have one. */
  getPictures: verb(
    z.strictObject({ codes: z.array(code).max(200) }),
    z.array(z.strictObject({ code: z.string(), picture: z.string().startsWith('data:image/jpeg;base64,') })),
  ),
  /** The sample becomes the shop's own goods. */
  keepSample: verb(nothing, nothing),
  /** A person has read what became of a damaged file of goods. */
  acknowledgeGoods: verb(nothing, nothing),
  saveWeighedCodes: verb(
    z.custom<WeighedCodes>((value) => weighedCodes.safeParse(value).success),
    nothing,
  ),
  getImport: verb(nothing, stateSchema),
  beginImport: verb(z.strictObject({ name: z.string().max(300), bytes: count }), z.strictObject({ id })),
  /** A piece of the file in base64, in turn. */
  addImportPiece: verb(
    z.strictObject({ id, piece: z.base64().max(Math.ceil(IMPORT_PIECE_BYTES / 3) * 4) }),
    nothing,
  ),
  /** The dry run; its result comes as news. */
  checkImport: verb(z.strictObject({ id, columns, defaults }), nothing),
  /** Back to the columns. */
  changeImport: verb(anImport, nothing),
  runImport: verb(z.strictObject({ id, wrong: z.enum(['refuse', 'leave out']) }), nothing),
  stopImport: verb(anImport, nothing),
  exportGoods: verb(
    z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
    z.strictObject({ path: z.string() }),
  ),
} as const satisfies Record<(typeof GOODS_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
