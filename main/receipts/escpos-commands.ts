/** The few commands of ESC/POS that a receipt is made of, each named as Epson's command reference names it. */
import { encodeCodePage } from './code-page.ts'
import type { EscPosDialect, Raster } from './types.ts'

const ESC = 0x1b
const FS = 0x1c
const GS = 0x1d

/** ESC @: as after switching on. FS .: out of the Chinese mode that many printers wake up in, and read our letters by. */
export const initialise = (): Uint8Array => Uint8Array.of(ESC, 0x40, FS, 0x2e)

/** ESC t n. */
export const selectCodePage = (page: number): Uint8Array => Uint8Array.of(ESC, 0x74, page)

/** ESC E n: bold or not. GS ! n: bits 0 to 2 are the height less one. */
export const letterStyle = ({ bold, tall }: { readonly bold: boolean; readonly tall: boolean }): Uint8Array =>
  Uint8Array.of(ESC, 0x45, bold ? 1 : 0, GS, 0x21, tall ? 1 : 0)

/** Letters of KZ-1048 and LF, which prints them. */
export const line = (text: string): Uint8Array => Buffer.concat([encodeCodePage(text), lineFeeds(1)])

export const lineFeeds = (count: number): Uint8Array => new Uint8Array(count).fill(0x0a)

/** GS V m. */
export const cut = (how: 'partial' | 'full'): Uint8Array => Uint8Array.of(GS, 0x56, how === 'partial' ? 1 : 0)

/** ESC p m t1 t2: connector pin 2 is m = 0, pin 5 is m = 1; times are in steps of 2 ms, a byte each. */
export const pulse = ({ pin, onMs, offMs }: NonNullable<EscPosDialect['drawer']>): Uint8Array =>
  Uint8Array.of(ESC, 0x70, pin === 2 ? 0 : 1, pulseTime(onMs), pulseTime(offMs))

const pulseTime = (ms: number): number => Math.min(255, Math.round(ms / 2))

/**
 * GS v 0 m xL xH yL yH, then the dots as they are, row by row; m = 0 is their natural size. In bands, for cheap printers
 * die on long rasters in one block, and some read one byte of the row count (docs/receipts.md#letters-and-printers).
 */
export function rasterBands({ width, height, bits }: Raster, bandRows: number): readonly Uint8Array[] {
  const rowBytes = Math.ceil(width / 8)
  const parts: Uint8Array[] = []
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top)
    parts.push(
      Uint8Array.of(GS, 0x76, 0x30, 0, rowBytes & 0xff, rowBytes >> 8, rows & 0xff, rows >> 8),
      bits.subarray(top * rowBytes, (top + rows) * rowBytes),
    )
  }
  return parts
}
