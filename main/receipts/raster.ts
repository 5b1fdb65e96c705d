import type { SKRSContext2D } from '@napi-rs/canvas'
import type { PaperWidth } from '../../shared/settings.ts'
import { canvas } from '../canvas.ts'
import { registerInter } from './inter.ts'
import { layoutReceipt, type Measure, type Placed, type ReceiptLayout } from './layout.ts'
import { paint, setStyle } from './paint.ts'
import { paperOf, type TextStyle } from './paper.ts'
import type { Raster, ReceiptDocument } from './types.ts'

export type RasterRenderer = {
  /** Loads the fonts, so that the first render need not. Throws where they are not installed. */
  readonly warm: () => void
  /** The document as the dots of paper 58 mm (384 dots) or 80 mm (576 dots) wide. */
  readonly render: (document: ReceiptDocument, width: PaperWidth) => Raster
}

/** Rows painted at a time, because a long receipt exceeds the largest canvas. */
const BAND = 512
/** A dot that a letter covers by more than this (of 255) is black. */
const HALF_COVERED = 128

/** The fonts are loaded at the first use. */
export function createRasterRenderer(): RasterRenderer {
  let measure: Measure | null = null
  const ready = (): Measure => {
    measure ??= createMeasure()
    return measure
  }
  return {
    warm: () => void ready(),
    render: (document, width) => rasterise(layoutReceipt(document, paperOf(width), ready())),
  }
}

/** Measures with the fonts that `createRasterRenderer` paints with. */
export function createMeasure(): Measure {
  registerInter()
  const context = canvas().createCanvas(1, 1).getContext('2d')
  let inUse: TextStyle | null = null
  return (text, style) => {
    if (inUse !== style) setStyle(context, style)
    inUse = style
    return context.measureText(text).width
  }
}

function rasterise(layout: ReceiptLayout): Raster {
  const { width, height, placed } = layout
  const rowBytes = width / 8
  const bits = new Uint8Array(rowBytes * height)
  const context = canvas().createCanvas(width, BAND).getContext('2d')
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top)
    paintBand(context, placed, { top, width })
    const { data } = context.getImageData(0, 0, width, rows)
    packRows(data, bits.subarray(top * rowBytes, (top + rows) * rowBytes))
  }
  return { width, height, bits }
}

function paintBand(
  context: SKRSContext2D,
  placed: readonly Placed[],
  band: { top: number; width: number },
): void {
  context.resetTransform()
  context.fillStyle = '#fff'
  context.fillRect(0, 0, band.width, BAND)
  context.translate(0, -band.top)
  for (const item of placed) {
    const { y, height } = item.box
    if (y < band.top + BAND && y + height > band.top) paint(context, item)
  }
}

/** Converts RGBA to one bit per dot. The picture is grey, so the red channel tells how dark a dot is. */
function packRows(rgba: Uint8ClampedArray, bits: Uint8Array): void {
  // Both paper widths are whole bytes, so rows need no padding.
  const dots = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  for (let byte = 0; byte < bits.length; byte++) bits[byte] = packByte(dots, byte * 8)
}

function packByte(dots: Uint32Array, first: number): number {
  let byte = 0
  for (let dot = first; dot < first + 8; dot++) {
    const red = (dots[dot] ?? 0xff) & 0xff
    byte = (byte << 1) | (red < HALF_COVERED ? 1 : 0)
  }
  return byte
}
