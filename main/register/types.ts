/** A `note` is this till's own data about its register, such as the report of a rescue. */
export const KINDS = ['product', 'person', 'setting', 'note'] as const
export type Kind = (typeof KINDS)[number]

export type RegisterRow = {
  readonly key: string
  /** 1 for a new row, one more with each other body. */
  readonly version: number
  /** JSON text. */
  readonly body: string
}

/** A null body removes the row. Its key and version stay as a tombstone, so that a version is never reused. */
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
  /** Writes all changes or none. They are on the disk when the call returns. A row with an unchanged body keeps its version. */
  readonly write: (kind: Kind, changes: Iterable<RegisterChange>) => void
  /** Replaces all rows of a kind, or none: false if it was stopped. */
  readonly replaceAll: (
    kind: Kind,
    rows: readonly (RegisterChange & { readonly body: string })[],
    watch?: Watch,
  ) => Promise<boolean>
  /** Updates the copy among the backups if anything was written since. The new copy is verified before it replaces the old one. */
  readonly copy: () => Promise<void>
  readonly close: () => void
}
