/** `note` is what this till remembers about its own register, such as a rescue that nobody has read of yet. */
export const KINDS = ['product', 'person', 'setting', 'note'] as const
export type Kind = (typeof KINDS)[number]

export type RegisterRow = {
  readonly key: string
  /** 1 for a new row, one more with each other body. */
  readonly version: number
  /** JSON text. */
  readonly body: string
}

/** A body of null removes the row: its key and version stay, so that a version never counts twice. */
export type RegisterChange = { readonly key: string; readonly body: string | null }

/** A long write goes on as long as it is not stopped. */
export type Watch = {
  readonly progress: (done: number, all: number) => void
  readonly stopped: () => boolean
}

export type Register = {
  readonly path: string
  /** In the order in which they were first written. */
  readonly rows: (kind: Kind) => readonly RegisterRow[]
  /** The same in portions, for a kind with very many rows. */
  readonly portions: (kind: Kind) => Generator<readonly RegisterRow[]>
  /** Writes all changes or none; on the disk when it returns. A row whose body is the same keeps its version. */
  readonly write: (kind: Kind, changes: Iterable<RegisterChange>) => void
  /** Replaces all rows of a kind or none: false where it was stopped. */
  readonly replaceAll: (
    kind: Kind,
    rows: readonly (RegisterChange & { readonly body: string })[],
    watch?: Watch,
  ) => Promise<boolean>
  /** Replaces the copy beside the backups, where something was written since. The copy is checked before it is used. */
  readonly copy: () => Promise<void>
  readonly close: () => void
}
