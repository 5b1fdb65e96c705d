import { code128, drawingSVG } from 'bwip-js/node'

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
  const bars = barsOf(data)
  const modules = bars.reduce((sum, width) => sum + width, 0)
  const roomy = Math.floor(paperDots / (modules + 2 * QUIET))
  const dotsPerModule = Math.max(LEAST_DOTS, Math.min(MOST_DOTS, roomy))
  return modules * dotsPerModule > paperDots ? null : { bars, modules, dotsPerModule }
}

/** The library's own drawing of an SVG, of which nothing but the lines is wanted: a line a bar, its middle rounded up. */
function barsOf(data: string): readonly number[] {
  const bars: number[] = []
  let end = 0
  const line = (middle: number, _y: number, _middle: number, _bottom: number, width: number): void => {
    const start = Math.floor(middle - width / 2)
    if (start > end) bars.push(start - end)
    bars.push(width)
    end = start + width
  }
  code128({ bcid: 'code128', text: data, scale: 1 }, { ...drawingSVG(), line })
  return bars
}
