import { createRequire } from 'node:module'
import { create } from 'qrcode'

/** A QR ready to be set in dots. `isDark` is asked by module, from the top left. */
export type QrSymbol = {
  readonly modules: number
  readonly dotsPerModule: number
  readonly isDark: (row: number, column: number) => boolean
}

/** In modules, on every side (ISO/IEC 18004, 9.1). */
export const QUIET_ZONE = 4

/** Half a millimetre: below it, phones do not read what a worn head prints (docs/receipts.md#the-printed-e-receipt). */
const LEAST_MODULE = 4
const MOST_MODULE = 8
/** The side to aim at, quiet zone included: 4 cm. */
const SIDE = 320

/** Medium correction, or low where medium would not fit the paper. Null where no QR can hold the data. */
export function qrSymbol(data: string, paperDots: number): QrSymbol | null {
  const medium = symbolAt('M', data, paperDots)
  if (medium !== null && medium.dotsPerModule >= LEAST_MODULE) return medium
  // Low correction may still come out finer than wished: a dense QR beats none.
  return symbolAt('L', data, paperDots)
}

function symbolAt(errorCorrectionLevel: 'M' | 'L', data: string, paperDots: number): QrSymbol | null {
  const matrix = matrixOf(data, errorCorrectionLevel)
  if (matrix === null) return null
  const modules = matrix.size
  const side = modules + 2 * QUIET_ZONE
  const wished = Math.min(MOST_MODULE, Math.max(LEAST_MODULE, Math.floor(SIDE / side)))
  const dotsPerModule = Math.min(wished, Math.floor(paperDots / side))
  if (dotsPerModule < 1) return null
  return { modules, dotsPerModule, isDark: (row, column) => matrix.get(row, column) === 1 }
}

/** The library throws where the data is empty or longer than the largest symbol. */
function matrixOf(data: string, errorCorrectionLevel: 'M' | 'L') {
  try {
    return create(data, { errorCorrectionLevel }).modules
  } catch {
    return null
  }
}

/** Code 128 ready to be set in dots. */
export type BarcodeSymbol = {
  /** Widths in modules, a bar and a space by turns, from a bar to a bar. */
  readonly bars: readonly number[]
  readonly modules: number
  readonly dotsPerModule: number
}

/** A quarter of a millimetre: a worn head prints finer bars into each other. */
const LEAST_BAR = 2
const MOST_BAR = 3
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
  const dotsPerModule = Math.max(LEAST_BAR, Math.min(MOST_BAR, roomy))
  return modules * dotsPerModule > paperDots ? null : { bars, modules, dotsPerModule }
}

function code128(data: string): readonly number[] {
  const [symbol] = encoder().raw('code128', data, {})
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('code128 gave no bars')
  return symbol.sbs
}

/** Loaded with the first barcode: it is two megabytes of symbols, and a start of the till waits for none of them. */
const encoder = (): typeof import('bwip-js/node') => createRequire(import.meta.url)('bwip-js/node')
