/**
 * A set-up file sets up many terminals of a merchant alike. Unlike a settings file it has the merchant's password and
 * the people with their PINs, and is sealed with a code (docs/decisions/set-up-file.md).
 */
import { z } from 'zod'
import { countSchema, timeSchema, type Wire } from '../wire.ts'
import { fieldChangesSchema } from './field-changes.ts'

export const SET_UP_FORMAT = 'tugrik-pos-set-up'
export const SET_UP_VERSION = 1

/** The code is written in groups of five digits. */
export const SET_UP_DIGITS = 25

/** What a set-up changes, or has changed. */
export const setUpReportSchema = z.strictObject({
  terminal: z.string(),
  changes: fieldChangesSchema,
  /** Whether the till gets another password of the merchant than it has. */
  password: z.boolean(),
  /** Number of goods to add; null if the file has none or the till has its own. */
  goods: z.nullable(countSchema),
  /** Number of people to add; 0 if the till has its own staff. */
  people: countSchema,
  /** Where the file would undo a change that was made at this till later: when it was made, and the last such change. */
  older: z.nullable(z.strictObject({ madeAt: timeSchema, changedAt: timeSchema })),
})
export type SetUpReport = Wire<typeof setUpReportSchema>

export const changesNothing = ({ changes, password, goods, people }: SetUpReport): boolean =>
  changes.length === 0 && !password && goods === null && people === 0

/** A set-up file on a stick. */
export const foundSetUpSchema = z.strictObject({
  path: z.string(),
  at: timeSchema,
  shop: z.string(),
  terminal: z.string(),
})
export type FoundSetUp = Wire<typeof foundSetUpSchema>
