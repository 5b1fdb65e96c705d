/** What is looked at or read by machines, drawn in HTML as large as on the roll, module by module and dot by dot. */
import type { BarcodeSymbol } from './barcode-symbol.ts'
import { millimetres } from './html-style.ts'
import { rasterAsPng } from './png.ts'
import { type QrSymbol, QUIET_ZONE } from './qr-symbol.ts'
import type { Raster } from './types.ts'

/** As in the layout of the raster. */
const BAR_HEIGHT = 80

export function imageDrawing(raster: Raster): string {
  const png = Buffer.from(rasterAsPng(raster)).toString('base64')
  const size = `width: ${millimetres(raster.width)}; height: ${millimetres(raster.height)}`
  return `<img alt="" style="${size}" src="data:image/png;base64,${png}">`
}

/** The very modules of the raster, as whole squares. */
export const qrDrawing = ({ modules, dotsPerModule, isDark }: QrSymbol): string => {
  const side = modules + 2 * QUIET_ZONE
  const size = { width: side * dotsPerModule, height: side * dotsPerModule }
  return drawing('QR', { width: side, height: side }, size, darkModules({ modules, isDark }))
}

function darkModules({ modules, isDark }: Pick<QrSymbol, 'modules' | 'isDark'>): string {
  let path = ''
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (isDark(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`
    }
  }
  return path
}

export function barcodeDrawing({ bars, modules, dotsPerModule }: BarcodeSymbol): string {
  const size = { width: modules * dotsPerModule, height: BAR_HEIGHT }
  let [path, x] = ['', 0]
  for (const [at, width] of bars.entries()) {
    if (at % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`
    x += width
  }
  return drawing('Code 128', { width: modules, height: 1 }, size, path)
}

type Size = { readonly width: number; readonly height: number }

/** Modules as units, as large as on the roll. */
const drawing = (label: string, units: Size, dots: Size, path: string): string =>
  `<svg role="img" aria-label="${label}" viewBox="0 0 ${units.width} ${units.height}" preserveAspectRatio="none"` +
  ` style="width: ${millimetres(dots.width)}; height: ${millimetres(dots.height)}" shape-rendering="crispEdges">` +
  `<path d="${path}"/></svg>`
