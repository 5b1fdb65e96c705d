import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { mayDo } from '../../shared/staff.ts'
import type { CommandContext } from './command-context.ts'

/** A blind count is blind for whoever may not see X: the figures of a shift that runs are left out for them. */
export function getShift(
  { shop, settings, staff }: CommandContext,
  { shiftId }: ParsedRequestOf<'getShift'>,
): AnswerOf<'getShift'> {
  const { shifts } = shop()
  const report = shifts.report(shiftId)
  if (report === null) return null
  const person = staff.person()
  const seen =
    report.shift.state === 'closed' ||
    settings.read().shifts.count === 'open' ||
    person === null ||
    mayDo(person.role, 'shift-report')
  return { ...report, totals: seen ? report.totals : null, draft: shifts.draftOf(report.shift.id) }
}
