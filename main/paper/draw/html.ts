/**
 * The document as a self-contained page, for printers that only the system's driver can reach and for saving. It
 * looks like the raster, in the same fonts.
 */
import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { escaped, htmlPage } from './html-page.ts'
import { millimetres, receiptStyle } from './html-style.ts'
import { layoutReceipt, type Measure } from './layout.ts'
import { type Paper, paperOf, type TextStyle } from './paper.ts'
import { wrapText } from './place.ts'
import { rasterAsPng } from './png.ts'
import { createMeasure } from './raster.ts'
import {
  BAR_HEIGHT,
  type BarcodeSymbol,
  barcodeSymbol,
  type QrSymbol,
  QUIET_ZONE,
  qrSymbol,
} from './symbols.ts'
import type { Raster, ReceiptBlock, ReceiptDocument } from './types.ts'
import { PAPER_WORDS } from './words.ts'

type HtmlPage = { readonly width: PaperWidth; readonly title: string }

/** In dots. A browser may break a line that the layout shrinks, so the page is made a little longer. */
const SPARE_LENGTH = 48

type Roll = { readonly paper: Paper; readonly measure: Measure }

export function documentAsHtml(document: ReceiptDocument, { width, title }: HtmlPage): string {
  const roll: Roll = { paper: paperOf(width), measure: createMeasure() }
  const { height } = layoutReceipt(document, roll.paper, roll.measure)
  const length = Math.ceil(height * 1.03) + SPARE_LENGTH
  return htmlPage({
    language: 'mn',
    title,
    style: receiptStyle(width, { length }),
    body: parts(document).map((blocks, index) => partOfPage(blocks, index, roll)),
  })
}

/** Splits the document into parts at its rules. */
function parts({ blocks }: ReceiptDocument): readonly (readonly ReceiptBlock[])[] {
  const found: ReceiptBlock[][] = [[]]
  for (const block of blocks) {
    if (block.kind === 'rule') found.push([])
    else found.at(-1)?.push(block)
  }
  return found
}

function partOfPage(blocks: readonly ReceiptBlock[], index: number, roll: Roll): string {
  const name = index === 0 ? 'header' : 'section'
  return `<${name}>\n${runs(blocks)
    .map((run) => runOfPage(run, roll))
    .join('\n')}\n</${name}>`
}

type Row = Extract<ReceiptBlock, { kind: 'row' }>
type Run = ReceiptBlock | readonly Row[]

/** Groups consecutive rows, because a group becomes one list of names and figures. */
function runs(blocks: readonly ReceiptBlock[]): readonly Run[] {
  const found: (ReceiptBlock | Row[])[] = []
  for (const block of blocks) {
    const last = found.at(-1)
    if (block.kind !== 'row') found.push(block)
    else if (Array.isArray(last)) last.push(block)
    else found.push([block])
  }
  return found
}

const isRows = (run: Run): run is readonly Row[] => Array.isArray(run)

const runOfPage = (run: Run, roll: Roll): string =>
  isRows(run) ? `<dl>${run.map(row).join('')}</dl>` : blockOfPage(run, roll)

const row = ({ left, right, size, bold }: Row): string =>
  `<div class="${classes(size, bold && 'bold')}"><dt>${escaped(left)}</dt><dd>${escaped(right)}</dd></div>`

const classes = (...names: readonly (string | false)[]): string => names.filter(Boolean).join(' ')

const paragraph = (name: string, text: string): string => `<p class="${name}">${escaped(text)}</p>`

function blockOfPage(block: ReceiptBlock, roll: Roll): string {
  switch (block.kind) {
    case 'text':
      return text(block, roll)
    case 'row':
      return row(block)
    case 'lottery':
      return `<p class="lottery"><span>${escaped(block.label)}</span> <span>${escaped(block.text)}</span></p>`
    case 'qr':
      return qr(block, roll)
    case 'covered':
    case 'notice':
    case 'price':
    case 'stamp':
      return paragraph(block.kind, block.text)
    case 'image':
      return image(block.raster, roll)
    case 'gap':
      return `<div style="height: ${millimetres(block.dots)}"></div>`
    case 'barcode':
      return barcode(block, roll)
    case 'rule':
    case 'cut':
    case 'drawer':
      return ''
  }
}

/** Uses the line breaks of the raster, because a browser would break a long number anywhere. */
function text(block: Extract<ReceiptBlock, { kind: 'text' }>, { paper, measure }: Roll): string {
  const { dots, margin, textPx } = paper
  const style: TextStyle = { px: textPx[block.size], weight: block.bold ? 700 : 500 }
  const lines = wrapText(block.text, dots - 2 * margin, (part) => measure(part, style))
  const name = classes(block.size, block.align, block.bold && 'bold')
  return `<p class="${name}">${lines.map(escaped).join('<br>')}</p>`
}

/** Left out, as in the layout, where the picture is wider than the paper. */
const image = (raster: Raster, { paper }: Roll): string =>
  raster.width > paper.dots - 2 * paper.margin ? '' : imageDrawing(raster)

function qr(block: Extract<ReceiptBlock, { kind: 'qr' }>, { paper }: Roll): string {
  const symbol = qrSymbol(block.data, paper.dots)
  if (symbol === null) return paragraph('notice', PAPER_WORDS.qrTooLong)
  const caption =
    block.caption === null ? '' : `<figcaption class="small">${escaped(block.caption)}</figcaption>`
  return `<figure>${qrDrawing(symbol)}${caption}</figure>`
}

/** Prints only the text where the bars do not fit the paper. */
function barcode({ data, symbology }: Extract<ReceiptBlock, { kind: 'barcode' }>, { paper }: Roll): string {
  const symbol = barcodeSymbol(data, paper.dots, symbology)
  const text = `<figcaption class="small">${escaped(data)}</figcaption>`
  return `<figure class="barcode">${symbol === null ? '' : barcodeDrawing(symbol)}${text}</figure>`
}

function imageDrawing(raster: Raster): string {
  const png = Buffer.from(rasterAsPng(raster)).toString('base64')
  const size = `width: ${millimetres(raster.width)}; height: ${millimetres(raster.height)}`
  return `<img alt="" style="${size}" src="data:image/png;base64,${png}">`
}

/** One unit square for each dark module. */
const qrDrawing = ({ modules, dotsPerModule, isDark }: QrSymbol): string => {
  const side = modules + 2 * QUIET_ZONE
  const size = { width: side * dotsPerModule, height: side * dotsPerModule }
  return drawing('QR', { width: side, height: side }, size, darkModules({ modules, isDark }))
}

function darkModules({ modules, isDark }: Pick<QrSymbol, 'modules' | 'isDark'>): string {
  let path = ''
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (isDark(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`
    }
  }
  return path
}

function barcodeDrawing({ bars, modules, dotsPerModule }: BarcodeSymbol): string {
  const size = { width: modules * dotsPerModule, height: BAR_HEIGHT }
  let [path, x] = ['', 0]
  for (const [at, width] of bars.entries()) {
    if (at % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`
    x += width
  }
  return drawing('Barcode', { width: modules, height: 1 }, size, path)
}

type Size = { readonly width: number; readonly height: number }

/** An SVG with modules as units, in the size that it has on paper. */
const drawing = (label: string, units: Size, dots: Size, path: string): string =>
  `<svg role="img" aria-label="${label}" viewBox="0 0 ${units.width} ${units.height}" preserveAspectRatio="none"` +
  ` style="width: ${millimetres(dots.width)}; height: ${millimetres(dots.height)}" shape-rendering="crispEdges">` +
  `<path d="${path}"/></svg>`
