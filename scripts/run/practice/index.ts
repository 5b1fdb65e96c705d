export { type PracticeControl, practiceControl } from './client.ts'
export type { PracticeState } from './control.ts'
export type { BreakingEffect, FaultRequest } from './faults.ts'
export { startPracticeWithFaults } from './start.ts'
