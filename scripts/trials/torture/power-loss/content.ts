/**
 * The bytes of a growing file, in a buffer with room to spare, so that a thousand writes do not copy it a thousand
 * times.
 */
export type Content = { bytes: Buffer; length: number }

export const contentOf = (bytes: Buffer): Content => ({ bytes: Buffer.from(bytes), length: bytes.length })

export const readContent = ({ bytes, length }: Content): Buffer => bytes.subarray(0, length)

export function writeAt(content: Content, offset: number, data: Buffer): void {
  grow(content, offset + data.length)
  data.copy(content.bytes, offset)
}

/** Cuts the content to the length, or extends it by zeros. */
export function cutAt(content: Content, length: number): void {
  if (length < content.length) content.bytes.fill(0, length, content.length)
  else grow(content, length)
  content.length = length
}

function grow(content: Content, length: number): void {
  if (length > content.bytes.length) {
    const roomier = Buffer.alloc(Math.max(length, content.bytes.length * 2))
    content.bytes.copy(roomier, 0, 0, content.length)
    content.bytes = roomier
  }
  content.length = Math.max(content.length, length)
}
