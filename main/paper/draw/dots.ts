/** Paints whole dots on a raster, black or white. What lies beyond the raster is left out. */
import type { Box } from './place.ts'
import type { Raster } from './types.ts'

export type Ink = 'black' | 'white'

export function fillBox({ width, height, bits }: Raster, box: Box, ink: Ink): void {
  const [left, right] = [Math.max(0, box.x), Math.min(width, box.x + box.width)]
  const [top, bottom] = [Math.max(0, box.y), Math.min(height, box.y + box.height)]
  if (left >= right) return
  const [first, last] = [left >> 3, (right - 1) >> 3]
  const [head, tail] = [0xff >> (left & 7), (0xff << (7 - ((right - 1) & 7))) & 0xff]
  for (let y = top; y < bottom; y++) {
    const row = (y * width) >> 3
    if (first === last) paintByte(bits, row + first, head & tail, ink)
    else {
      paintByte(bits, row + first, head, ink)
      bits.fill(ink === 'black' ? 0xff : 0, row + first + 1, row + last)
      paintByte(bits, row + last, tail, ink)
    }
  }
}

/** Paints the black dots of the picture. Its white dots stay as they are. */
export function stamp(raster: Raster, picture: Raster, at: { x: number; y: number }, ink: Ink): void {
  const [rowBytes, pictureBytes] = [raster.width >> 3, Math.ceil(picture.width / 8)]
  const [firstByte, shift] = [at.x >> 3, at.x & 7]
  const [from, to] = [Math.max(0, -at.y), Math.min(picture.height, raster.height - at.y)]
  const [left, right] = [Math.max(0, -firstByte - 1), Math.min(pictureBytes, rowBytes - firstByte)]
  for (let row = from; row < to; row++) {
    const start = (at.y + row) * rowBytes + firstByte
    for (let place = left; place < right; place++) {
      const byte = picture.bits[row * pictureBytes + place] ?? 0
      if (byte === 0) continue
      const rest = (byte << (8 - shift)) & 0xff
      if (firstByte + place >= 0) paintByte(raster.bits, start + place, byte >> shift, ink)
      if (rest !== 0 && firstByte + place + 1 < rowBytes) paintByte(raster.bits, start + place + 1, rest, ink)
    }
  }
}

function paintByte(bits: Uint8Array, at: number, dots: number, ink: Ink): void {
  const had = bits[at] ?? 0
  bits[at] = ink === 'black' ? had | dots : had & ~dots
}
