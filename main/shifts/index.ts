export { createShifts, type DrawerCounted, type Shifts } from './shifts.ts'
export { steadyTotals } from './steady-totals.ts'
