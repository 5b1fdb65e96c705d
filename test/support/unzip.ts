/** The files of a ZIP file, read without the library that wrote it. */
import { inflateRawSync } from 'node:zlib'

const LIST_ENTRY = 0x02014b50
const END = 0x06054b50

/** The text of each file, by name. */
export function unzipped(bytes: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== END) throw new Error('no ZIP file, or one with a comment')
  let at = bytes.readUInt32LE(end + 16)
  while (bytes.readUInt32LE(at) === LIST_ENTRY) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const place = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28)
    const content = bytes.subarray(from, from + packed)
    files.set(name, (method === 0 ? content : inflateRawSync(content)).toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}
