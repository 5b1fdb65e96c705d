export { bringFromShop, findReceipt } from './find-receipt.ts'
export type { Scan } from './scanner.ts'
export { ScansElsewhere } from './scans-elsewhere.tsx'
export { useScans } from './use-scans.ts'
