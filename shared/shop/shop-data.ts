/** The shop's data for the owner: copies to another disk, and data retention. */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { countSchema, timeSchema, type Wire } from '../wire.ts'
import { MODES } from './mode.ts'
import { tamperingSchema } from './tampering.ts'

/** What a restore would change, or has changed. A restore never removes anything. */
export const restoreReportSchema = z.strictObject({
  added: countSchema,
  updated: countSchema,
  same: countSchema,
  /** Sales whose number belongs to another sale here, and shifts whose histories differ: they are not changed. */
  conflicts: countSchema,
  /** The first of these: numbers of sales, and shifts as `K01 Z 0007`. */
  unlike: z.array(z.string()),
  /** The days that had sales here before and whose figures change: yyyy-MM-dd, sorted. */
  days: z.array(z.iso.date()),
  /** The first sign of tampering in the backup; null if there is none. */
  wrong: z.nullable(tamperingSchema),
})
export type RestoreReport = Wire<typeof restoreReportSchema>

export const copyStatusSchema = z.strictObject({
  /** The newest copy that was made and verified. */
  last: z.nullable(z.strictObject({ at: timeSchema, folder: z.string(), sales: countSchema })),
  /** A failed copy since then. */
  failed: z.nullable(z.strictObject({ at: timeSchema, failure: failureSchema })),
  nextAt: z.nullable(timeSchema),
  making: z.boolean(),
})
export type CopyStatus = Wire<typeof copyStatusSchema>

/** A copy or another shop file in the chosen folder. `name` is its path below the folder. */
export const copyRowSchema = z.strictObject({
  name: z.string(),
  /** What it contains, which nobody sees of a sealed file; null if it cannot be read. */
  of: z.nullable(
    z.strictObject({
      at: timeSchema,
      shop: z.string(),
      terminal: z.string(),
      sealed: z.boolean(),
      /** Of its sales; null if it has none. */
      mode: z.nullable(z.enum(MODES)),
      sales: countSchema,
      goods: countSchema,
      people: countSchema,
    }),
  ),
})
export type CopyRow = Wire<typeof copyRowSchema>

const OUTDATED_KINDS = ['log', 'test', 'set-aside', 'picture', 'draft'] as const
export type OutdatedKind = (typeof OUTDATED_KINDS)[number]

/** A file that data retention would delete. */
export const outdatedRowSchema = z.strictObject({
  kind: z.enum(OUTDATED_KINDS),
  /** Path below the data folder. */
  name: z.string(),
  bytes: countSchema,
  at: timeSchema,
})
export type OutdatedRow = Wire<typeof outdatedRowSchema>
