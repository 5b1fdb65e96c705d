export { PrintRemedies } from './print-remedies.tsx'
export { Prints } from './prints.tsx'
export { usePrintOf } from './use-print-of.ts'
