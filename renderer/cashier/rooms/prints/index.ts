export { PrintResolutions } from '../../parts/print-resolutions.tsx'
export { usePrintOf } from '../../parts/use-print-of.ts'
