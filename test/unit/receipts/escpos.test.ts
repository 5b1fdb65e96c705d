import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { expect, test } from 'vitest'
import {
  createRasterRenderer,
  type Raster,
  rasterAsEscPos,
  saleReceipt,
} from '../../../main/receipts/index.ts'
import { decodeEscPos } from '../../support/escpos-decoder.ts'
import { receiptFacts } from '../../support/receipt-facts.ts'

const renderer = createRasterRenderer()
const receipt = (width: 58 | 80): Raster => renderer.render(saleReceipt(receiptFacts()), width)

test.each([58, 80] as const)('a printer makes of the bytes exactly the dots, %i mm', (width) => {
  const raster = receipt(width)
  const { raster: printed } = decodeEscPos(rasterAsEscPos(raster, { cut: true }))
  expect(printed.width).toBe(raster.width)
  expect(printed.height).toBe(raster.height)
  expect(Buffer.compare(printed.bits, raster.bits)).toBe(0)
})

test('bands are short, for cheap printers die on long ones', () => {
  const { commands } = decodeEscPos(rasterAsEscPos(receipt(80), { cut: true }))
  const rows = commands.flatMap((command) => (command.kind === 'raster' ? [command.rows] : []))
  expect(Math.max(...rows)).toBeLessThanOrEqual(128)
})

test('the printer is set up first, the paper is fed past the knife, then cut', () => {
  const kinds = decodeEscPos(rasterAsEscPos(receipt(80), { cut: true })).commands.map(({ kind }) => kind)
  expect(kinds[0]).toBe('initialise')
  expect(kinds.slice(kinds.lastIndexOf('raster') + 1, kinds.indexOf('cut'))).toEqual(
    Array(5).fill('line feed'),
  )
  expect(kinds.filter((kind) => kind === 'cut')).toHaveLength(1)
})

test('a printer without a knife is fed to the tear bar and not told to cut', () => {
  const kinds = decodeEscPos(rasterAsEscPos(receipt(58), { cut: false })).commands.map(({ kind }) => kind)
  expect(kinds).not.toContain('cut')
  expect(kinds.slice(-5)).toEqual(Array(5).fill('line feed'))
})

test('the bands say what the encoder would say of the same picture', () => {
  const raster = receipt(58)
  const [width, height] = [raster.width, 128]
  const pixels = new Uint8ClampedArray(width * height * 4).map((_, at) => {
    const dot = at >> 2
    const black = (raster.bits[dot >> 3] ?? 0) & (0x80 >> (dot & 7))
    return at % 4 === 3 || !black ? 255 : 0
  })
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    imageMode: 'raster',
    feedAfterBlock: false,
  })
  const theirs = encoder.image({ width, height, data: pixels }, width, height, 'threshold', 128).encode()
  const ours = Buffer.from(rasterAsEscPos(raster, { cut: true }))
  expect(ours.includes(Buffer.from(theirs))).toBe(true)
})
