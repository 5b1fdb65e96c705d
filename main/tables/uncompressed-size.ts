/**
 * Computes the unpacked size of a ZIP file, because a few kilobytes can unpack to gigabytes and the file's own figures
 * may be false. Each entry is unpacked here, within the limit, before a workbook is read. Bytes between entries are
 * refused, because the workbook's reader uses the entries' own headers and not the list at the end
 * (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16).
 */
import { inflateRawSync } from 'node:zlib'

const ENTRY = 0x04034b50
const LISTED = 0x02014b50
const LIST_END = 0x06054b50
const ENTRY_HEAD = 30
const LISTED_HEAD = 46
const LIST_END_HEAD = 22
const LONGEST_REMARK = 0xffff
/** The longest descriptor after an entry: a signature and eight-byte sizes. */
const LONGEST_DESCRIPTOR = 24
const STORED = 0
const DEFLATED = 8

/** The size in bytes. Throws for a file that is not a ZIP, and as soon as the size exceeds `most`. */
export function uncompressedSize(bytes: Uint8Array, most: number): number {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const list = listStart(zip)
  let total = 0
  let next = 0
  for (const { at, method, folded } of [...listed(zip, list)].sort((one, other) => one.at - other.at)) {
    if (at < next || at - next > LONGEST_DESCRIPTOR || zip.readUInt32LE(at) !== ENTRY) throw noZip()
    const start = at + ENTRY_HEAD + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    next = start + folded
    if (next > list) throw noZip()
    total += sizeOf(zip.subarray(start, next), method, most - total)
  }
  if (next === 0 || list - next > LONGEST_DESCRIPTOR) throw noZip()
  return total
}

function sizeOf(entry: Buffer, method: number, most: number): number {
  if (method === DEFLATED) return inflateRawSync(entry, { maxOutputLength: Math.max(1, most) }).length
  if (method !== STORED || entry.length > most) throw noZip()
  return entry.length
}

function listStart(zip: Buffer): number {
  const earliest = Math.max(0, zip.length - LIST_END_HEAD - LONGEST_REMARK)
  for (let at = zip.length - LIST_END_HEAD; at >= earliest; at--)
    if (zip.readUInt32LE(at) === LIST_END) return Math.min(zip.readUInt32LE(at + 16), at)
  throw noZip()
}

function* listed(zip: Buffer, list: number) {
  for (let at = list; at + LISTED_HEAD <= zip.length && zip.readUInt32LE(at) === LISTED; ) {
    yield {
      at: zip.readUInt32LE(at + 42),
      method: zip.readUInt16LE(at + 10),
      folded: zip.readUInt32LE(at + 20),
    }
    at += LISTED_HEAD + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

const noZip = (): Error => new Error('no ZIP file, or too large')
