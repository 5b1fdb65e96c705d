import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { GOODS_FIELDS, GOODS_PROBLEMS } from './goods.ts'
import { countSchema, idSchema, type Wire } from './wire.ts'

/** At which column of the file a field stands; null is at none. */
export const columnMatchSchema = z.record(z.enum(GOODS_FIELDS), z.nullable(z.int().min(0).max(59)))
export type ColumnMatch = Wire<typeof columnMatchSchema>

const typed = z.string().max(500)
/** What stands in for an empty cell; what has no stand-in must be in the file. */
export const columnDefaultsSchema = z.strictObject({
  category: typed,
  unit: typed,
  taxProductCode: typed,
  classificationCode: typed,
})
export type ColumnDefaults = Wire<typeof columnDefaultsSchema>

/** How the file was read. */
const tableKindSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('csv'),
    encoding: z.enum(['utf-8', 'utf-16', 'windows-1251']),
    delimiter: z.string(),
  }),
  z.strictObject({ kind: z.literal('xlsx') }),
])
export type TableKind = Wire<typeof tableKindSchema>

const rowTroubleSchema = z.strictObject({
  /** As a spreadsheet counts: the header is a row too. */
  row: countSchema,
  field: z.enum(GOODS_FIELDS),
  problem: z.enum(GOODS_PROBLEMS),
  /** What stands there, as far as it is short. */
  value: z.string(),
  /** The other row, of a doubled code. */
  other: z.nullable(countSchema),
})
export type RowTrouble = Wire<typeof rowTroubleSchema>

const importCountsSchema = z.strictObject({
  added: countSchema,
  changed: countSchema,
  same: countSchema,
  /** Rows, however much is wrong in each. */
  wrong: countSchema,
})
export type ImportCounts = Wire<typeof importCountsSchema>

const ofFile = { id: idSchema, name: z.string() }

/**
 * An import, step by step:
 *
 *     none ──▶ receiving ──▶ reading ──▶ columns ──▶ checking ──▶ checked ──▶ importing ──▶ done
 *                                          ▲            │ stop       │
 *                                          └────────────┴────────────┘
 */
export const importStateSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('none') }),
  z.strictObject(ofFile).extend({ step: z.literal('receiving'), received: countSchema, bytes: countSchema }),
  /** `all` is null until the file is taken apart. */
  z
    .strictObject(ofFile)
    .extend({ step: z.literal('reading'), rows: countSchema, all: z.nullable(countSchema) }),
  z.strictObject(ofFile).extend({
    step: z.literal('columns'),
    how: tableKindSchema,
    rows: countSchema,
    headers: z.array(z.string()),
    /** The first few rows, for recognising a column. */
    samples: z.array(z.array(z.string())),
    columns: columnMatchSchema,
    defaults: columnDefaultsSchema,
  }),
  z.strictObject(ofFile).extend({
    step: z.enum(['checking', 'importing']),
    done: countSchema,
    rows: countSchema,
  }),
  z.strictObject(ofFile).extend({
    step: z.literal('checked'),
    counts: importCountsSchema,
    /** The first of them; `troubled` counts all. */
    troubles: z.array(rowTroubleSchema),
    troubled: countSchema,
  }),
  z.strictObject(ofFile).extend({ step: z.literal('done'), counts: importCountsSchema }),
  z.strictObject(ofFile).extend({ step: z.literal('failed'), failure: failureSchema }),
])
export type ImportState = Wire<typeof importStateSchema>

/** A file larger than this is no list of goods. */
export const MOST_IMPORT_BYTES = 30 * 1024 * 1024
/** So much of the file goes over the bridge at once. */
export const IMPORT_PIECE_BYTES = 384 * 1024
