/** Requests and answers of the verbs of the shop's data: part of the IPC table. */
import { z } from 'zod'
import { FAILURE_NAMES } from '../failure.ts'
import { MODES } from '../mode.ts'
import { SETTING_FIELDS, type SettingsDryRun } from '../settings-file.ts'
import {
  COPY_PARTS,
  type CopyReport,
  type CopyRow,
  type CopyStatus,
  OUTDATED_KINDS,
  type OutdatedRow,
} from '../shop-data.ts'
import { ROLES } from '../staff.ts'
import type { SHOP_DATA_VERBS } from './shop-data-verbs.ts'
import type { RestoreReport } from './view.ts'

const nothing = z.undefined()
const at = z.number().int().nonnegative()
const typed = z.string().max(500)
const typedNumber = z.string().max(20)
const failureSchema = z.strictObject({ name: z.enum(FAILURE_NAMES), detail: z.string().nullable() })

/** With a logo for either width of paper it is a quarter of that. */
const MOST_LETTERS = 1_000_000
const aFile = z.strictObject({ content: z.string().max(MOST_LETTERS), devices: z.boolean() })

const dryRun = z.strictObject({
  from: z.strictObject({ terminal: z.string(), at, shop: z.string() }),
  changes: z.array(z.strictObject({ field: z.enum(SETTING_FIELDS), from: z.unknown(), to: z.unknown() })),
  devices: z.boolean(),
}) as unknown as z.ZodType<SettingsDryRun>

const copyStatusSchema = z.strictObject({
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

const copyRow = z.strictObject({
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

const copyReport = z.strictObject({
  sales: restoreSchema.nullable(),
  settings: z.int(),
  goods: z.int().nullable(),
  people: z.array(staffRow),
}) as unknown as z.ZodType<CopyReport>

const outdated = z.strictObject({
  kind: z.enum(OUTDATED_KINDS),
  name: z.string(),
  bytes: z.int(),
  at,
}) as unknown as z.ZodType<OutdatedRow>

const aCopy = z.strictObject({ folder: typed, name: z.string().max(300) })

const verb = <Request extends z.ZodType, Answer extends z.ZodType>(request: Request, answer: Answer) => ({
  request,
  answer,
})

export const SHOP_DATA_TABLE = {
  /** Answers where the file lies. */
  exportSettings: verb(nothing, z.strictObject({ path: z.string() })),
  /** The dry run: nothing is taken. */
  checkSettingsFile: verb(aFile, dryRun),
  importSettings: verb(aFile, dryRun),
  getCopies: verb(nothing, copyStatusSchema),
  copyNow: verb(nothing, nothing),
  /** As typed; the folder empty ends the copies. */
  saveCopyPlan: verb(z.strictObject({ folder: typed, everyHours: z.int(), keep: typedNumber }), nothing),
  findDrives: verb(nothing, z.array(z.string())),
  listCopies: verb(z.strictObject({ folder: typed }), z.array(copyRow)),
  inspectCopy: verb(aCopy, copyReport),
  /** Answers what it did. */
  bringInCopy: verb(
    aCopy.extend({
      parts: z.array(z.enum(COPY_PARTS)).min(1),
      owner: z.strictObject({ id: z.string().max(64), pin: z.string().max(40) }).nullable(),
    }),
    copyReport,
  ),
  saveRetention: verb(
    z.strictObject({ logs: typedNumber, practice: typedNumber, setAside: typedNumber }),
    nothing,
  ),
  /** What would go now. */
  listOutdated: verb(nothing, z.array(outdated)),
  clearOutdated: verb(nothing, z.array(outdated)),
} as const satisfies Record<(typeof SHOP_DATA_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
