import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ReceiptBlock,
  type ReceiptDocument,
  type ReceiptFacts,
  saleReceipt,
} from '../../../../main/paper/draw/index.ts'
import {
  type Box,
  layoutReceipt,
  type Placed,
  type ReceiptLayout,
} from '../../../../main/paper/draw/layout.ts'
import { paperOf } from '../../../../main/paper/draw/paper.ts'
import { createMeasure } from '../../../../main/paper/draw/raster.ts'
import { formatMoney, LARGEST_MONEY, money, tugriks } from '../../../../shared/money/money.ts'
import { PAPERS, type PaperFixture } from '../../../fixtures/papers/index.ts'
import { paperEReceipt, receiptFacts } from '../../../support/receipt-facts.ts'

const measure = createMeasure()
const layOut = (document: ReceiptDocument, width: 58 | 80) => layoutReceipt(document, paperOf(width), measure)
const layoutOf = (facts: ReceiptFacts, width: 58 | 80) => layOut(saleReceipt(facts), width)

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Items that must not overlap. Text may be on grounds and in frames. */
const inked = (placed: readonly Placed[]) =>
  placed.filter(({ kind }) => !['black', 'white', 'frame', 'hatch'].includes(kind))

function overlaps(placed: readonly Placed[]): readonly [Placed, Placed][] {
  const sorted = inked(placed).sort((a, b) => a.box.y - b.box.y)
  return sorted.flatMap((item, index) => {
    const end = item.box.y + item.box.height
    const found: [Placed, Placed][] = []
    for (const next of sorted.slice(index + 1)) {
      if (next.box.y >= end) break
      if (meet(item.box, next.box)) found.push([item, next])
    }
    return found
  })
}

/** QRs and barcodes have their own quiet zone and may use the whole printable width. */
function outside({ placed, height }: ReceiptLayout, width: 58 | 80): readonly Placed[] {
  const { margin, dots } = paperOf(width)
  return placed.filter(({ kind, box }) => {
    const side = kind === 'qr' || kind === 'barcode' ? 0 : margin
    return box.x < side || box.x + box.width > dots - side || box.y < 0 || box.y + box.height > height
  })
}

/** Without spaces and dots, which a line break may drop. */
const squeezed = (text: string): string => text.replace(/[\s·]/gu, '')

function textsOf(block: ReceiptBlock): readonly string[] {
  if (block.kind === 'row') return [block.left, block.right]
  if (block.kind === 'barcode') return [block.data]
  return 'text' in block ? [block.text] : []
}

const textOf = (placed: readonly Placed[]): string =>
  placed.map((item) => (item.kind === 'text' ? item.text : '')).join('')

/** The largest figures that a till can add up. */
const LARGEST = receiptFacts({
  totals: { total: LARGEST_MONEY, vat: money(99_999_999_999), cityTax: money(1), byKind: [], lineCount: 1 },
  payments: [{ how: 'QR · Худалдаа хөгжлийн банк, олон улсын тооцооны төв салбар', amount: LARGEST_MONEY }],
  surplus: tugriks(99_999_999),
})

const DOCUMENTS: readonly PaperFixture[] = [
  ...PAPERS,
  { name: 'the largest figures', document: saleReceipt(LARGEST) },
]
const CASES = DOCUMENTS.flatMap((paper) =>
  ([58, 80] as const).map((width) => ({ ...paper, layout: layOut(paper.document, width), width })),
)

test.each(CASES)('nothing overlaps: $name, $width mm', ({ layout }) => {
  expect(overlaps(layout.placed)).toEqual([])
})

test.each(CASES)('nothing leaves the paper or enters its margins: $name, $width mm', ({ layout, width }) => {
  expect(outside(layout, width)).toEqual([])
})

test.each(CASES)('every word and number is there: $name, $width mm', ({ layout, document }) => {
  const there = squeezed(textOf(layout.placed))
  for (const text of document.blocks.flatMap(textsOf)) expect(there).toContain(squeezed(text))
})

test.each(CASES)('all amounts end at the right margin: $name, $width mm', ({ layout, document, width }) => {
  const { margin, dots } = paperOf(width)
  const figures = new Set(document.blocks.flatMap((block) => (block.kind === 'row' ? [block.right] : [])))
  const ends = layout.placed.flatMap((item) =>
    item.kind === 'text' && figures.has(item.text) && item.box.x > margin
      ? [item.box.x + item.box.width]
      : [],
  )
  expect(ends.filter((end) => end !== dots - margin)).toEqual([])
})

