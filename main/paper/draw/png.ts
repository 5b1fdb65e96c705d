/** A raster as a PNG with one bit per dot (PNG specification, 11.2), for the preview and the folder printer. */
import { crc32, deflateSync } from 'node:zlib'
import type { Raster } from './types.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** 203 dots per inch. */
const DOTS_PER_METRE = 7992

export const rasterAsPng = (raster: Raster): Uint8Array =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(raster)),
    chunk('pHYs', density()),
    chunk('IDAT', deflateSync(scanlines(raster))),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** One bit deep, greyscale. */
function header({ width, height }: Raster): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.writeUInt8(1, 8)
  return bytes
}

function density(): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeUInt32BE(DOTS_PER_METRE, 0)
  bytes.writeUInt32BE(DOTS_PER_METRE, 4)
  bytes.writeUInt8(1, 8)
  return bytes
}

/** A filter byte (none) before every row; 1 is white in a PNG and black in a raster. */
function scanlines({ width, height, bits }: Raster): Buffer {
  const rowBytes = Math.ceil(width / 8)
  const bytes = Buffer.alloc((rowBytes + 1) * height)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < rowBytes; column++) {
      bytes[row * (rowBytes + 1) + 1 + column] = ~(bits[row * rowBytes + column] ?? 0) & 0xff
    }
  }
  return bytes
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(content.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}

/** The raster as a data URL, the only source of pictures that the page's content policy allows. */
export const rasterAsDataUrl = (raster: Raster): string =>
  `data:image/png;base64,${Buffer.from(rasterAsPng(raster)).toString('base64')}`
