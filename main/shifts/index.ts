export { countFacts } from './count-paper.ts'
export { shiftFacts } from './paper.ts'
export { createShifts, type Shifts } from './shifts.ts'
export { steadyTotals } from './steady-totals.ts'
