import type { Failure } from './failure.ts'
import type { GoodsField, GoodsProblem } from './goods.ts'

/** At which column of the file a field stands; null is at none. */
export type ColumnMatch = Readonly<Record<GoodsField, number | null>>

/** What stands in for an empty cell; what has no stand-in must be in the file. */
export type ColumnDefaults = {
  readonly category: string
  readonly unit: string
  readonly taxProductCode: string
  readonly classificationCode: string
}

/** How the file was read. */
export type TableKind =
  | {
      readonly kind: 'csv'
      readonly encoding: 'utf-8' | 'utf-16' | 'windows-1251'
      readonly delimiter: string
    }
  | { readonly kind: 'xlsx' }

export type RowTrouble = {
  /** As a spreadsheet counts: the header is a row too. */
  readonly row: number
  readonly field: GoodsField
  readonly problem: GoodsProblem
  /** What stands there, as far as it is short. */
  readonly value: string
  /** The other row, of a doubled code. */
  readonly other: number | null
}

export type ImportCounts = {
  readonly added: number
  readonly changed: number
  readonly same: number
  /** Rows, however much is wrong in each. */
  readonly wrong: number
}

type OfFile = { readonly id: string; readonly name: string }

/**
 * An import, step by step:
 *
 *     none ──▶ receiving ──▶ reading ──▶ columns ──▶ checking ──▶ checked ──▶ importing ──▶ done
 *                                          ▲            │ stop       │
 *                                          └────────────┴────────────┘
 */
export type ImportState =
  | { readonly step: 'none' }
  | (OfFile & { readonly step: 'receiving'; readonly received: number; readonly bytes: number })
  /** Nobody knows how many there are until the file is taken apart. */
  | (OfFile & { readonly step: 'reading'; readonly rows: number; readonly all: number | null })
  | (OfFile & {
      readonly step: 'columns'
      readonly how: TableKind
      readonly rows: number
      readonly headers: readonly string[]
      /** The first few rows, for recognising a column. */
      readonly samples: readonly (readonly string[])[]
      readonly columns: ColumnMatch
      readonly defaults: ColumnDefaults
    })
  | (OfFile & { readonly step: 'checking' | 'importing'; readonly done: number; readonly rows: number })
  | (OfFile & {
      readonly step: 'checked'
      readonly counts: ImportCounts
      /** The first of them; `troubled` counts all. */
      readonly troubles: readonly RowTrouble[]
      readonly troubled: number
    })
  | (OfFile & { readonly step: 'done'; readonly counts: ImportCounts })
  | (OfFile & { readonly step: 'failed'; readonly failure: Failure })

/** A file larger than this is no list of goods. */
export const MOST_IMPORT_BYTES = 30 * 1024 * 1024
/** So much of the file goes over the bridge at once. */
export const IMPORT_PIECE_BYTES = 384 * 1024
