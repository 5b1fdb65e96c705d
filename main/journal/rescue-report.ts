/** In the words of audit:verify. */
export type WrongFile = { readonly file: string; readonly what: string }

/** What became of a journal that could not be read whole. */
export type RescueReport = {
  readonly at: number
  /** Where the damaged file lies. */
  readonly setAside: string
  readonly sales: { readonly read: number; readonly partly: number; readonly lost: number | null }
  readonly fromBackup: number
  /** Left out by an older version, which did not count them. */
  readonly shifts?: { readonly partly: number; readonly lost: number | null }
  /** What does not fit in the files that it was made of, the first thing of each; left out by an older version. */
  readonly wrong?: readonly WrongFile[]
}
