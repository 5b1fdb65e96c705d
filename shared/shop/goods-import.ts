import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { moneySchema } from '../money/schemas.ts'
import { countSchema, idSchema, type Wire } from '../wire.ts'
import { GOODS_FIELDS, GOODS_PROBLEMS, ofAlikeCode } from './goods.ts'

/** Column index of each field in the file; null if the file does not have the field. */
export const columnMatchSchema = z.record(z.enum(GOODS_FIELDS), z.nullable(z.int().min(0).max(59)))
export type ColumnMatch = Wire<typeof columnMatchSchema>

const typed = z.string().max(500)
/** Values for empty cells. A field that is not listed must be in the file. */
export const columnDefaultsSchema = z.strictObject({
  category: typed,
  unit: typed,
})
export type ColumnDefaults = Wire<typeof columnDefaultsSchema>

/** The detected file format. */
const tableKindSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('csv'),
    encoding: z.enum(['utf-8', 'utf-16', 'windows-1251', 'cp866']),
    delimiter: z.string(),
  }),
  z.strictObject({ kind: z.literal('xlsx') }),
])
export type TableKind = Wire<typeof tableKindSchema>

const importSheetSchema = z.strictObject({
  name: z.string(),
  /** Number of rows below the column names. */
  rows: countSchema,
  hidden: z.boolean(),
  /** Number of hidden rows with content. They are left out. */
  hiddenRows: countSchema,
  taken: z.boolean(),
})
export type ImportSheet = Wire<typeof importSheetSchema>

const rowTroubleSchema = z.strictObject({
  /** The name of the row's sheet; empty if only one sheet is read. */
  sheet: z.string(),
  /** Row number as in a spreadsheet: the header is row 1. */
  row: countSchema,
  field: z.enum(GOODS_FIELDS),
  problem: z.enum(GOODS_PROBLEMS),
  /** The cell's text, shortened. */
  value: z.string(),
  /** For a doubled code, the other row's number. */
  other: z.nullable(countSchema),
  /** For a code that is taken, the name of the product that has it. */
  product: z.nullable(z.string()),
})
export type RowTrouble = Wire<typeof rowTroubleSchema>

const alikeRowSchema = z.strictObject(ofAlikeCode).extend({ row: countSchema })
export type AlikeRow = Wire<typeof alikeRowSchema>

const importCountsSchema = z.strictObject({
  added: countSchema,
  changed: countSchema,
  same: countSchema,
  /** Number of wrong rows, not of the problems in them. */
  wrong: countSchema,
})
export type ImportCounts = Wire<typeof importCountsSchema>

const repricedRowSchema = z.strictObject({
  ...{ code: z.string(), name: z.string() },
  ...{ from: moneySchema, to: moneySchema },
})
export type RepricedRow = Wire<typeof repricedRowSchema>

const ofFile = { id: idSchema, name: z.string() }

/**
 * The steps of an import:
 *
 *     none ──▶ receiving ──▶ reading ──▶ columns ──▶ checking ──▶ checked ──▶ importing ──▶ done
 *                                          ▲            │ stop       │
 *                                          └────────────┴────────────┘
 */
export const importStateSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('none') }),
  z.strictObject(ofFile).extend({ step: z.literal('receiving'), received: countSchema, bytes: countSchema }),
  /** `all` is null until the number of rows is known. */
  z
    .strictObject(ofFile)
    .extend({ step: z.literal('reading'), rows: countSchema, all: z.nullable(countSchema) }),
  z.strictObject(ofFile).extend({
    step: z.literal('columns'),
    how: tableKindSchema,
    rows: countSchema,
    /** The sheets of a workbook. */
    sheets: z.array(importSheetSchema),
    headers: z.array(z.string()),
    /** The first few rows, which help a person to recognise a column. */
    samples: z.array(z.array(z.string())),
    columns: columnMatchSchema,
    /** Names of columns that are not imported: cost prices and stock. */
    notTaken: z.array(z.string()),
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
    /** The first problems; `troubled` is the number of all. */
    troubles: z.array(rowTroubleSchema),
    troubled: countSchema,
    /** The first changed prices, and the number of all. */
    prices: z.array(repricedRowSchema),
    repriced: countSchema,
    /** Rows whose letters may have arrived as "?", with the first such text. */
    lostLetters: z.nullable(z.strictObject({ rows: countSchema, example: z.string() })),
    /** Categories with an age or a sale ban whose goods the file moves to one without, and how many goods. */
    unruled: z.array(z.strictObject({ category: z.string(), rows: countSchema })),
    /** The first new or changed rows with a code that looks like another product's, and the number of all. */
    alike: z.strictObject({ rows: countSchema, first: z.array(alikeRowSchema) }),
  }),
  z.strictObject(ofFile).extend({
    step: z.literal('done'),
    counts: importCountsSchema,
    /** How many goods have another price than before, and may need labels. */
    repriced: countSchema,
  }),
  z.strictObject(ofFile).extend({ step: z.literal('failed'), failure: failureSchema }),
])
export type ImportState = Wire<typeof importStateSchema>

/** The import refuses a larger file. */
export const MOST_IMPORT_BYTES = 30 * 1024 * 1024
/** Size of one piece of the file in a call over the bridge. */
export const IMPORT_PIECE_BYTES = 384 * 1024
