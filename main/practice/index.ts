export type { PracticeAddress } from './address.ts'
export { parsePracticeAddress } from './address.ts'
export type { PracticeState } from './control-messages.ts'
export type { BreakingEffect, FaultRequest } from './faults.ts'
export { type PracticePayer, practicePayer } from './practice-payer.ts'
export { seeded } from './random.ts'

/** Imports the server at its first start, because a till in live mode needs none. */
export const startPractice: typeof import('./start.ts').startPractice = async (parts) =>
  (await import('./start.ts')).startPractice(parts)
