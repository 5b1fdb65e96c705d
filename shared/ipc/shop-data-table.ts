/** Schemas of replies about the shop's data. */
import { z } from 'zod'
import { FAILURE_NAMES } from '../failure.ts'
import { MODES } from '../mode.ts'
import type { SettingsDryRun } from '../settings-file.ts'
import {
  type CopyReport,
  type CopyRow,
  type CopyStatus,
  OUTDATED_KINDS,
  type OutdatedRow,
} from '../shop-data.ts'
import { ROLES } from '../staff.ts'
import type { RestoreReport } from './view.ts'

const at = z.number().int().nonnegative()
const failureSchema = z.strictObject({ name: z.enum(FAILURE_NAMES), detail: z.string().nullable() })

export const settingsDryRunSchema = z.strictObject({
  from: z.strictObject({ terminal: z.string(), at, shop: z.string() }),
  changes: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  devices: z.boolean(),
}) as unknown as z.ZodType<SettingsDryRun>

export const copyStatusSchema = z.strictObject({
  last: z.strictObject({ at, folder: z.string(), sales: z.int() }).nullable(),
  failed: z.strictObject({ at, failure: failureSchema }).nullable(),
  nextAt: at.nullable(),
  making: z.boolean(),
}) as unknown as z.ZodType<CopyStatus>

const staffRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  active: z.boolean(),
})

export const copyRowSchema = z.strictObject({
  name: z.string(),
  of: z
    .strictObject({
      at,
      mode: z.enum(MODES),
      terminal: z.string(),
      shop: z.string(),
      sales: z.int(),
      goods: z.int().nullable(),
      people: z.int(),
    })
    .nullable(),
}) as unknown as z.ZodType<CopyRow>

export const restoreSchema = z.strictObject({
  added: z.int(),
  updated: z.int(),
  same: z.int(),
  conflicts: z.int(),
  days: z.array(z.iso.date()),
  wrong: z.string().nullable(),
}) as z.ZodType<RestoreReport>

export const copyReportSchema = z.strictObject({
  sales: restoreSchema.nullable(),
  settings: z.int(),
  goods: z.int().nullable(),
  people: z.array(staffRow),
}) as unknown as z.ZodType<CopyReport>

export const outdatedSchema = z.strictObject({
  kind: z.enum(OUTDATED_KINDS),
  name: z.string(),
  bytes: z.int(),
  at,
}) as unknown as z.ZodType<OutdatedRow>
