import { expect, test } from 'vitest'
import { type ReceiptFacts, saleReceipt } from '../../../main/receipts/index.ts'
import { type Box, layoutReceipt, type Placed } from '../../../main/receipts/layout.ts'
import { paperOf } from '../../../main/receipts/paper.ts'
import { createMeasure } from '../../../main/receipts/raster.ts'
import { LARGEST_MONEY, money, tugriks } from '../../../shared/money.ts'
import { paperEReceipt, receiptFacts, saleLine } from '../../support/receipt-facts.ts'

const measure = createMeasure()
const layoutOf = (facts: ReceiptFacts, width: 58 | 80) =>
  layoutReceipt(saleReceipt(facts), paperOf(width), measure)

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** What must not meet: letters, rules and QRs. Grounds and frames are there to have letters on them. */
const inked = (placed: readonly Placed[]) =>
  placed.filter(({ kind }) => kind === 'text' || kind === 'rule' || kind === 'qr')

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

const textOf = (placed: readonly Placed[]): string =>
  placed.map((item) => (item.kind === 'text' ? item.text : '')).join('')

const LONG_NAME = `${'Монгол улсын дээд зэрэглэлийн үхрийн махан '.repeat(4)}чихмэлхиам`.slice(0, 200)
const ONE_WORD = 'Ө'.repeat(200)

const FIXTURES: Readonly<Record<string, ReceiptFacts>> = {
  individual: receiptFacts(),
  'two e-receipts, training': receiptFacts({ ereceipts: [paperEReceipt(), paperEReceipt()], training: true }),
  'owed, organisation': receiptFacts({
    receiver: { kind: 'organisation', register: '1234567' },
    ereceipts: [],
    ereceiptOwed: true,
  }),
  'names of 200 letters': receiptFacts({
    lines: [saleLine(LONG_NAME, 1000, 100), saleLine(ONE_WORD, 100_000_000, 9_999_999, 'хайрцаг')],
  }),
  'the largest figures': receiptFacts({
    totals: { total: LARGEST_MONEY, vat: money(99_999_999_999), cityTax: money(1), lineCount: 1 },
    payments: [{ how: 'QR · Худалдаа хөгжлийн банк, олон улсын тооцооны төв салбар', amount: LARGEST_MONEY }],
    surplus: tugriks(99_999_999),
  }),
  '300 lines': receiptFacts({
    lines: Array.from({ length: 300 }, (_, at) => saleLine(`${LONG_NAME} ${at}`, 1500, 990)),
  }),
}

const CASES = Object.keys(FIXTURES).flatMap((name) => [[name, 58] as const, [name, 80] as const])
const facts = (name: string): ReceiptFacts => FIXTURES[name] ?? receiptFacts()

test.each(CASES)('nothing overlaps: %s, %i mm', (name, width) => {
  expect(overlaps(layoutOf(facts(name), width).placed)).toEqual([])
})

test.each(CASES)('nothing leaves the paper or enters its margins: %s, %i mm', (name, width) => {
  const { margin, dots } = paperOf(width)
  const { placed, height } = layoutOf(facts(name), width)
  const outside = placed.filter(({ kind, box }) => {
    const side = kind === 'qr' ? 0 : margin
    return box.x < side || box.x + box.width > dots - side || box.y < 0 || box.y + box.height > height
  })
  expect(outside).toEqual([])
})

test.each([58, 80] as const)('a name of 200 letters is there to the last one, %i mm', (width) => {
  const text = textOf(layoutOf(facts('names of 200 letters'), width).placed)
  expect(text.replaceAll(' ', '')).toContain(LONG_NAME.replaceAll(' ', ''))
  expect(text).toContain(ONE_WORD)
})

test.each([58, 80] as const)('a figure stands on one line and ends at the right margin, %i mm', (width) => {
  const { margin, dots } = paperOf(width)
  const figure = layoutOf(receiptFacts(), width).placed.find(
    (item) => item.kind === 'text' && item.text === '7,494',
  )
  expect(figure && figure.box.x + figure.box.width).toBe(dots - margin)
})

test('a line that ends between two parts does not end in the dot that parts them', () => {
  const texts = layoutOf(receiptFacts(), 58).placed.flatMap((item) =>
    item.kind === 'text' ? [item.text] : [],
  )
  expect(texts).toContain('ТТД\u00a037900846788')
  expect(texts).toContain('РД\u00a06234567')
})

test('a QR has whole dots, four or more to a module, and its quiet zone', () => {
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

test('data that no QR can hold are said to be missing, and the rest is printed', () => {
  const { placed } = layoutOf(receiptFacts({ ereceipts: [paperEReceipt({ qrData: 'Ө'.repeat(3000) })] }), 58)
  expect(textOf(placed)).toContain('QR хэт урт')
  expect(textOf(placed)).toContain('16,844')
})
