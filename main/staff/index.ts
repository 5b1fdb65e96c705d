export { forgetPeople, peopleOfFile } from './people.ts'
export { createPinHasher, type PinCost } from './pin.ts'
export { PIN_ATTEMPTS } from './pin-attempts.ts'
export { type About, type Authorization, createStaff, type Staff } from './staff.ts'
