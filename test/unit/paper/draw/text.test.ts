import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeCodePage, withinCodePage } from '../../../../main/paper/draw/code-page.ts'
import type { ReceiptBlock } from '../../../../main/paper/draw/index.ts'
import { documentAsText } from '../../../../scripts/pictures/document-as-text.ts'
import { formatMoney, money } from '../../../../shared/money/money.ts'
import { PAPERS } from '../../../fixtures/papers/index.ts'

const MONGOLIAN = 'АБВГДЕЁЖЗИЙКЛМНОӨПРСТУҮФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмноөпрстуүфхцчшщъыьэюя'

const linesOf = (blocks: readonly ReceiptBlock[], columns: number): readonly string[] =>
  documentAsText({ blocks }, columns).split('\n').slice(0, -1)

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...MONGOLIAN, ...' \u00a0·×₮№—“”\n\x1b👍é'), maxLength: 200 }),
)
const anyColumns = fc.integer({ min: 16, max: 64 })
const anySize = fc.constantFrom('small', 'normal', 'large')
const anyBlock: fc.Arbitrary<ReceiptBlock> = fc.oneof(
  fc.record({
    kind: fc.constant('text'),
    text: anyText,
    align: fc.constantFrom('left', 'center'),
    size: anySize,
    bold: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('row'), left: anyText, right: anyText, size: anySize, bold: fc.boolean() }),
  fc.record({ kind: fc.constant('lottery'), label: anyText, text: anyText }),
  fc.record({ kind: fc.constant('qr'), data: anyText, caption: fc.option(anyText) }),
  fc.record({ kind: fc.constantFrom('covered', 'notice', 'stamp'), text: anyText }),
  fc.record({ kind: fc.constant('barcode'), data: anyText }),
  fc.constant<ReceiptBlock>({ kind: 'rule' }),
)

test('no line is longer than the paper has columns, for any text', () => {
  fc.assert(
    fc.property(fc.array(anyBlock, { maxLength: 6 }), anyColumns, (blocks, columns) => {
      for (const line of linesOf(blocks, columns)) expect(line.length).toBeLessThanOrEqual(columns)
    }),
  )
})

test('every line has only characters of KZ-1048, so none of it is a printer command', () => {
  fc.assert(
    fc.property(fc.array(anyBlock, { maxLength: 6 }), anyColumns, (blocks, columns) => {
      for (const line of linesOf(blocks, columns)) {
        expect(line).toBe(withinCodePage(line))
        expect(line).not.toMatch(/\p{Cc}/u)
      }
    }),
  )
})

test('no digit of an amount is lost, and the amount ends at the paper’s last column', () => {
  const figures = fc.integer({ min: 0, max: 10 ** 14 }).map((hundredths) => formatMoney(money(hundredths)))
  const names = fc.string({ unit: fc.constantFrom(...MONGOLIAN, ' '), maxLength: 120 })
  fc.assert(
    fc.property(names, figures, anyColumns, (left, figure, columns) => {
      const lines = linesOf([{ kind: 'row', left, right: `${figure} ₮`, size: 'large', bold: true }], columns)
      expect(lines.join('').replace(/\D/g, '')).toBe(figure.replace(/\D/g, ''))
      const ending = lines.find((line) => line.endsWith('төг'))
      expect(ending?.length).toBe(columns)
    }),
  )
})

test('every letter of Mongolian Cyrillic is in the code page', () => {
  expect(withinCodePage(MONGOLIAN)).toBe(MONGOLIAN)
  expect(new Set(encodeCodePage(MONGOLIAN)).size).toBe(MONGOLIAN.length)
  expect(encodeCodePage(MONGOLIAN)).not.toContain('?'.charCodeAt(0))
})

test('the code page loses no letter of a shop’s papers', () => {
  for (const { name, document } of PAPERS) {
    expect(documentAsText(document, 32), name).not.toContain('?')
  }
})

test.each([
  ['1,500 ₮', '1,500 төг'],
  ['2 × 3 − 1', '2 x 3 - 1'],
  ['“Алтан” ‑ № 5 · 10°', '“Алтан” - № 5 · 10°'],
  ['Café Zürich', 'Cafe Zurich'],
  ['Єлзий, ЇНЭЭ', 'Өлзий, ҮНЭЭ'],
  ['½ кг, 5 м²', '1/2 кг, 5 м2'],
  ['Кофе ☕ 👨‍👩‍👧', 'Кофе * *'],
  ['и\u0306', 'й'],
])('%s is replaced by %s', (written, spelt) => {
  expect(withinCodePage(written)).toBe(spelt)
})

test('a letter without a replacement is shown as "?"', () => {
  expect(withinCodePage('茶 ᠮ')).toBe('? ?')
})

test('QR data are never printed as text', () => {
  const text = documentAsText({ blocks: [{ kind: 'qr', data: '0481273650', caption: 'Уншуулна уу' }] }, 32)
  expect(text).toBe(`${' '.repeat(14)}[QR]\n${' '.repeat(10)}Уншуулна уу\n`)
})

test('stamp, notice and amounts are placed as on the roll', () => {
  const lines = linesOf(
    [
      { kind: 'stamp', text: 'ХУУЛБАР' },
      { kind: 'row', left: 'Талх Атар', right: '5,000', size: 'normal', bold: false },
      { kind: 'row', left: 'Монгол улсын дээд', right: '12,345,678.90 ₮', size: 'large', bold: true },
      { kind: 'rule' },
      { kind: 'notice', text: 'Цахим баримт хараахан гараагүй.' },
      { kind: 'lottery', label: 'СУГАЛАА', text: 'AB 12345678' },
    ],
    24,
  )
  expect(lines).toEqual([
    '************************',
    '        ХУУЛБАР',
    '************************',
    'Талх Атар          5,000',
    'Монгол улсын дээд',
    '       12,345,678.90 төг',
    '------------------------',
    '+----------------------+',
    '|     Цахим баримт     |',
    '|  хараахан гараагүй.  |',
    '+----------------------+',
    '  СУГАЛАА AB 12345678',
  ])
})
