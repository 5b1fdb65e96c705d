/** The shop's data as the owner sees it: copies to a folder of their choice, and what is old enough to go. */
import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { MODES } from './mode.ts'
import { staffRowSchema } from './staff.ts'
import { countSchema, timeSchema, type Wire } from './wire.ts'

/** What a restore would do, or did. A restore never removes anything. */
export const restoreReportSchema = z.strictObject({
  added: countSchema,
  updated: countSchema,
  same: countSchema,
  /** Sales whose number belongs to another sale here, and shifts whose histories differ: they are not changed. */
  conflicts: countSchema,
  /** The days that had sales here before and whose figures change: yyyy-MM-dd, sorted. */
  days: z.array(z.iso.date()),
  /** The first sign of tampering in the backup, in the words of audit:verify; null where there is none. */
  wrong: z.nullable(z.string()),
})
export type RestoreReport = Wire<typeof restoreReportSchema>

export const copyStatusSchema = z.strictObject({
  /** The newest that was made and read again. */
  last: z.nullable(z.strictObject({ at: timeSchema, folder: z.string(), sales: countSchema })),
  /** The last copy that failed since then. */
  failed: z.nullable(z.strictObject({ at: timeSchema, failure: failureSchema })),
  nextAt: z.nullable(timeSchema),
  making: z.boolean(),
})
export type CopyStatus = Wire<typeof copyStatusSchema>

/** A copy that lies in a folder. `name` is its place below it. */
export const copyRowSchema = z.strictObject({
  name: z.string(),
  /** What can be read of it; null where nothing can. */
  of: z.nullable(
    z.strictObject({
      at: timeSchema,
      mode: z.enum(MODES),
      terminal: z.string(),
      shop: z.string(),
      sales: countSchema,
      goods: z.nullable(countSchema),
      people: countSchema,
    }),
  ),
})
export type CopyRow = Wire<typeof copyRowSchema>

/** What bringing in a copy would do, part by part. */
export const copyReportSchema = z.strictObject({
  /** Null: its sales are of the other mode, and stay out until the terminal is in that one. */
  sales: z.nullable(restoreReportSchema),
  /** How many settings would be others. */
  settings: countSchema,
  /** Null: none are in it, or this terminal has its own. */
  goods: z.nullable(countSchema),
  /** Empty where this terminal has people of its own. */
  people: z.array(staffRowSchema),
})
export type CopyReport = Wire<typeof copyReportSchema>

/** What a copy is brought in for. */
export const COPY_PARTS = ['sales', 'settings', 'goods', 'people'] as const
export type CopyPart = (typeof COPY_PARTS)[number]

const OUTDATED_KINDS = ['log', 'practice', 'set-aside', 'picture', 'draft'] as const
export type OutdatedKind = (typeof OUTDATED_KINDS)[number]

/** A file that retention would take away. */
export const outdatedRowSchema = z.strictObject({
  kind: z.enum(OUTDATED_KINDS),
  /** Below the data folder. */
  name: z.string(),
  bytes: countSchema,
  at: timeSchema,
})
export type OutdatedRow = Wire<typeof outdatedRowSchema>
