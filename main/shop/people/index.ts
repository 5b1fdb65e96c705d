export type { About, Authorization } from './approvals.ts'
export {
  forgetPeople,
  type SealedPerson,
  sealedPerson,
  sealedPersonOf,
} from './people.ts'
export { PIN_ATTEMPTS } from './pin-attempts.ts'
export { type CommandCall, createStaff, type Staff } from './staff.ts'
