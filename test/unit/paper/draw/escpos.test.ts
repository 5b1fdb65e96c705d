import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createRasterRenderer,
  documentAsEscPos,
  drawerPulse,
  type EscPosDialect,
  type Raster,
  type ReceiptBlock,
  type ReceiptDocument,
  saleReceipt,
} from '../../../../main/paper/draw/index.ts'
import { loadProfiles } from '../../../../main/paper/print/profiles.ts'
import { documentAsText } from '../../../../scripts/pictures/document-as-text.ts'
import { PAPERS } from '../../../fixtures/papers/index.ts'
import { decodeEscPos, splitEscPos } from '../../../support/escpos-decoder.ts'
import { receiptFacts } from '../../../support/receipt-facts.ts'

const renderer = createRasterRenderer()

const DOTS: EscPosDialect = {
  mode: 'raster',
  codePage: null,
  columns: { 58: 32, 80: 48 },
  bandRows: 128,
  cut: 'partial',
  linesBeforeCut: 5,
  drawer: { pin: 2, onMs: 120, offMs: 240 },
}
const NO_DOTS: Raster = { width: 0, height: 0, bits: new Uint8Array() }
const LETTERS: EscPosDialect = { ...DOTS, mode: 'text', codePage: 53 }

const bytesOf = (document: ReceiptDocument, width: 58 | 80, dialect: EscPosDialect): Uint8Array =>
  documentAsEscPos(document, { width, raster: renderer.render(document, width), dialect })
const kindsOf = (document: ReceiptDocument, dialect: EscPosDialect): readonly string[] =>
  decodeEscPos(bytesOf(document, 58, dialect)).commands.map(({ kind }) => kind)
const line = (text: string): ReceiptBlock => ({
  kind: 'text',
  text,
  align: 'left',
  size: 'normal',
  bold: false,
})
const sameDots = (one: Raster, other: Raster): boolean =>
  one.width === other.width && one.height === other.height && Buffer.compare(one.bits, other.bits) === 0

const receipt = saleReceipt(receiptFacts())

test.each([58, 80] as const)(
  'a printer draws exactly the dots from the bytes, for every paper of %i mm',
  (width) => {
    for (const { name, document } of PAPERS) {
      const drawn = renderer.render(document, width)
      const { raster } = decodeEscPos(documentAsEscPos(document, { width, raster: drawn, dialect: DOTS }))
      expect(sameDots(raster, drawn), name).toBe(true)
    }
  },
)

test.each([24, 128, 255])('bands have at most %i rows when the printer takes no more', (bandRows) => {
  const { commands } = decodeEscPos(bytesOf(receipt, 80, { ...DOTS, bandRows }))
  const rows = commands.flatMap((command) => (command.kind === 'raster' ? [command.rows] : []))
  expect(Math.max(...rows)).toBe(bandRows)
})

test('the printer is set up first, the paper is fed past the knife, then cut', () => {
  const kinds = kindsOf(receipt, DOTS)
  expect(kinds[0]).toBe('initialise')
  expect(kinds.slice(kinds.lastIndexOf('raster') + 1)).toEqual([...Array(5).fill('line feed'), 'cut'])
})

test.each(['partial', 'full'] as const)('a printer that makes %s cuts gets that cut', (how) => {
  const { commands } = decodeEscPos(bytesOf(receipt, 80, { ...DOTS, cut: how }))
  expect(commands.at(-1)).toEqual({ kind: 'cut', how })
})

test('a printer without a cutter is fed to the tear bar and gets no cut', () => {
  const kinds = kindsOf(receipt, { ...DOTS, cut: 'none', linesBeforeCut: 3 })
  expect(kinds).not.toContain('cut')
  expect(kinds.slice(-3)).toEqual(Array(3).fill('line feed'))
})

