/** Requests and answers of the verbs of the drawer's day: part of the IPC table. */
import { z } from 'zod'
import { CASH_WAYS, countDraftSchema, NOTES, shiftListSchema, shiftSeenSchema } from '../shift.ts'
import type { SHIFT_VERBS } from './shift-verbs.ts'

const id = z.string().min(1).max(64)
const nothing = z.undefined()
const typed = z.string().max(500)
const hundredths = z.number().int()
const aShift = z.strictObject({ shiftId: id })

/** No drawer holds more pieces of one kind. */
const MOST_PIECES = 100_000
const lines = z
  .array(z.strictObject({ value: z.literal([...NOTES]), count: z.int().min(0).max(MOST_PIECES) }))
  .max(NOTES.length)
  .refine((all) => new Set(all.map(({ value }) => value)).size === all.length)

export const SHIFT_TABLE = {
  /** The float as typed; empty is none. */
  openShift: { request: z.strictObject({ float: typed }), answer: nothing },
  moveCash: {
    request: z.strictObject({ way: z.enum(CASH_WAYS), amount: typed, reason: typed }),
    answer: nothing,
  },
  /** Keeps the count as it is so far. `done` is what shows what must be there. */
  countDraft: {
    request: z.strictObject({ shiftId: id, lines, done: z.boolean() }),
    answer: countDraftSchema,
  },
  /** `lines` null closes a shift that was left by a restore, uncounted. `expected` is what was shown. */
  closeShift: {
    request: z.strictObject({
      shiftId: id,
      lines: lines.nullable(),
      expected: hundredths.nullable(),
      reason: typed,
    }),
    answer: z.strictObject({ shiftId: id, zNumber: z.int() }),
  },
  /** X; null is the one that is open. Of one that was closed, what its Z says. No totals where the count is to be blind. */
  getShift: {
    request: z.strictObject({ shiftId: id.nullable() }),
    answer: z.nullable(shiftSeenSchema),
  },
  /** Newest first, with what was sold without a shift, by day. */
  listShifts: { request: nothing, answer: shiftListSchema },
  printX: { request: aShift, answer: nothing },
  /** The count on a slip: once it is done, or was closed with. */
  printCount: { request: aShift, answer: nothing },
  /** The Z again, as a copy. */
  printZ: { request: aShift, answer: nothing },
} as const satisfies Record<(typeof SHIFT_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
