/** Requests and answers of the verbs of the goods: part of the IPC table. */
import { z } from 'zod'
import { goodsRowSchema } from '../goods.ts'
import {
  columnDefaultsSchema,
  columnMatchSchema,
  IMPORT_PIECE_BYTES,
  importStateSchema,
} from '../goods-import.ts'
import { type WeighedCodes, weighedCodes } from '../weighed-codes.ts'
import type { GOODS_VERBS } from './goods-verbs.ts'

const id = z.string().min(1).max(64)
const nothing = z.undefined()
/** What people type, whatever its length and letters. */
const typed = z.string().max(500)
const code = z.string().min(1).max(64)
const count = z.int().nonnegative()
const anImport = z.strictObject({ id })

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
    z.strictObject({ rows: z.array(goodsRowSchema), total: count }),
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
  getImport: verb(nothing, importStateSchema),
  beginImport: verb(z.strictObject({ name: z.string().max(300), bytes: count }), z.strictObject({ id })),
  /** A piece of the file in base64, in turn. */
  addImportPiece: verb(
    z.strictObject({ id, piece: z.base64().max(Math.ceil(IMPORT_PIECE_BYTES / 3) * 4) }),
    nothing,
  ),
  /** The dry run; its result comes as news. */
  checkImport: verb(
    z.strictObject({ id, columns: columnMatchSchema, defaults: columnDefaultsSchema }),
    nothing,
  ),
  /** Back to the columns. */
  changeImport: verb(anImport, nothing),
  runImport: verb(z.strictObject({ id, wrong: z.enum(['refuse', 'leave out']) }), nothing),
  stopImport: verb(anImport, nothing),
  exportGoods: verb(
    z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
    z.strictObject({ path: z.string() }),
  ),
} as const satisfies Record<(typeof GOODS_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
