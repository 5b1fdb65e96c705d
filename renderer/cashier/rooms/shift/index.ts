export { ShiftMissing } from '../../parts/shift-missing.tsx'
export { useShifts } from './use-shifts.ts'
