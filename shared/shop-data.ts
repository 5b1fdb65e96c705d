/** The shop's data as the owner sees it: copies to a folder of their choice, and what is old enough to go. */
import type { Failure } from './failure.ts'
import type { RestoreReport } from './ipc/view.ts'
import type { Mode } from './mode.ts'
import type { StaffRow } from './staff.ts'

export type CopyStatus = {
  /** The newest that was made and read again. */
  readonly last: { readonly at: number; readonly folder: string; readonly sales: number } | null
  /** Since then it failed; the last time so. */
  readonly failed: { readonly at: number; readonly failure: Failure } | null
  readonly nextAt: number | null
  readonly making: boolean
}

/** A copy that lies in a folder. `name` is its place below it. */
export type CopyRow = {
  readonly name: string
  /** What can be read of it; null where nothing can. */
  readonly of: {
    readonly at: number
    readonly mode: Mode
    readonly terminal: string
    readonly shop: string
    readonly sales: number
    readonly goods: number | null
    readonly people: number
  } | null
}

/** What bringing in a copy would do, part by part. */
export type CopyReport = {
  /** Null: its sales are of the other mode, and stay out until the terminal is in that one. */
  readonly sales: RestoreReport | null
  /** How many settings would be others. */
  readonly settings: number
  /** Null: none are in it, or this terminal has its own. */
  readonly goods: number | null
  /** Empty where this terminal has people of its own. */
  readonly people: readonly StaffRow[]
}

/** What a copy is brought in for. */
export const COPY_PARTS = ['sales', 'settings', 'goods', 'people'] as const
export type CopyPart = (typeof COPY_PARTS)[number]

export const OUTDATED_KINDS = ['log', 'practice', 'set-aside', 'picture', 'draft'] as const
export type OutdatedKind = (typeof OUTDATED_KINDS)[number]

/** A file that retention would take away. */
export type OutdatedRow = {
  readonly kind: OutdatedKind
  /** Below the data folder. */
  readonly name: string
  readonly bytes: number
  readonly at: number
}
