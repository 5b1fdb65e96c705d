import { createCanvas } from '@napi-rs/canvas'

/** A PNG picture with a square, in base64 as the page sends a picture. `dots`: the length of its sides. */
export function squarePicture(dots = 64): string {
  const canvas = createCanvas(dots, dots)
  canvas.getContext('2d').fillRect(8, 8, 40, 40)
  return canvas.toBuffer('image/png').toString('base64')
}
