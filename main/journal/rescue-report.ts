/** What became of a journal that could not be read whole. */
export type RescueReport = {
  readonly at: number
  /** Where the damaged file lies. */
  readonly setAside: string
  readonly sales: { readonly read: number; readonly partly: number; readonly lost: number | null }
  readonly fromBackup: number
  /** Left out by an older version, which did not count them. */
  readonly shifts?: { readonly partly: number; readonly lost: number | null }
}
