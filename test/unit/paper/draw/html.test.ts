import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentAsHtml, type ReceiptBlock, type ReceiptDocument } from '../../../../main/paper/draw/index.ts'
import { barcodeSymbol, QUIET_ZONE, qrSymbol } from '../../../../main/paper/draw/symbols.ts'
import { PAPERS } from '../../../fixtures/papers/index.ts'
import { TAX_QR } from '../../../support/receipt-facts.ts'

const htmlOf = (...blocks: readonly ReceiptBlock[]): string =>
  documentAsHtml({ blocks }, { width: 58, title: 'Баримт' })
const bodyOf = (html: string): string => html.slice(html.indexOf('<body>'))
const tagsOf = (html: string): readonly string[] =>
  (html.replace(/<style>.*<\/style>/s, '').match(/<[^>]*>?/g) ?? []).filter((tag) => tag !== '<br>')

const everyText = (text: string): ReceiptDocument => ({
  blocks: [
    { kind: 'stamp', text },
    { kind: 'text', text, align: 'center', size: 'large', bold: true },
    { kind: 'row', left: text, right: text, size: 'normal', bold: false },
    { kind: 'rule' },
    { kind: 'lottery', label: text, text },
    { kind: 'qr', data: 'test', caption: text },
    { kind: 'covered', text },
    { kind: 'notice', text },
    { kind: 'barcode', data: text },
  ],
})

/** Too wide for a barcode on any paper, so the tags do not depend on the text. */
const padded = (text: string): string => `Ө${text}`

test('no text is parsed as a tag', () => {
  const pageOf = (text: string): string =>
    documentAsHtml(everyText(padded(text)), { width: 80, title: padded(text) })
  const tags = tagsOf(pageOf('x'))
  const nasty = fc.string({ unit: fc.constantFrom(...'<>&"\'/!- =abscriptөү', '\0', '\x1b'), maxLength: 60 })
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (text) => {
      expect(tagsOf(pageOf(text))).toEqual(tags)
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['"Сүү" & \'Тараг\'', '&quot;Сүү&quot; &amp; &#39;Тараг&#39;'],
])('a product named %s is shown by that name', (name, written) => {
  const html = htmlOf({ kind: 'row', left: name, right: '1', size: 'normal', bold: false })
  expect(html).toContain(`<dt>${written}</dt>`)
  expect(html).not.toContain(name)
})

test('the page has no script and no address, and a policy that forbids both', () => {
  for (const { name, document } of PAPERS) {
    const html = documentAsHtml(document, { width: 80, title: name })
    expect(html).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"`,
    )
    expect(html, name).not.toMatch(/<script|https?:|\son\w+=/)
    expect(html.match(/url\((?!data:)/g), name).toBeNull()
  }
})

test('the page is Mongolian, as wide as the roll, as long as the paper, and includes its font', () => {
  const html = htmlOf({ kind: 'stamp', text: 'ХУУЛБАР' })
  expect(html).toContain('<html lang="mn">')
  expect(html).toContain('<title>Баримт</title>')
  expect(html).toMatch(/@page \{ size: 58mm [\d.]+mm; margin: 0 \}/)
  expect(html.match(/url\(data:font\/woff2;base64,/g)).toHaveLength(4)
})

/** The squares and bars of a drawing, each as "x y width height". */
const boxesOf = (html: string): readonly string[] =>
  Array.from(html.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g), ([, ...box]) => box.join(' '))

test('the QR has the modules of the raster, at least four dots each', () => {
  const symbol = qrSymbol(TAX_QR, 384)
  const modules = Array.from({ length: symbol?.modules ?? 0 }, (_, at) => at)
  const dark = modules.flatMap((row) =>
    modules
      .filter((column) => symbol?.isDark(row, column))
      .map((column) => `${column + QUIET_ZONE} ${row + QUIET_ZONE} 1 1`),
  )
  const html = bodyOf(htmlOf({ kind: 'qr', data: TAX_QR, caption: null }))
  expect(boxesOf(html)).toEqual(dark)
  const side = modules.length + 2 * QUIET_ZONE
  const millimetres = (side * (symbol?.dotsPerModule ?? 0)) / 8
  expect(millimetres / side).toBeGreaterThanOrEqual(0.5)
  expect(html).toContain(`viewBox="0 0 ${side} ${side}"`)
  expect(html).toContain(`width: ${millimetres}mm; height: ${millimetres}mm`)
})

test('the QR data are not in the page as text', () => {
  expect(htmlOf({ kind: 'qr', data: TAX_QR, caption: null })).not.toContain('0481273650')
})

test('a barcode has bars and text; one that is too long for the paper has only text', () => {
  const bars = barcodeSymbol('K01-260101-0001', 384)?.bars ?? []
  const html = bodyOf(htmlOf({ kind: 'barcode', data: 'K01-260101-0001' }))
  expect(boxesOf(html)).toHaveLength(Math.ceil(bars.length / 2))
  expect(html).toContain('<figcaption class="small">K01-260101-0001</figcaption>')
  const long = bodyOf(htmlOf({ kind: 'barcode', data: 'K'.repeat(80) }))
  expect(long).not.toContain('<svg')
  expect(long).toContain('K'.repeat(80))
})

test('successive rows are one list, and the part between two rules is one section', () => {
  const row = { kind: 'row', left: 'a', right: '1', size: 'normal', bold: false } as const
  const html = bodyOf(htmlOf(row, row, { kind: 'rule' }, row, { kind: 'gap', dots: 8 }, row))
  expect(html.match(/<(header|section|dl|dt)>/g)).toEqual(
    ['header', 'dl', 'dt', 'dt', 'section', 'dl', 'dt', 'dl', 'dt'].map((tag) => `<${tag}>`),
  )
})