/** Of every kind, with any text that a paper might have to print. */
const words = fc.string({ unit: fc.constantFrom(...'АбЖөҮщ1W i·-\u00a0'), maxLength: 220 })
const figure = fc.integer({ min: -1e12, max: 1e12 }).map((amount) => formatMoney(money(amount)))
const size = fc.constantFrom('small' as const, 'normal' as const, 'large' as const)
const picture = fc
  .record({ width: fc.integer({ min: 1, max: 600 }), height: fc.integer({ min: 1, max: 160 }) })
  .map(({ width, height }) => ({ width, height, bits: new Uint8Array(Math.ceil(width / 8) * height) }))
const anyBlock: fc.Arbitrary<ReceiptBlock> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    text: words,
    align: fc.constantFrom('left' as const, 'center' as const),
    size,
    bold: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('row' as const), left: words, right: figure, size, bold: fc.boolean() }),
  fc.record({ kind: fc.constant('lottery' as const), label: fc.constant('СУГАЛАА'), text: figure }),
  fc.record({
    kind: fc.constant('qr' as const),
    data: fc.string({ maxLength: 600 }),
    caption: fc.option(words),
  }),
  fc.record({ kind: fc.constantFrom('covered' as const, 'notice' as const), text: words }),
  fc.constantFrom<ReceiptBlock>({ kind: 'stamp', text: 'СУРГАЛТ · ХУУЛБАР' }, { kind: 'rule' }),
  fc.constantFrom<ReceiptBlock>({ kind: 'cut' }, { kind: 'drawer' }, { kind: 'gap', dots: 6 }),
  fc.record({ kind: fc.constant('image' as const), raster: picture }),
  fc.record({ kind: fc.constant('barcode' as const), data: fc.string({ maxLength: 45 }) }),
)

test('with any blocks in any order, nothing overlaps and nothing leaves the paper', () => {
  fc.assert(
    fc.property(
      fc.array(anyBlock, { maxLength: 8 }),
      fc.constantFrom(58 as const, 80 as const),
      (blocks, width) => {
        const layout = layOut({ blocks }, width)
        expect(overlaps(layout.placed)).toEqual([])
        expect(outside(layout, width)).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})

test('a line break between two parts drops the dot that separates them', () => {
  const texts = layoutOf(receiptFacts(), 58).placed.flatMap((item) =>
    item.kind === 'text' ? [item.text] : [],
  )
  expect(texts).toContain('ТТД\u00a037900846788')
  expect(texts).toContain('РД\u00a06234567')
})

test('a QR module has at least four whole dots, and the QR has its quiet zone', () => {
  for (const width of [58, 80] as const) {
    for (const length of [50, 200, 500]) {
      const ereceipts = [paperEReceipt({ qrData: 'q'.repeat(length) })]
      const qr = layoutOf(receiptFacts({ ereceipts }), width).placed.find((item) => item.kind === 'qr')
      if (qr?.kind !== 'qr') throw new Error('no QR')
      expect(qr.symbol.dotsPerModule).toBeGreaterThanOrEqual(4)
      expect(qr.box.width).toBe((qr.symbol.modules + 8) * qr.symbol.dotsPerModule)
      expect(qr.box.width).toBeLessThanOrEqual(paperOf(width).dots)
    }
  }
})

test('a paper whose QR data are too long says so and is otherwise printed', () => {
  const { placed } = layoutOf(receiptFacts({ ereceipts: [paperEReceipt({ qrData: 'Ө'.repeat(3000) })] }), 58)
  expect(textOf(placed)).toContain('QR хэт урт')
  expect(textOf(placed)).toContain('16,844')
})

test('bars are at least two whole dots wide; a barcode that does not fit is printed as text only', () => {
  const bars = (data: string, width: 58 | 80) =>
    layOut({ blocks: [{ kind: 'barcode', data }] }, width).placed.map((item) =>
      item.kind === 'barcode' ? item.symbol.dotsPerModule : textOf([item]),
    )
  expect(bars('K01-261120-0147-X7F3', 80)).toEqual([2, 'K01-261120-0147-X7F3'])
  expect(bars('K01-261120-0147-X7F3', 58)).toEqual(['K01-261120-0147-X7F3'])
  expect(bars('K01', 58)).toEqual([3, 'K01'])
  expect(bars('Өглөө', 80)).toEqual(['Өглөө'])
})

test('a picture that is too wide is left out, and the rest is printed', () => {
  const raster = { width: 544, height: 8, bits: new Uint8Array(68 * 8) }
  const blocks: readonly ReceiptBlock[] = [{ kind: 'image', raster }, { kind: 'rule' }]
  expect(layOut({ blocks }, 58).placed.map(({ kind }) => kind)).toEqual(['rule'])
  expect(layOut({ blocks }, 80).placed.map(({ kind }) => kind)).toEqual(['image', 'rule'])
})
