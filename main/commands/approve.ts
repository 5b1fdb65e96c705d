import { CommandRefused } from '../../shared/failure.ts'
import { CASHIER_TABLE, type ParsedRequestOf } from '../../shared/ipc/index.ts'
import type { Person } from '../../shared/staff.ts'
import type { CommandContext } from './command-context.ts'

/** The request that is approved is parsed as it will be when it comes: they are then compared letter by letter. */
export function approve(
  { staff }: CommandContext,
  { staffId, pin, verb, request }: ParsedRequestOf<'approve'>,
): Promise<Person> {
  const parsed = CASHIER_TABLE[verb].request.safeParse(request)
  if (!parsed.success) throw new CommandRefused('INPUT_INVALID')
  return staff.approve(staffId, pin, verb, parsed.data)
}
