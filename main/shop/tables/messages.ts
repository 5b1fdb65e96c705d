import type { TableKind } from '../../../shared/shop/goods-import.ts'
import type { Sheet } from './book.ts'
import type { Cell, WrittenTable } from './write-table.ts'

/** The result of reading besides the rows, which are sent before it, sheet by sheet. */
export type Read = { readonly how: TableKind; readonly sheets: readonly SheetRead[] }
type SheetRead = Omit<Sheet, 'rows'> & { readonly length: number }

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
  | ({ readonly kind: 'read' } & Read)
  | { readonly kind: 'more' }
  | { readonly kind: 'written' }
  | { readonly kind: 'failed'; readonly reason: string }
