export { PrintResolutions } from './print-resolutions.tsx'
export { usePrintOf } from './use-print-of.ts'
