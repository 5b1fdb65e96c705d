/** The page of today: what an owner sees first. The main process computes every figure. */
import { z } from 'zod'
import { moneySchema } from '../money/schemas.ts'
import { idSchema, type Wire } from '../wire.ts'
import { tillFiguresSchema } from './all-tills.ts'
import { reportRowSchema, reportTotalsSchema } from './report.ts'
import { tallySchema } from './shift.ts'

/** E-receipts; `owed` and `elsewhere` as the table of taxes has them. */
export const TODAY_RECEIPTS = ['issued', 'owed', 'to-issue-elsewhere'] as const

const shiftOfTodaySchema = z.strictObject({
  id: idSchema,
  terminal: z.string(),
  /** Who opened it, or closed it; empty where nobody was signed in. */
  name: z.string(),
  /** Of an open shift the cash expected in its drawer; of a closed one counted less expected. */
  amount: moneySchema,
})

export const todaySchema = z.strictObject({
  day: z.string(),
  /** The same weekday a week before, until the time of day `until`. */
  before: z.string(),
  until: z.nullable(z.string()),
  totals: reportTotalsSchema,
  netBefore: moneySchema,
  /** In hundredths of a percent; null where nothing was sold then. */
  change: z.nullable(z.int()),
  /** Rows of zero are left out of all lists but `hours`. */
  hours: z.array(reportRowSchema),
  tenders: z.array(reportRowSchema),
  products: z.array(reportRowSchema),
  people: z.array(reportRowSchema),
  receipts: z.array(tallySchema.extend({ kind: z.enum(TODAY_RECEIPTS) })),
  /** Null for a person who counts the drawer blind. */
  drawers: z.nullable(z.array(shiftOfTodaySchema)),
  /** Those of the last closed shifts in which the drawer was short or over. */
  differences: z.array(shiftOfTodaySchema),
  /** How current the figures of each till are. Empty for this till's own figures. */
  tills: z.array(tillFiguresSchema),
})
export type Today = Wire<typeof todaySchema>
