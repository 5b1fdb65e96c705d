export { PrintResolutions } from './print-resolutions.tsx'
export { Prints } from './prints.tsx'
export { usePrintOf } from './use-print-of.ts'
