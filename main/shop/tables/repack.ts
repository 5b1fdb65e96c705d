/**
 * Unpacks the XML files of a workbook within a limit, because a few kilobytes can unpack to gigabytes. The caller packs
 * them anew, without compression. So the workbook's reader meets none of the file's own headers, which may be false or differ
 * from the list at the end (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). Only the list counts here.
 */
import { crc32, inflateRawSync } from 'node:zlib'

const ENTRY = 0x04034b50
const LISTED = 0x02014b50
const LIST_END = 0x06054b50
const LONG_LIST_END = 0x06064b50
const LONG_LOCATOR = 0x07064b50
const LONG_FIELD = 1
const IN_LONG_FIELD = 0xffffffff
const ENTRY_HEAD = 30
const LISTED_HEAD = 46
const LIST_END_HEAD = 22
const LONG_LIST_END_HEAD = 56
const LONG_LOCATOR_SIZE = 20
const LONGEST_REMARK = 0xffff
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

/** The XML files. Throws for anything but a ZIP of distinct entries, and where they unpack to more than `most`. */
export function unpacked(bytes: Uint8Array, most: number): Files {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { from, to, entries } = listIn(zip)
  const files: Files[number][] = []
  const names = new Set<string>()
  let end = 0
  let left = most
  for (const entry of listed(zip, from, to, entries).sort((one, other) => one.at - other.at)) {
    if (entry.at < end || names.has(entry.name.toLowerCase()))
      throw noZip('entries overlap or have the same name')
    if (entry.at + ENTRY_HEAD > from || zip.readUInt32LE(entry.at) !== ENTRY) throw noZip()
    const name = entry.at + ENTRY_HEAD
    const start = name + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28)
    end = start + entry.folded
    if (end > from || zip.toString('latin1', name, name + entry.name.length) !== entry.name) throw noZip()
    const content = contentOf(zip.subarray(start, end), entry, left)
    left -= content.length
    files.push([entry.name, content])
    names.add(entry.name.toLowerCase())
  }
  return files.filter(([name]) => /\.(xml|rels)$/i.test(name))
}

type Files = readonly (readonly [name: string, content: Buffer])[]

type Listed = ReturnType<typeof listed>[number]

function contentOf(folded: Buffer, { method, flags, size, sum }: Listed, most: number): Buffer {
  if (size > most || (flags & ENCRYPTED) !== 0) throw noZip('too large or encrypted')
  if (method !== STORED && method !== DEFLATED) throw noZip('another compression')
  const content = method === STORED ? folded : inflateRawSync(folded, { maxOutputLength: Math.max(1, size) })
  if (content.length !== size || crc32(content) !== sum) throw noZip('an entry is damaged')
  return content
}

/** The list ends where its end begins, and the remark ends with the file. */
function listIn(zip: Buffer) {
  const earliest = Math.max(0, zip.length - LIST_END_HEAD - LONGEST_REMARK)
  for (let at = zip.length - LIST_END_HEAD; at >= earliest; at--) {
    if (zip.readUInt32LE(at) !== LIST_END || at + LIST_END_HEAD + zip.readUInt16LE(at + 20) !== zip.length)
      continue
    const long = longListEnd(zip, at)
    if (long !== null) return long
    const from = zip.readUInt32LE(at + 16)
    if (from + zip.readUInt32LE(at + 12) !== at) throw noZip()
    return { from, to: at, entries: zip.readUInt16LE(at + 10) }
  }
  throw noZip()
}

/** The end of the list of a ZIP64 file, which some programs write for small files too (4.3.14 and 4.3.15). */
function longListEnd(zip: Buffer, end: number) {
  const locator = end - LONG_LOCATOR_SIZE
  if (locator < 0 || zip.readUInt32LE(locator) !== LONG_LOCATOR) return null
  const at = longNumber(zip, locator + 8)
  if (at + LONG_LIST_END_HEAD > locator || zip.readUInt32LE(at) !== LONG_LIST_END) throw noZip()
  const from = longNumber(zip, at + 48)
  if (from + longNumber(zip, at + 40) !== at) throw noZip()
  return { from, to: at, entries: longNumber(zip, at + 32) }
}

function longNumber(zip: Buffer, at: number): number {
  const long = Number(zip.readBigUInt64LE(at))
  if (!Number.isSafeInteger(long)) throw noZip('too large')
  return long
}

/** The sizes and the place of an entry; those of 2³² − 1 are in its ZIP64 field instead, in this order (4.5.3). */
function placeOf(zip: Buffer, at: number, extra: Buffer) {
  let rest = longFieldIn(extra)
  const told = (short: number): number => {
    if (short !== IN_LONG_FIELD) return short
    if (rest.length < 8) throw noZip()
    const long = longNumber(rest, 0)
    rest = rest.subarray(8)
    return long
  }
  const size = told(zip.readUInt32LE(at + 24))
  const folded = told(zip.readUInt32LE(at + 20))
  return { size, folded, at: told(zip.readUInt32LE(at + 42)) }
}

function longFieldIn(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === LONG_FIELD)
      return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  return Buffer.alloc(0)
}

function listed(zip: Buffer, from: number, to: number, entries: number) {
  const all = []
  let at = from
  while (at + LISTED_HEAD <= to && zip.readUInt32LE(at) === LISTED) {
    const name = at + LISTED_HEAD
    const extra = name + zip.readUInt16LE(at + 28)
    all.push({
      ...placeOf(zip, at, zip.subarray(extra, extra + zip.readUInt16LE(at + 30))),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      sum: zip.readUInt32LE(at + 16),
      name: zip.toString('latin1', name, extra),
    })
    at = extra + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (at !== to || all.length !== entries || entries === 0) throw noZip()
  return all
}

/** A ZIP file of uncompressed entries. */
export function packed(files: Files): ArrayBuffer {
  const entries: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, content] of files) {
    const head = Buffer.alloc(LISTED_HEAD)
    head.writeUInt32LE(LISTED, 0)
    head.writeUInt32LE(content.length, 20)
    head.writeUInt32LE(content.length, 24)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt32LE(at, 42)
    list.push(head, Buffer.from(name, 'latin1'))
    // An entry's own header has the same fields as its line in the list, two bytes earlier.
    const own = Buffer.alloc(ENTRY_HEAD)
    own.writeUInt32LE(ENTRY, 0)
    head.copy(own, 4, 6, 32)
    entries.push(own, Buffer.from(name, 'latin1'), content)
    at += ENTRY_HEAD + name.length + content.length
  }
  const end = Buffer.alloc(LIST_END_HEAD)
  end.writeUInt32LE(LIST_END, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    12,
  )
  end.writeUInt32LE(at, 16)
  const all = [...entries, ...list, end]
  const zip = new ArrayBuffer(all.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const piece of all) {
    new Uint8Array(zip).set(piece, place)
    place += piece.length
  }
  return zip
}

const noZip = (why = 'no ZIP file'): Error => new Error(why)
