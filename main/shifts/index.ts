export { steadyTotals } from './add-up.ts'
export type { DrawerCounted } from './counting.ts'
export { createShifts, type Shifts } from './shifts.ts'
