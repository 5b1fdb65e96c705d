import { create } from 'qrcode'

export type QrDrawing = {
  /** Modules per side, including the quiet zone; the size of the SVG's view box. */
  readonly size: number
  readonly path: string
}

/** Four white modules on each side. Phones do not recognise the code without them. */
export const QUIET_ZONE = 4

/** A QR code as one SVG path of whole modules, sharp at any size. Null if the text is too long for a QR code. */
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

/** The path of one row. Each run of dark modules is one rectangle. */
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
