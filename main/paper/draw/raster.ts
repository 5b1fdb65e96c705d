import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { canvasReady } from '../../base/canvas.ts'
import { type Chunked, chunked, runToEnd } from '../../base/chunked.ts'
import { fillBox, stamp } from './dots.ts'
import { type Glyphs, glyphs } from './glyphs.ts'
import { type Box, layoutInPieces, type Measure } from './layout.ts'
import { HATCH_STEP, paint, type Surface } from './paint.ts'
import { paperOf } from './paper.ts'
import type { Raster, ReceiptBlock, ReceiptDocument } from './types.ts'

export type RasterRenderer = {
  /**
   * Loads the fonts and draws the usual letters in slices, because otherwise the first render would block for 0.2 s.
   * Returns null when that has been done. The promise rejects if the fonts are not installed.
   */
  readonly prepare: (width: PaperWidth) => Promise<void> | null
  /** The document as the dots of paper 58 mm (384 dots) or 80 mm (576 dots) wide. */
  readonly render: (document: ReceiptDocument, width: PaperWidth) => Raster
  /** Does the same as `render`, and yields often, so that the till can sell meanwhile. */
  readonly renderInPieces: (document: ReceiptDocument, width: PaperWidth) => Chunked<Raster>
}

/** The fonts are loaded at the first use. */
export const createRasterRenderer = (): RasterRenderer => ({ prepare, render, renderInPieces })

/** What `prepare` returns for each width. All renderers share the letters. */
const preparations = new Map<PaperWidth, Promise<void> | null>()

function prepare(width: PaperWidth): Promise<void> | null {
  const known = preparations.get(width)
  if (known !== undefined) return known
  const begun = canvasReady()
    .then(() => chunked(drawSamples(width)))
    .then(() => {})
    .finally(() => preparations.set(width, null))
  preparations.set(width, begun)
  return begun
}

const render: RasterRenderer['render'] = (document, width) => runToEnd(renderInPieces(document, width))

function* renderInPieces(document: ReceiptDocument, width: PaperWidth): Chunked<Raster> {
  const layout = yield* layoutInPieces(document, paperOf(width), createMeasure())
  // Both paper widths are whole bytes, so rows need no padding.
  const bits = new Uint8Array((layout.width / 8) * layout.height)
  const raster = { width: layout.width, height: layout.height, bits }
  const surface = onDots(raster, glyphs())
  for (const item of layout.placed) {
    paint(surface, item)
    yield
  }
  return raster
}

function* drawSamples(width: PaperWidth): Chunked<void> {
  for (const block of SAMPLES) {
    render({ blocks: [block] }, width)
    yield
  }
}

/** Words with the letters and signs that most receipts contain. */
const WORDS =
  '0123456789 123,456.78₮ 12:34-56 №/%+×()«» АБВГДЕЁ ЖЗИЙКЛМ НОӨПРСТ УҮФХЦЧШ ЩЪЫЬЭЮЯ абвгдеё жзийклм ноөпрст уүфхцчш щъыьэюя'.split(
    ' ',
  )
const SAMPLES: readonly ReceiptBlock[] = [
  ...WORDS.flatMap((text) =>
    (['small', 'normal'] as const).flatMap((size) =>
      [false, true].map((bold) => ({ kind: 'row', left: text, right: text, size, bold }) as const),
    ),
  ),
  { kind: 'text', text: '0123456789,₮', align: 'left', size: 'large', bold: true },
  { kind: 'barcode', data: '20261231-0001' },
  { kind: 'qr', data: '0'.repeat(100), caption: null },
]

/** Measures with the fonts that `createRasterRenderer` paints with. */
export const createMeasure = (): Measure => glyphs().measure

const onDots = (raster: Raster, { draw }: Glyphs): Surface => ({
  fill: (box, ink) => fillBox(raster, box, ink),
  text: (item) => draw(raster, item, { x: item.box.x, baseline: item.baseline }),
  hatch: ({ x, y, width, height }) => {
    for (let row = 0; row < height; row++)
      for (let column = (row % HATCH_STEP) - 1; column < width; column += HATCH_STEP)
        fillBox(
          raster,
          within(x, width, { x: x + column, y: y + row, width: HATCH_WIDTH, height: 1 }),
          'black',
        )
  },
  picture: (picture, box) => stamp(raster, picture, box, 'black'),
})

/** A line of two dots that falls by 45 degrees covers three dots of each row. */
const HATCH_WIDTH = 3

function within(left: number, width: number, box: Box): Box {
  const from = Math.max(left, box.x)
  return { ...box, x: from, width: Math.min(left + width, box.x + box.width) - from }
}
