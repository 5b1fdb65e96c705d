import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { canvas, canvasReady } from '../../base/canvas.ts'
import { type PictureSize, pictureSize } from '../../base/picture-size.ts'
import { paperOf } from './paper.ts'
import type { Raster } from './types.ts'

const MOST_BYTES = 2 * 1024 * 1024
const MOST_SIDE = 4000
/** Two centimetres. */
const MOST_HEIGHT = 160

/**
 * A PNG or JPEG as the dots of a logo: on white, in its own size or as large as the paper and two centimetres of
 * height allow. Null where it is no such picture, or larger than 2 MB or 4000 dots a side.
 */
export async function ditherLogo(picture: Uint8Array, width: PaperWidth): Promise<Raster | null> {
  if (picture.length > MOST_BYTES) return null
  const size = pictureSize(picture)
  if (size === null || Math.min(size.width, size.height) < 1) return null
  if (Math.max(size.width, size.height) > MOST_SIDE) return null
  const grey = await drawn(picture, fitting(size, width))
  return grey && diffused(grey)
}

function fitting(size: PictureSize, width: PaperWidth): PictureSize {
  const { dots, margin } = paperOf(width)
  const scale = Math.min(1, (dots - 2 * margin) / size.width, MOST_HEIGHT / size.height)
  return {
    width: Math.max(1, Math.floor(size.width * scale)),
    height: Math.max(1, Math.floor(size.height * scale)),
  }
}

type Grey = PictureSize & { readonly light: Float32Array }

async function drawn(picture: Uint8Array, { width, height }: PictureSize): Promise<Grey | null> {
  await canvasReady()
  try {
    const image = await canvas().loadImage(Buffer.from(picture))
    const context = canvas().createCanvas(width, height).getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, width, height)
    return { width, height, light: lightness(context.getImageData(0, 0, width, height).data) }
  } catch {
    return null
  }
}

/** Weighted as eyes see colours (ITU-R BT.601). */
function lightness(rgba: Uint8ClampedArray): Float32Array {
  const light = new Float32Array(rgba.length / 4)
  for (let dot = 0; dot < light.length; dot++) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(dot * 4, dot * 4 + 3)
    light[dot] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return light
}

/** Floyd and Steinberg, 1976: the error of a dot is spread to its neighbours, in sixteenths. */
function diffused({ width, height, light }: Grey): Raster {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  const handOn = (x: number, y: number, error: number): void => {
    if (x < 0 || x >= width || y >= height) return
    light[y * width + x] = (light[y * width + x] ?? 0) + error
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wanted = light[y * width + x] ?? 255
      const black = wanted < 128
      if (black) bits[y * rowBytes + (x >> 3)] = (bits[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
      const error = (wanted - (black ? 0 : 255)) / 16
      handOn(x + 1, y, 7 * error)
      handOn(x - 1, y + 1, 3 * error)
      handOn(x, y + 1, 5 * error)
      handOn(x + 1, y + 1, error)
    }
  }
  return { width, height, bits }
}
