/** Makes workbooks by hand, also such as no spreadsheet would write. */
import { constants, crc32, deflateRawSync } from 'node:zlib'

export type Entry = {
  readonly name: string
  readonly content: string | Buffer
  /** How often the content is repeated; default 1. It is compressed only once. */
  readonly times?: number
  /** False values, in the entry's own header and in the list at the end. Left out: the true ones. */
  readonly own?: Partial<Header>
  readonly listed?: Partial<Header & { readonly at: number }>
  /** Writes the sizes behind the content and not into the entry's own header. */
  readonly descriptor?: boolean
}

type Header = {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly folded: number
  readonly size: number
}

/** A ZIP file of these texts. `declared` is a false size for its headers. */
export const zipOf = (files: Readonly<Record<string, string | Buffer>>, declared?: number): Buffer =>
  zipOfEntries(
    Object.entries(files).map(([name, content]) => ({
      ...{ name, content },
      ...(declared === undefined ? {} : { own: { size: declared }, listed: { size: declared } }),
    })),
  )

/** A ZIP file of these entries, in which any header may lie (APPNOTE.TXT 6.3.10, section 4.3). */
export function zipOfEntries(files: readonly Entry[]): Buffer {
  const entries: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, content, times = 1, own, listed, descriptor = false } of files) {
    const bytes = Buffer.from(content)
    const packed = packedTimes(bytes, times)
    const size = bytes.length * times
    let sum = 0
    for (let time = 0; time < times; time += 1) sum = crc32(bytes, sum)
    const all = { name, flags: 0x800, method: 8, folded: packed.length, size }
    const unsaid = descriptor ? { flags: 0x808, folded: 0, size: 0 } : {}
    const head = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      header({ ...all, ...unsaid, ...own }, descriptor ? 0 : sum),
    ])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(listed?.at ?? at, 10)
    const named = { ...all, ...(descriptor ? { flags: 0x808 } : {}), ...listed }
    list.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), header(named, sum), place, Buffer.from(named.name)]),
    )
    const entry = Buffer.concat([
      head,
      Buffer.from(own?.name ?? name),
      packed,
      ...(descriptor ? [Buffer.from('PK\x07\x08'), numbers(sum, packed.length, size)] : []),
    ])
    entries.push(entry)
    at += entry.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(list.length, 4)
  end.writeUInt16LE(list.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...entries, listed, Buffer.from('PK\x05\x06'), end])
}

function packedTimes(bytes: Buffer, times: number): Buffer {
  if (times === 1) return deflateRawSync(bytes)
  // A full flush makes each part independent of those before it and leaves the stream open; the empty part ends it.
  const part = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array<Buffer>(times).fill(part), deflateRawSync('')])
}

/** The same ZIP file with its sizes and places in the fields of ZIP64, as some programs write small files too. */
export function asZip64(zip: Buffer): Buffer {
  const end = zip.length - 22
  const [size, from] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)]
  const list: Buffer[] = []
  for (let at = from; at < end; ) {
    const next = at + 46 + zip.readUInt16LE(at + 28)
    const head = Buffer.from(zip.subarray(at, next))
    const field = Buffer.alloc(28)
    field.writeUInt16LE(1, 0)
    field.writeUInt16LE(24, 2)
    for (const [index, place] of [24, 20, 42].entries()) {
      field.writeBigUInt64LE(BigInt(head.readUInt32LE(place)), 4 + 8 * index)
      head.writeUInt32LE(0xffffffff, place)
    }
    head.writeUInt16LE(field.length, 30)
    list.push(head, field)
    at = next
  }
  const listed = Buffer.concat(list)
  const long = Buffer.alloc(76)
  long.write('PK\x06\x06', 'latin1')
  long.writeBigUInt64LE(44n, 4)
  long.writeBigUInt64LE(BigInt(zip.readUInt16LE(end + 8)), 24)
  long.writeBigUInt64LE(BigInt(zip.readUInt16LE(end + 10)), 32)
  long.writeBigUInt64LE(BigInt(listed.length), 40)
  long.writeBigUInt64LE(BigInt(from), 48)
  long.write('PK\x06\x07', 56, 'latin1')
  long.writeBigUInt64LE(BigInt(from + listed.length), 64)
  long.writeUInt32LE(1, 72)
  const last = Buffer.alloc(22, 0xff)
  last.write('PK\x05\x06\0\0\0\0', 'latin1')
  last.writeUInt16LE(0, 20)
  if (size + from !== end) throw new Error('no list at the end')
  return Buffer.concat([zip.subarray(0, from), listed, long, last])
}

function header({ name, flags, method, folded, size }: Header, sum: number): Buffer {
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt32LE(sum, 10)
  common.writeUInt32LE(folded, 14)
  common.writeUInt32LE(size, 18)
  common.writeUInt16LE(Buffer.byteLength(name), 22)
  return common
}

function numbers(...all: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * all.length)
  for (const [at, number] of all.entries()) bytes.writeUInt32LE(number, 4 * at)
  return bytes
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A workbook with one sheet that has this XML in its `sheetData`. */
export const workbookFiles = (sheetData: string): Record<string, string> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${DOCUMENT}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEET}"><sheetData>${sheetData}</sheetData></worksheet>`,
})

/** A cell with text. */
export const textCell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