test('a paper that opens the drawer does so before the first dot, with the profile’s pulse', () => {
  const document = { blocks: [line('Бэлнээр'), { kind: 'drawer' } as const, { kind: 'cut' } as const] }
  const dialect: EscPosDialect = { ...DOTS, drawer: { pin: 5, onMs: 100, offMs: 500 } }
  const { commands } = decodeEscPos(bytesOf(document, 58, dialect))
  const opened = commands.findIndex(({ kind }) => kind === 'drawer')
  expect(commands[opened]).toEqual({ kind: 'drawer', pin: 5, onMs: 100, offMs: 500 })
  expect(opened).toBeLessThan(commands.findIndex(({ kind }) => kind === 'raster'))
  expect(kindsOf(document, { ...DOTS, drawer: null })).not.toContain('drawer')
})

test('the drawer job is one pulse, and nothing when the printer drives no drawer', () => {
  const pulse = drawerPulse(DOTS)
  expect(pulse && decodeEscPos(pulse).commands).toEqual([{ kind: 'drawer', pin: 2, onMs: 120, offMs: 240 }])
  expect(drawerPulse({ ...DOTS, drawer: null })).toBeNull()
})

const isPicture = ({ kind }: ReceiptBlock): boolean => ['qr', 'image', 'barcode'].includes(kind)

/** The bytes in text mode, without the drawn paper. */
const lettersOf = (document: ReceiptDocument, width: 58 | 80): Uint8Array =>
  documentAsEscPos(document, { width, raster: NO_DOTS, dialect: LETTERS })

test.each([58, 80] as const)(
  'in text mode a printer prints the text of the document, on every paper of %i mm',
  (width) => {
    for (const { name, document } of PAPERS) {
      const words = { blocks: document.blocks.filter((block) => !isPicture(block)) }
      const { lines, commands } = decodeEscPos(lettersOf(words, width))
      const feed = '\n'.repeat(LETTERS.linesBeforeCut)
      expect(lines.join('\n'), name).toBe(documentAsText(words, LETTERS.columns[width]) + feed)
      expect(commands.filter(({ kind }) => kind === 'code page')).toEqual([{ kind: 'code page', page: 53 }])
    }
  },
)

test('in text mode QRs, barcodes and pictures are printed as dots', () => {
  for (const { name, document } of PAPERS) {
    const pictures = document.blocks.filter(isPicture)
    const { raster } = decodeEscPos(lettersOf(document, 80))
    const drawn = pictures.map((block) => renderer.render({ blocks: [block] }, 80))
    expect(Buffer.compare(raster.bits, Buffer.concat(drawn.map(({ bits }) => bits))), name).toBe(0)
  }
})

test('in text mode bold and tall letters do not affect the next text', () => {
  const total = { kind: 'row', left: 'Нийт', right: '1 ₮', size: 'large', bold: true } as const
  const { commands } = decodeEscPos(bytesOf({ blocks: [line('a'), total, line('b'), total] }, 58, LETTERS))
  const styles = commands.filter(({ kind }) => kind === 'bold' || kind === 'size')
  const loud = [
    { kind: 'bold', on: true },
    { kind: 'size', wide: 1, tall: 2 },
  ]
  const plain = [
    { kind: 'bold', on: false },
    { kind: 'size', wide: 1, tall: 1 },
  ]
  expect(styles).toEqual([...loud, ...plain, ...loud, ...plain])
})

test('a printer in text mode without KZ-1048 prints dots', () => {
  const { raster, lines } = decodeEscPos(bytesOf(receipt, 58, { ...LETTERS, codePage: null }))
  expect(sameDots(raster, renderer.render(receipt, 58))).toBe(true)
  expect(lines.join('')).toBe('')
})

test('no product name becomes a printer command', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
      const document = { blocks: [line(`\x1bp\0${name}`)] }
      const { commands } = decodeEscPos(lettersOf(document, 58))
      const kinds = new Set(commands.map(({ kind }) => kind))
      expect([...kinds].sort()).toEqual(['code page', 'initialise', 'letters', 'line feed', 'mode'])
    }),
  )
})

/** An independent encoder that works with printers in many shops. */
const encoder = () =>
  new ReceiptPrinterEncoder({
    language: 'esc-pos',
    newline: '\n',
    imageMode: 'raster',
    feedAfterBlock: false,
    codepageMapping: { rk1048: 53 },
    codepageCandidates: ['rk1048'],
  })
