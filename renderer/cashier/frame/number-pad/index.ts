export { FloatingPad } from './floating-pad.tsx'
