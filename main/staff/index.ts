export type { About } from './approvals.ts'
export { forgetPeople, peopleOfFile } from './people.ts'
export { PIN_ATTEMPTS } from './pin-attempts.ts'
export { type Authorization, createStaff, type Staff } from './staff.ts'
