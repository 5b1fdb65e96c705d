/** Commands about all tills of the shop database. */
import { z } from 'zod'
import { paymentOfTillSchema } from '../../../shared/books/all-tills.ts'
import { shiftSeenSchema } from '../../../shared/books/shift.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { backgroundCommand, defineCommand, wholeRequest } from './define-command.ts'
import { aSale, id } from './schemas.ts'

/** The terminal codes of the shop's other tills. Empty where this till belongs to no shop database. */
export const listOtherTills = backgroundCommand({
  reply: z.array(z.string()),
  permission: null,
  handle: (context) => context.session().manyTills.allTills.others(),
})

/** The figures of a shift of any till of the shop, from a report: of another till once it is closed. */
export const getShiftOfReport = backgroundCommand({
  request: z.strictObject({ shiftId: id }),
  reply: shiftSeenSchema,
  permission: 'shift-report',
  handle: async (context, { shiftId }) => {
    const { journal } = context.session()
    const { shifts } = context.session().books
    const { allTills } = context.session().manyTills
    const isOwn = journal.shifts.byId(shiftId) !== null
    const report = isOwn ? shifts.report(shiftId) : await allTills.z(shiftId)
    if (report === null) throw new CommandRefused('SHIFT_NOT_CLOSED')
    return { ...report, draft: null }
  },
})

/**
 * Asks the payment service whether the QR of another till's sale was paid. It moves nothing: the sale stays with its till. The
 * result is in the activity log, which all tills see.
 */
export const checkForTill = defineCommand({
  request: aSale,
  reply: z.strictObject({ till: z.string(), number: z.string() }).extend(paymentOfTillSchema.shape),
  permission: 'history',
  audit: wholeRequest,
  auditReply: ({ number, finding, received }) => ({ number, finding, amount: received }),
  handle: (context, { saleId }) => context.session().manyTills.allTills.checkPayment(saleId),
})
