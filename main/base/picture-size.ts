/** The size in a picture's header. It is read first, because decoding a small file may need gigabytes. */
export type PictureSize = { readonly width: number; readonly height: number }

/**
 * The size of a PNG or JPEG; null for anything else. By hand: in a damaged picture, image-size may find another size
 * than the decoder (docs/decisions/own-code-or-library.md).
 */
export function pictureSize(picture: Uint8Array): PictureSize | null {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG)) return sizeOfPng(bytes)
  return bytes.length > 4 && bytes.readUInt16BE(0) === JPEG ? sizeOfJpeg(bytes) : null
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = 0xffd8

/** PNG specification, 11.2.2: IHDR comes first. */
const sizeOfPng = (bytes: Buffer): PictureSize => ({
  width: bytes.readUInt32BE(16),
  height: bytes.readUInt32BE(20),
})

/** ITU T.81, B.2.2: segments of a marker and a length, up to the frame header with height and width. */
function sizeOfJpeg(bytes: Buffer): PictureSize | null {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** SOF0 to SOF15, without the tables and the arithmetic conditioning among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
