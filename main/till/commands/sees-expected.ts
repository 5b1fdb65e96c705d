import { mayDo } from '../../../shared/shop/staff.ts'
import type { CommandContext } from './command-context.ts'

/** Whether the person may see the expected cash before the drawer is counted. */
export const seesExpected = ({ shop: { settings, staff } }: CommandContext): boolean => {
  const person = staff.person()
  return settings.read().shifts.count === 'open' || person === null || mayDo(person.role, 'shift-report')
}
