import type { TableKind } from '../../../shared/shop/goods-import.ts'
import type { Cell, WrittenTable } from './write-table.ts'

/** The work of the thread. */
export type Task =
  | { readonly task: 'read'; readonly bytes: Uint8Array }
  | (WrittenTable & { readonly task: 'write' })

export type ToWorker =
  | { readonly kind: 'more' }
  | { readonly kind: 'row batch'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'end' }

export type ToMain =
  /** Each row as JSON. */
  | { readonly kind: 'rows'; readonly rows: readonly string[]; readonly all: number }
  | { readonly kind: 'read'; readonly how: TableKind }
  | { readonly kind: 'more' }
  | { readonly kind: 'written' }
  | { readonly kind: 'failed'; readonly reason: string }
