import type { PaperWidth } from '../../shared/settings.ts'
import { fillBox, stamp } from './dots.ts'
import { type Glyphs, glyphs } from './glyphs.ts'
import { type Box, layoutReceipt, type Measure, type ReceiptLayout } from './layout.ts'
import { HATCH_STEP, paint, type Surface } from './paint.ts'
import { paperOf } from './paper.ts'
import type { Raster, ReceiptDocument } from './types.ts'

export type RasterRenderer = {
  /** Loads the fonts, so that the first render need not. Throws where they are not installed. */
  readonly warm: () => void
  /** The document as the dots of paper 58 mm (384 dots) or 80 mm (576 dots) wide. */
  readonly render: (document: ReceiptDocument, width: PaperWidth) => Raster
}

/** The fonts are loaded at the first use. */
export function createRasterRenderer(): RasterRenderer {
  return {
    warm: () => void glyphs(),
    render: (document, width) =>
      rasterise(layoutReceipt(document, paperOf(width), createMeasure()), glyphs()),
  }
}

/** Measures with the fonts that `createRasterRenderer` paints with. */
export const createMeasure = (): Measure => glyphs().measure

function rasterise({ width, height, placed }: ReceiptLayout, letters: Glyphs): Raster {
  // Both paper widths are whole bytes, so rows need no padding.
  const raster = { width, height, bits: new Uint8Array((width / 8) * height) }
  const surface = onDots(raster, letters)
  for (const item of placed) paint(surface, item)
  return raster
}

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
