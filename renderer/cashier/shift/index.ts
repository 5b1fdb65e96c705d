export { ShiftMissing } from './shift-missing.tsx'
export { useShifts } from './use-shifts.ts'
