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
const LEAST_DOTS = 4
const MOST_DOTS = 8
/** The side to aim at, quiet zone included: 4 cm. */
const SIDE = 320

/** Medium correction, or low where medium would not fit the paper. Null where no QR can hold the data. */
export function qrSymbol(data: string, paperDots: number): QrSymbol | null {
  const medium = symbolAt('M', data, paperDots)
  if (medium !== null && medium.dotsPerModule >= LEAST_DOTS) return medium
  // Low correction may still come out finer than wished: a dense QR beats none.
  return symbolAt('L', data, paperDots)
}

function symbolAt(errorCorrectionLevel: 'M' | 'L', data: string, paperDots: number): QrSymbol | null {
  const matrix = matrixOf(data, errorCorrectionLevel)
  if (matrix === null) return null
  const modules = matrix.size
  const side = modules + 2 * QUIET_ZONE
  const wished = Math.min(MOST_DOTS, Math.max(LEAST_DOTS, Math.floor(SIDE / side)))
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
