export { type PracticeControl, practiceControl } from './client.ts'
export type { BreakingEffect, FaultRequest } from './faults.ts'
export type { PracticeState } from './messages.ts'
export { startPracticeWithFaults } from './start.ts'
