export type { DrawerCounted } from './counting.ts'
export { zOf } from './shift-list.ts'
export { createShifts, type Shifts } from './shifts.ts'