const contains = (bytes: Uint8Array, part: Uint8Array): boolean =>
  Buffer.from(bytes).includes(Buffer.from(part))

test('the bands equal those of an independent encoder for the same picture', () => {
  const raster = renderer.render(receipt, 58)
  const [width, height] = [raster.width, 128]
  const pixels = new Uint8ClampedArray(width * height * 4).map((_, at) => {
    const dot = at >> 2
    const black = (raster.bits[dot >> 3] ?? 0) & (0x80 >> (dot & 7))
    return at % 4 === 3 || !black ? 255 : 0
  })
  const theirs = encoder().image({ width, height, data: pixels }, width, height, 'threshold', 128).encode()
  expect(contains(bytesOf(receipt, 58, DOTS), theirs)).toBe(true)
})

test.each([
  'АБВГДЕЁЖЗИЙКЛМНОӨПРСТУҮФХЦЧШЩЪЫЬЭЮЯ',
  'абвгдеёжзийклмноөпрстуүфхцчшщъыьэюя',
  '№ 1 · “a” — b… 5°',
])('the bytes of text equal those of the independent encoder: %s', (letters) => {
  const theirs = encoder().codepage('rk1048').text(letters).encode()
  const columns = { 58: 48, 80: 48 }
  const ours = bytesOf({ blocks: [line(letters)] }, 58, { ...LETTERS, columns })
  // The other encoder ends with a line feed.
  const end = theirs.indexOf(0x0a)
  expect(contains(ours, theirs.subarray(0, end === -1 ? undefined : end))).toBe(true)
})

/** A short paper: repeated rows of dots, text of each size, a short QR. */
const GOLDEN: ReceiptDocument = {
  blocks: [
    { kind: 'text', text: 'Өглөө дэлгүүр', align: 'center', size: 'large', bold: true },
    { kind: 'row', left: '2\u00a0ш × 2,500', right: '5,000 ₮', size: 'normal', bold: false },
    { kind: 'rule' },
    { kind: 'qr', data: 'GOLDEN', caption: null },
    { kind: 'drawer' },
    { kind: 'cut' },
  ],
}
const goldenRaster = (width: 58 | 80): Raster => {
  const [rowBytes, height] = [width === 58 ? 48 : 72, 300]
  const bits = Uint8Array.from({ length: rowBytes * height }, (_, at) => Math.floor(at / rowBytes / 50) + 1)
  return { width: rowBytes * 8, height, bits }
}
const GOLDEN_FOLDER = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'golden')

test.each(loadProfiles())(
  'the bytes for $id equal the golden ones (vitest --update renews them)',
  async (profile) => {
    const width = profile.widths[0] ?? 80
    const bytes = documentAsEscPos(GOLDEN, { width, raster: goldenRaster(width), dialect: profile })
    await expect(listing(bytes)).toMatchFileSnapshot(join(GOLDEN_FOLDER, `${profile.id}.hex`))
  },
)

test('every profile has golden bytes, and no other file is there', () => {
  const profiles = loadProfiles().map(({ id }) => `${id}.hex`)
  expect(readdirSync(GOLDEN_FOLDER).sort()).toEqual(profiles.sort())
})

/** One command a line; below a raster its rows, with equal rows counted. */
const listing = (bytes: Uint8Array): string =>
  splitEscPos(bytes)
    .flatMap((command) => (command[1] === 0x76 ? rasterListing(Buffer.from(command)) : [hex(command)]))
    .map((row) => `${row}\n`)
    .join('')

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function rasterListing(command: Buffer): readonly string[] {
  const rowBytes = command.readUInt16LE(4)
  const rows: { hex: string; count: number }[] = []
  for (let at = 8; at < command.length; at += rowBytes) {
    const row = hex(command.subarray(at, at + rowBytes))
    const last = rows.at(-1)
    if (last?.hex === row) last.count += 1
    else rows.push({ hex: row, count: 1 })
  }
  return [hex(command.subarray(0, 8)), ...rows.map((row) => `  ${row.count} x ${row.hex}`)]
}
