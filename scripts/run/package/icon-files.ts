/** Icon files that hold a PNG for each size: ICO for Windows, ICNS for macOS. */

/** `size` is the width and the height in dots. */
export type Picture = { readonly size: number; readonly png: Buffer }

const ICO_ENTRY = 16

/** https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10): a header, an entry for each picture, the pictures. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(6 + ICO_ENTRY * pictures.length)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(pictures.length, 4)
  let at = header.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + ICO_ENTRY * index
    header.writeUInt8(size % 256, entry) // 0 means 256
    header.writeUInt8(size % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4) // planes
    header.writeUInt16LE(32, entry + 6) // bits of a dot
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(at, entry + 12)
    at += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

/** The types of PNG entries: for 1× and, where another type is listed, for 2× of half the size. */
const ICNS_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/** https://en.wikipedia.org/wiki/Apple_Icon_Image_format: each part begins with its type and its length. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const entries = ICNS_TYPES.flatMap(([type, size]) => {
    const picture = pictures.find((one) => one.size === size)
    return picture === undefined ? [] : part(type, picture.png)
  })
  return part('icns', Buffer.concat(entries))
}

function part(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}
