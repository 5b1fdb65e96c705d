export { ParkField } from './park-field.tsx'
export { SetAside } from './set-aside.tsx'
