/** Commands of shifts: float, cash in and out, X, the count, Z. */
import { z } from 'zod'
import {
  CASH_WAYS,
  countDraftSchema,
  NOTES,
  shiftListSchema,
  shiftSeenSchema,
} from '../../../shared/books/shift.ts'
import { backgroundCommand, defineCommand, journalCommand, wholeRequest } from './define-command.ts'
import { hundredths, id, typed } from './schemas.ts'
import { seesExpected } from './sees-expected.ts'

const aShift = z.strictObject({ shiftId: id })

/** No drawer holds more pieces of one kind. */
const MOST_PIECES = 100_000
const countedLines = z
  .array(z.strictObject({ value: z.literal([...NOTES]), count: z.int().min(0).max(MOST_PIECES) }))
  .max(NOTES.length)
  .refine((all) => new Set(all.map(({ value }) => value)).size === all.length)

/** Opens a shift. The float is as typed; empty is none. */
export const openShift = journalCommand({
  request: z.strictObject({ float: typed }),
  permission: 'shift',
  audit: wholeRequest,
  handle: (context, { float }) => context.session().books.shifts.open(float),
})

export const moveCash = journalCommand({
  request: z.strictObject({ way: z.enum(CASH_WAYS), amount: typed, reason: typed }),
  permission: 'shift',
  permissionFor: ({ way }) => (way === 'out' ? 'cash-out' : null),
  audit: wholeRequest,
  handle: (context, { way, amount, reason }) => context.session().books.shifts.move(way, amount, reason),
})

/** Stores the count so far. Only with `done` the reply has the expected amount. */
export const countDraft = defineCommand({
  request: aShift.extend({ lines: countedLines, done: z.boolean() }),
  reply: countDraftSchema,
  permission: 'shift',
  handle: (context, { shiftId, lines, done }) =>
    context.session().books.shifts.draft(shiftId, lines, done, !seesExpected(context)),
})

/** Closes a shift. `lines` null closes a left shift without a count. `expected` is the amount that was shown. */
export const closeShift = journalCommand({
  request: aShift.extend({
    lines: countedLines.nullable(),
    expected: hundredths.nullable(),
    reason: typed,
  }),
  reply: aShift.extend({ zNumber: z.int() }),
  permission: 'shift',
  permissionFor: ({ lines }) => (lines === null ? 'close-uncounted' : null),
  audit: ({ shiftId, reason }) => ({ shiftId, reason }),
  handle: (context, closing) => context.session().books.shifts.close(closing, !seesExpected(context)),
})

/**
 * The X of a shift, or the figures of its Z if it is closed. Null is the open shift. With a blind count a person who
 * may not see X gets no totals of an open shift.
 */
export const getShift = backgroundCommand({
  request: z.strictObject({ shiftId: id.nullable() }),
  reply: z.nullable(shiftSeenSchema),
  permission: null,
  handle: (context, { shiftId }) => {
    const { shifts } = context.session().books
    const report = shifts.report(shiftId)
    if (report === null) return null
    const isSeen = report.shift.state === 'closed' || seesExpected(context)
    return {
      ...report,
      totals: isSeen ? report.totals : null,
      draft: shifts.draftOf(report.shift.id, !seesExpected(context)),
    }
  },
})

/**
 * Lists the newest `most` shifts, newest first, and sales without a shift by day. If the shift with the id `also` is older,
 * it is listed last. An unknown id is ignored.
 */
export const listShifts = backgroundCommand({
  request: z.strictObject({ most: z.int().min(1).max(100_000), also: id.nullable() }),
  reply: shiftListSchema,
  permission: null,
  handle: (context, { most, also }) => context.session().books.shifts.list(most, also),
})

export const printX = journalCommand({
  request: aShift,
  permission: 'shift-report',
  audit: wholeRequest,
  handle: (context, { shiftId }) => context.session().books.shifts.printX(shiftId),
})

/** Prints the count of a finished draft or of a closed shift as a slip. */
export const printCount = journalCommand({
  request: aShift,
  permission: 'shift',
  handle: (context, { shiftId }) =>
    context.session().books.shifts.printCount(shiftId, !seesExpected(context)),
})

/** Prints the Z again, as a copy. */
export const printZ = journalCommand({
  request: aShift,
  permission: 'shift-report',
  audit: wholeRequest,
  handle: (context, { shiftId }) => context.session().books.shifts.printZ(shiftId),
})
