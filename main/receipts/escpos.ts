/**
 * A raster as ESC/POS, the language of nearly every receipt printer: initialise, the dots in bands, feed, cut. No
 * drawer pulse.
 *
 * The dots are handed to GS v 0 as they are, for a raster is just what it takes. The encoder's own `image()` would
 * unpack them to RGBA and dither them back, at 8 ms a band: a second and a half of standstill for a receipt of 300 lines.
 * test/unit/receipts/escpos.test.ts proves that its bytes and ours say the same.
 */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { Raster } from './types.ts'

/** Cheap printers die on long rasters in one block, and some read one byte of the row count (field notes, "Printers"). */
const BAND_ROWS = 128
/** From the head to the knife, or to the tear bar, with a little white. */
const LINES_BEFORE_CUT = 5

export function rasterAsEscPos(raster: Raster, { cut }: { readonly cut: boolean }): Uint8Array {
  return Buffer.concat([
    encoder().initialize().encode(),
    ...bands(raster),
    cut ? encoder().cut('partial').encode() : encoder().newline(LINES_BEFORE_CUT).encode(),
  ])
}

const encoder = () =>
  new ReceiptPrinterEncoder({
    language: 'esc-pos',
    newline: '\n',
    feedBeforeCut: LINES_BEFORE_CUT,
    errors: 'strict',
  })

function bands({ width, height, bits }: Raster): readonly Uint8Array[] {
  const rowBytes = Math.ceil(width / 8)
  const parts: Uint8Array[] = []
  for (let top = 0; top < height; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - top)
    parts.push(rasterCommand(rowBytes, rows), bits.subarray(top * rowBytes, (top + rows) * rowBytes))
  }
  return parts
}

/** GS v 0 m xL xH yL yH: dots follow, row by row; m = 0 is their natural size. */
const rasterCommand = (rowBytes: number, rows: number): Uint8Array =>
  Uint8Array.of(0x1d, 0x76, 0x30, 0, rowBytes & 0xff, rowBytes >> 8, rows & 0xff, rows >> 8)
