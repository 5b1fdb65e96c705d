/** The shop's data for the owner: copies to another disk, and data retention. */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { countSchema, timeSchema, type Wire } from '../wire.ts'
import { fieldChangesSchema } from './field-changes.ts'
import { MODES } from './mode.ts'
import { staffRowSchema } from './staff.ts'
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

/** The dry run of taking over a copy, part by part. */
const ofCopyReport = {
  /** Null if they are not taken over. */
  sales: z.nullable(restoreReportSchema),
  /** Why not: there are none, or they are of the other mode, or of another merchant, at whose service this till cannot find their money. */
  kept: z.nullable(z.enum(['none', 'test', 'live', 'other-merchant'])),
  /** Number of settings that would change. */
  settings: countSchema,
  /** Number of goods to add; null if the copy has none or the till has its own. */
  goods: z.nullable(countSchema),
  /** Empty if the till has its own staff. */
  people: z.array(staffRowSchema),
}
export const copyReportSchema = z.strictObject(ofCopyReport)
export type CopyReport = Wire<typeof copyReportSchema>

/** What was taken over, with each setting that changed and its values before and after. */
export const takenCopySchema = z.strictObject(ofCopyReport).extend({ changes: fieldChangesSchema })
export type TakenCopy = Wire<typeof takenCopySchema>

/** The parts of a copy that can be taken over. */
export const COPY_PARTS = ['sales', 'settings', 'goods', 'people'] as const
export type CopyPart = (typeof COPY_PARTS)[number]

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
