import { createCanvas } from '@napi-rs/canvas'

/** A PNG picture of a square, in base64 as the page sends a picture. */
export function squarePicture(): string {
  const canvas = createCanvas(64, 64)
  canvas.getContext('2d').fillRect(8, 8, 40, 40)
  return canvas.toBuffer('image/png').toString('base64')
}
