export { ScansElsewhere } from './scans-elsewhere.tsx'
export { useScans } from './use-scans.ts'
