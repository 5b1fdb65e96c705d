/** A `note` is this till's own data about its register, such as the report of a rescue. */
export const KINDS = ['product', 'person', 'setting', 'note'] as const
export type Kind = (typeof KINDS)[number]

export type RegisterRow = {
  readonly key: string
  /** 1 for a new row; each change of the body adds 1. */
  readonly version: number
  /** JSON text. */
  readonly body: string
}

/**
 * A null body removes the row. Its key and version stay as a tombstone, so that a version is never reused; a note, which
 * no other till will read, leaves none.
 */
export type RegisterChange = { readonly key: string; readonly body: string | null }

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
  /**
   * Writes all changes, with these notes, to the disk before it returns, or none. A row with an unchanged body keeps its
   * version.
   */
  readonly write: (kind: Kind, changes: Iterable<RegisterChange>, notes?: readonly RegisterChange[]) => void
  /** Replaces all rows of a kind, with these notes. Resolves with false, and no change, if it was stopped. */
  readonly replaceAll: (
    kind: Kind,
    rows: readonly (RegisterChange & { readonly body: string })[],
    watch?: Watch,
    notes?: readonly RegisterChange[],
  ) => Promise<boolean>
  /** Updates the copy in `backups` if anything was written since. A new copy is verified before it replaces the old. */
  readonly copy: () => Promise<void>
  readonly close: () => void
}
