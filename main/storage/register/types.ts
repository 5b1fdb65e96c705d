import type { Signal } from '../../base/signal.ts'

/**
 * A `note` is this till's own data about its register, such as the report of a rescue. `agreed` is a row as the shop
 * database had it when the till agreed with it last, and `conflict` what a person of this till changed and another till
 * changed before (main/many-tills/link/register-task.ts).
 */
export const KINDS = ['product', 'person', 'setting', 'organisation', 'note', 'agreed', 'conflict'] as const
export type Kind = (typeof KINDS)[number]
/** The kinds of rows that belong to this till alone. */
export type OwnKind = 'note' | 'agreed' | 'conflict'
/** What tills of a shop can share. */
export type SharedKind = Exclude<Kind, OwnKind>

export type RegisterRow = {
  readonly key: string
  /** 1 for a new row; each change of the body adds 1. */
  readonly version: number
  /** JSON text. */
  readonly body: string
}

/**
 * A null body removes the row. Its key and version stay as a tombstone, so that a version is never reused; a row of this
 * till alone leaves none.
 */
export type RegisterChange = {
  readonly key: string
  readonly body: string | null
  /** Of a row that is stored with a change of others. Left out for a note. */
  readonly kind?: OwnKind
}

export type NewRow = RegisterChange & { readonly body: string }

/** They may be made while they are written, so that all of them never take memory at the same time. */
export type NewRows = Iterable<NewRow> & { readonly length: number }

export type RegisterWrite = { readonly kind: Kind; readonly keys: readonly string[] | null }

/** Reports the progress of a long write, and can stop it. */
export type Watch = {
  readonly progress: (done: number, all: number) => void
  readonly stopped: () => boolean
}

export type Register = {
  readonly path: string
  /** In the order of their first write. */
  readonly rows: (kind: Kind) => readonly RegisterRow[]
  /** The same rows in portions, for a kind with very many. */
  readonly portions: (kind: Kind) => Generator<readonly RegisterRow[]>
  /** Null where there is no such row, or it was removed. */
  readonly row: (kind: Kind, key: string) => RegisterRow | null
  /**
   * Writes all changes, with these notes, to the disk before it returns, or none. A row with an unchanged body keeps its
   * version.
   */
  readonly write: (kind: Kind, changes: Iterable<RegisterChange>, notes?: readonly RegisterChange[]) => void
  /**
   * Replaces all rows of a kind, with these notes. Resolves with false, and no change, if it was stopped. Rows of other
   * kinds can be written meanwhile; a write of this kind throws.
   */
  readonly replaceAll: (
    kind: Kind,
    rows: NewRows,
    watch?: Watch,
    notes?: readonly RegisterChange[],
  ) => Promise<boolean>
  /** Tells after each write of which kind it was, and which keys; null for all. */
  readonly onWrite: Signal<RegisterWrite>['listen']
  /** Updates the copy in `backups` if anything was written since. A new copy is verified before it replaces the old. */
  readonly copy: () => Promise<void>
  /** Resolves when no copy of the file is being made. A copy keeps the file locked, even after `close`. */
  readonly whenCopied: () => Promise<void>
  readonly close: () => void
}
