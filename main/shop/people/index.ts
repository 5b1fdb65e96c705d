export type { About } from './approvals.ts'
export {
  forgetPeople,
  type SealedPerson,
  sealedPerson,
  sealedPersonOf,
} from './people.ts'
export { createPinHasher } from './pin.ts'
export { PIN_ATTEMPTS } from './pin-attempts.ts'
export { type Authorization, createStaff, type Staff } from './staff.ts'
