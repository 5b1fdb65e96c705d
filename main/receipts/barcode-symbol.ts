import { createRequire } from 'node:module'

/** Code 128 ready to be set in dots. */
export type BarcodeSymbol = {
  /** Widths in modules, a bar and a space by turns, from a bar to a bar. */
  readonly bars: readonly number[]
  readonly modules: number
  readonly dotsPerModule: number
}

/** A quarter of a millimetre: a worn head prints finer bars into each other. */
const LEAST_DOTS = 2
const MOST_DOTS = 3
/** White on either side, in modules (ISO/IEC 15417). */
const QUIET = 10

/**
 * The bars of `data`, as wide as fit the paper. Null where they would be finer than a scanner reads, or where Code 128
 * has no such letter. Where it is tight, the white on either side is that out of the head's reach: a roll is 4 mm and
 * more wider than its head on both sides.
 */
export function barcodeSymbol(data: string, paperDots: number): BarcodeSymbol | null {
  if (!/^[\x20-\x7e]+$/.test(data)) return null
  const bars = code128(data)
  const modules = bars.reduce((sum, width) => sum + width, 0)
  const roomy = Math.floor(paperDots / (modules + 2 * QUIET))
  const dotsPerModule = Math.max(LEAST_DOTS, Math.min(MOST_DOTS, roomy))
  return modules * dotsPerModule > paperDots ? null : { bars, modules, dotsPerModule }
}

function code128(data: string): readonly number[] {
  const [symbol] = encoder().raw('code128', data, {})
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('code128 gave no bars')
  return symbol.sbs
}

/** Loaded with the first barcode: it is two megabytes of symbols, and a start of the till waits for none of them. */
const encoder = (): typeof import('bwip-js/node') => createRequire(import.meta.url)('bwip-js/node')
