import { listenForScans } from './scanner.ts'

/** Created when the module loads, so that its listener comes before all others. */
export const pageScanner = listenForScans(window)
