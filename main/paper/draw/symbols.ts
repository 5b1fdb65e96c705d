import { code128, drawingSVG, ean8, ean13 } from 'bwip-js/node'
import { create } from 'qrcode'

/** A QR to be drawn in dots. `isDark` takes a module, from the top left. */
export type QrSymbol = {
  readonly modules: number
  readonly dotsPerModule: number
  readonly isDark: (row: number, column: number) => boolean
}

/** One centimetre in dots, so that a hand scanner can read it at an angle. */
export const BAR_HEIGHT = 80

/** In modules, on every side (ISO/IEC 18004, 9.1). */
export const QUIET_ZONE = 4

/** Half a millimetre: phones cannot read finer modules from a worn head (docs/receipts.md#the-printed-e-receipt). */
const LEAST_MODULE = 4
const MOST_MODULE = 8
/** The side to aim for, quiet zone included: 4 cm. */
const SIDE = 320

/** Medium correction, or low where medium does not fit the paper. Null where no QR can hold the data. */
export function qrSymbol(data: string, paperDots: number): QrSymbol | null {
  const medium = symbolAt('M', data, paperDots)
  if (medium !== null && medium.dotsPerModule >= LEAST_MODULE) return medium
  // With low correction the modules may still be smaller than the minimum: a dense QR is better than none.
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

/** Code 128 encodes any ASCII text. EAN-13 and EAN-8 encode article numbers with a valid check digit. */
export type Symbology = 'code128' | 'ean13' | 'ean8'

export type BarcodeSymbol = {
  /** Widths in modules, bars and spaces alternating, from a bar to a bar. */
  readonly bars: readonly number[]
  readonly modules: number
  readonly dotsPerModule: number
}

/** A quarter of a millimetre: a worn head merges finer bars. */
const LEAST_BAR = 2
const MOST_BAR = 3
/** White on either side, in modules (ISO/IEC 15417). */
const QUIET = 10

/**
 * The bars of `data`, as wide as the paper allows. Null if they would be too fine for a scanner, or if the symbology
 * lacks a letter. On narrow paper the quiet zone is the margin outside the head: a roll is at least 4 mm wider than its
 * head on both sides.
 */
export function barcodeSymbol(
  data: string,
  paperDots: number,
  symbology: Symbology = 'code128',
): BarcodeSymbol | null {
  if (!/^[\x20-\x7e]+$/.test(data)) return null
  const bars = barsOf(data, symbology)
  const modules = bars.reduce((sum, width) => sum + width, 0)
  const roomy = Math.floor(paperDots / (modules + 2 * QUIET))
  const dotsPerModule = Math.max(LEAST_BAR, Math.min(MOST_BAR, roomy))
  return modules * dotsPerModule > paperDots ? null : { bars, modules, dotsPerModule }
}

const DRAWN = { code128, ean13, ean8 }

/** Reads the bars from the lines of the library's SVG drawing: one line per bar, its middle rounded up. */
function barsOf(data: string, symbology: Symbology): readonly number[] {
  const bars: number[] = []
  let end = 0
  const line = (middle: number, _y: number, _middle: number, _bottom: number, width: number): void => {
    const start = Math.floor(middle - width / 2)
    if (start > end) bars.push(start - end)
    bars.push(width)
    end = start + width
  }
  DRAWN[symbology]({ bcid: symbology, text: data, scale: 1 }, { ...drawingSVG(), line })
  return bars
}
