export { ShiftMissing } from './shift-missing.tsx'
