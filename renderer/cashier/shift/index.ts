export { ShiftFigures, shiftTitle } from './shift-figures.tsx'
export { ShiftMissing } from './shift-missing.tsx'
export { ShiftRoom } from './shift-room.tsx'
