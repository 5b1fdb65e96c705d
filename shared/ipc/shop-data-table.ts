/** Requests and answers of the verbs of the shop's data: part of the IPC table. */
import { z } from 'zod'
import { settingsDryRunSchema } from '../settings-file.ts'
import {
  COPY_PARTS,
  copyReportSchema,
  copyRowSchema,
  copyStatusSchema,
  outdatedRowSchema,
} from '../shop-data.ts'
import type { SHOP_DATA_VERBS } from './shop-data-verbs.ts'

const nothing = z.undefined()
const typed = z.string().max(500)
const typedNumber = z.string().max(20)

/** With a logo for either width of paper it is a quarter of that. */
const MOST_LETTERS = 1_000_000
const aFile = z.strictObject({ content: z.string().max(MOST_LETTERS), devices: z.boolean() })

const aCopy = z.strictObject({ folder: typed, name: z.string().max(300) })

const verb = <Request extends z.ZodType, Answer extends z.ZodType>(request: Request, answer: Answer) => ({
  request,
  answer,
})

export const SHOP_DATA_TABLE = {
  /** Answers where the file lies. */
  exportSettings: verb(nothing, z.strictObject({ path: z.string() })),
  /** The dry run: nothing is taken. */
  checkSettingsFile: verb(aFile, settingsDryRunSchema),
  importSettings: verb(aFile, settingsDryRunSchema),
  getCopies: verb(nothing, copyStatusSchema),
  copyNow: verb(nothing, nothing),
  /** As typed; the folder empty ends the copies. */
  saveCopyPlan: verb(z.strictObject({ folder: typed, everyHours: z.int(), keep: typedNumber }), nothing),
  findDrives: verb(nothing, z.array(z.string())),
  listCopies: verb(z.strictObject({ folder: typed }), z.array(copyRowSchema)),
  inspectCopy: verb(aCopy, copyReportSchema),
  /** Answers what it did. */
  bringInCopy: verb(
    aCopy.extend({
      parts: z.array(z.enum(COPY_PARTS)).min(1),
      owner: z.strictObject({ id: z.string().max(64), pin: z.string().max(40) }).nullable(),
    }),
    copyReportSchema,
  ),
  saveRetention: verb(
    z.strictObject({ logs: typedNumber, practice: typedNumber, setAside: typedNumber }),
    nothing,
  ),
  /** What would go now. */
  listOutdated: verb(nothing, z.array(outdatedRowSchema)),
  clearOutdated: verb(nothing, z.array(outdatedRowSchema)),
} as const satisfies Record<(typeof SHOP_DATA_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
