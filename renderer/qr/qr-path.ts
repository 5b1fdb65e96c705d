import { create } from 'qrcode'

export type QrDrawing = {
  /** Modules a side, the quiet zone included: the SVG's view box. */
  readonly size: number
  readonly path: string
}

/** Four modules of white all around, or phones do not find it. */
export const QUIET_ZONE = 4

/** A QR code as one SVG path of whole modules, so that it is crisp at any size. Null where the text does not fit one. */
export function drawQr(text: string): QrDrawing | null {
  const modules = modulesOf(text)
  if (modules === null) return null
  const { size, data } = modules
  let path = ''
  for (let row = 0; row < size; row += 1) path += rowPath(data.subarray(row * size, (row + 1) * size), row)
  return { size: size + 2 * QUIET_ZONE, path }
}

function modulesOf(text: string) {
  try {
    return create(text, { errorCorrectionLevel: 'M' }).modules
  } catch {
    return null
  }
}

/** Each run of dark modules is one rectangle, a module high. */
function rowPath(row: Uint8Array, y: number): string {
  let path = ''
  let start = -1
  for (let x = 0; x <= row.length; x += 1) {
    const dark = row[x] === 1
    if (dark && start < 0) start = x
    if (dark || start < 0) continue
    path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x - start}v1h${start - x}z`
    start = -1
  }
  return path
}
